module.exports = async () => {
  const { rmSync } = require('node:fs');
  rmSync(process.env.LIVING_WIKI_RUN_FOLDER, { recursive: true, force: true });
};

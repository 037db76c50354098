// A folder that lives as long as one run of the tests: what several files need is built into it once (test/support/built.ts).
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

module.exports = async () => {
  process.env.LIVING_WIKI_ROOT = path.join(__dirname, '..', '..');
  process.env.LIVING_WIKI_RUN_FOLDER = mkdtempSync(path.join(tmpdir(), 'living-wiki-run-'));
};

const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync, rmSync } = require('node:fs');
const path = require('node:path');

module.exports = async () => {
  const folder = process.env.LIVING_WIKI_RUN_FOLDER;
  stopPostgres(path.join(folder, 'postgres.json'));
  rmSync(folder, { recursive: true, force: true });
};

/** What test/support/postgres.ts started. */
function stopPostgres(note) {
  if (!existsSync(note)) return;
  const cluster = JSON.parse(readFileSync(note, 'utf8')).folder;
  if (cluster === null) return;
  // The first line of this file is the process of the server; it ends at once, without waiting for whoever is connected.
  const [pid] = readFileSync(path.join(cluster, 'data', 'postmaster.pid'), 'utf8').split('\n');
  execFileSync('kill', ['-QUIT', pid]);
  rmSync(cluster, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

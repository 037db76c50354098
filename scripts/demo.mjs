// The main job on a copy of the example wiki: what is new becomes proposals, one is shown, all are applied, lint and
// verify judge the result. Nothing here is special: each step is a command that you can type.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import paint from 'picocolors';

const root = path.dirname(import.meta.dirname);
const cli = path.join(root, 'dist', 'cli.mjs');
if (!existsSync(cli)) {
  console.error('dist/cli.mjs is missing. Run: npm run build');
  process.exit(2);
}
const copy = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-demo-'))), 'vault');
cpSync(path.join(root, 'examples', 'vault'), copy, { recursive: true });
const wiki = path.join(copy, 'lighthouse');

function run(why, ...words) {
  const status = show(why, ...words);
  if (status === 0) return;
  console.error(`\nThe demo stopped: "living-wiki ${words.join(' ')}" ended with status ${status}.`);
  process.exit(1);
}

/** @returns the exit status of the command */
function show(why, ...words) {
  const line = words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
  console.log(`\n${paint.dim(`# ${why}`)}\n${paint.bold(`$ living-wiki ${line}`)}`);
  const result = spawnSync(process.execPath, [cli, ...words], {
    cwd: wiki,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FORCE_COLOR: paint.isColorSupported ? '1' : '0' },
  });
  return result.status;
}

/** What steers the model, as it is now: the command that approves it unasked wants its hash. */
function rulesHash() {
  const { stdout } = spawnSync(process.execPath, [cli, 'trust', 'show', '--json'], { cwd: wiki, encoding: 'utf8' });
  return JSON.parse(stdout).hash;
}

console.log(`A copy of the example wiki: ${wiki}`);
run('What is there, and what is new?', 'status');
run('Read the new sources. This proposes; it writes no page.', 'ingest');
run('Look at the first proposal, change by change, with its quotes.', 'proposals', 'show', '1');
show(
  'This wiki was made by others. Look at its rules for the model: `ingest --apply` does not start before they are approved on this computer.',
  'trust',
);
run(
  'Approve them. In a terminal it asks; a script gives the hash of the rules that it read.',
  'trust',
  'approve',
  '--all',
  '--yes',
  '--hash',
  rulesHash(),
);
run('Accept them all. Each source is one change that can be undone.', 'ingest', '--apply');
run('What does lint say now? A contradiction between two sources is for people to settle.', 'lint');
run('Look up every quote in its source again.', 'verify');
run('Ask it something.', 'search', 'how tall is the tower', '--limit', '4');
run('The same pages through the historian\u2019s lens.', 'lens', 'explain', 'historian', 'curation.tone');

console.log(`
Done. Look at:
  ${path.join(wiki, '_index.md')}      a line for each page
  ${path.join(wiki, '_log.md')}        what was done, when, from which source
  ${path.join(wiki, 'summaries')}      one page for each source
  ${path.join(wiki, 'entities')}       what the sources say about each subject
The built-in curator made this, without a model. What a strong model makes of the same sources:
  ${path.join(root, 'examples', 'by-a-model', 'lighthouse', 'structures', 'skerry-point-lighthouse.md')}
  npm run playground -- --by-a-model

Open ${copy} as a vault in Obsidian, or undo the last change:
  node ${cli} undo --wiki ${wiki}
`);

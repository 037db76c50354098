import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../..');

it('docs/lint-rules.md is what the rules say (node scripts/lint-docs.mjs > docs/lint-rules.md)', async () => {
  const script = path.join(root, 'scripts/lint-docs.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: root, maxBuffer: 1 << 22 });
  expect(await readFile(path.join(root, 'docs/lint-rules.md'), 'utf8')).toBe(stdout);
});

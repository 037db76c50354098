// What `npm run check` and `npm run test:all` check besides the tests, each with the command that does it.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname);
const require = createRequire(import.meta.url);

/** The script behind a package's command, so that it runs with this Node and without a shell. */
export function commandOf(name, command = name) {
  const file = require.resolve(`${name}/package.json`);
  const { bin } = require(file);
  return path.join(path.dirname(file), typeof bin === 'string' ? bin : bin[command]);
}

const own = (script) => path.join(root, 'scripts', script);

/** The preflight reads what the build wrote, so their order counts. */
export const checks = [
  { name: 'types', command: [commandOf('typescript', 'tsc'), '--noEmit', '-p', '.'] },
  { name: 'lint', command: [commandOf('eslint'), '--max-warnings', '0', '.'] },
  { name: 'circles', command: [own('import-cycles.mjs')] },
  { name: 'styles', command: [commandOf('stylelint'), '--max-warnings', '0', 'styles.css'] },
  { name: 'formatting', command: [commandOf('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'build', command: [path.join(root, 'esbuild.config.mjs')] },
  { name: 'preflight', command: [own('preflight.mjs')] },
];

/** @returns {boolean} whether it passed; its output goes to the terminal */
export function runCheck({ name, command }) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${name}  (${seconds} s)`);
  return status === 0;
}

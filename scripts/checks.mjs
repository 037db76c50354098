// What `npm run check` and `npm run test:all` check besides the tests, each with the command that does it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  { name: 'unused exports', command: [own('unused-exports.mjs')] },
  { name: 'styles', command: [commandOf('stylelint'), '--max-warnings', '0', 'styles.css'] },
  { name: 'formatting', command: [commandOf('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'build', command: [path.join(root, 'esbuild.config.mjs')] },
  { name: 'preflight', command: [own('preflight.mjs')] },
];

/**
 * Runs checks in their order, and the slow one beside the others: it needs one core, and so do they.
 * @returns {Promise<readonly string[]>} the names of those that failed
 */
export async function runChecks(chosen) {
  const lanes = [chosen.filter(({ name }) => name === 'lint'), chosen.filter(({ name }) => name !== 'lint')];
  const failed = await Promise.all(
    lanes.map(async (lane) => {
      const names = [];
      for (const check of lane) if (!(await runCheck(check))) names.push(check.name);
      return names;
    }),
  );
  return failed.flat();
}

/** @returns {Promise<boolean>} whether it passed; its output goes to the terminal when it has ended */
async function runCheck({ name, command }) {
  const started = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${output}${status === 0 ? 'passed' : 'FAILED'}  ${name}  (${seconds} s)\n`);
  return status === 0;
}

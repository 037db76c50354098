import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

/** A program that was bundled for a test. */
export interface Program {
  start(args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Runs it to its end. */
  run(args: readonly string[], options?: SpawnOptions): Promise<{ code: number | null; output: string }>;
  remove(): Promise<void>;
}

/** Bundles a TypeScript file of this folder into a program for Node. */
export async function bundle(name: string): Promise<Program> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  // Another user may be asked to run it.
  await chmod(folder, 0o755);
  const outfile = path.join(folder, `${name}.mjs`);
  const entry = path.join(__dirname, `${name}.ts`);
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  const start = (args: readonly string[], options: SpawnOptions = {}): ChildProcess =>
    spawn(process.execPath, [outfile, ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  return {
    start,
    run: async (args, options) => {
      const child = start(args, options);
      return { output: await outputOf(child), code: child.exitCode };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Waits until a program has written a line. */
export function saysLine(child: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').includes(line)) resolve();
    });
    child.once('exit', () => reject(new Error(`The program ended before it said “${line}”: ${output}`)));
  });
}

/** All that a program writes until it ends. */
export function outputOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', () => resolve(output));
  });
}

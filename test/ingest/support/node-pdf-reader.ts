import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { cliBuild } from '../../../scripts/build/options.mjs';
import { WikiError, type ErrorCode } from '../../../src/base';
import { type PdfReader } from '../../../src/ingest';

const ENTRY = `
  import { parentPort } from 'node:worker_threads';
  import { createNodePdfReader } from './src/node/pdf';
  const reader = createNodePdfReader();
  parentPort.on('message', async ({ bytes, stopAt }) => {
    const stop = new AbortController();
    const progress = ({ done }) => { if (done === stopAt) stop.abort(); };
    try {
      const result = await reader.read(bytes, { signal: stop.signal, progress, yieldToHost: () => Promise.resolve() });
      parentPort.postMessage({ result });
    } catch (error) {
      parentPort.postMessage({ error: { code: error.code ?? 'none', message: error.message, remedy: error.remedy } });
    }
  });
`;

type Answer =
  | { readonly result: Awaited<ReturnType<PdfReader['read']>>; readonly error?: undefined }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly remedy?: string } };

/**
 * The reader of the CLI, bundled as it ships and run by plain Node in its own thread: the library behind it loads itself by
 * a dynamic import, which the test runner does not support.
 */
export class NodePdf implements PdfReader {
  /** Aborts after this many pages. */
  stopAt = -1;
  /** Everything written to the console. */
  output = '';

  readonly #worker: Worker;
  readonly #folder: string;

  private constructor(worker: Worker, folder: string) {
    this.#worker = worker;
    this.#folder = folder;
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (data: unknown) => (this.output += String(data)));
  }

  static async start(): Promise<NodePdf> {
    const folder = mkdtempSync(path.join(tmpdir(), 'living-wiki-pdf-'));
    const outfile = path.join(folder, 'reader.mjs');
    await build({
      ...cliBuild(outfile),
      entryPoints: [],
      stdin: { contents: ENTRY, resolveDir: path.resolve(__dirname, '../../..'), loader: 'ts' },
      logLevel: 'silent',
    });
    return new NodePdf(new Worker(outfile, { stdout: true, stderr: true }), folder);
  }

  read(bytes: Uint8Array): ReturnType<PdfReader['read']> {
    return new Promise((resolve, reject) => {
      this.#worker.removeAllListeners('error').once('error', reject);
      this.#worker.once('message', ({ error, ...answer }: Answer) => {
        if (error === undefined && 'result' in answer) resolve(answer.result);
        else if (error !== undefined) {
          reject(new WikiError(error.code, error.message, error.remedy === undefined ? {} : { remedy: error.remedy }));
        }
      });
      this.#worker.postMessage({ bytes, stopAt: this.stopAt });
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

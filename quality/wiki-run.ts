import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SetSource } from './types';

/** The endpoint that a run asks; without one the built-in curator reads the sources. */
export interface Endpoint {
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  /** Every exchange is written to this file. */
  readonly record: string | null;
  /** `false` for one that knows no answer to the question for an overview. */
  readonly overview?: boolean;
  /** `false` for one that knows no answer to the task of writing pages anew. */
  readonly rewrite?: boolean;
}

/** What the command line said about one source. */
export interface Ingested {
  readonly file: string;
  readonly applied: boolean;
  /** Everything that it said in JSON: notes, guard, findings. A loss that is named is named here. */
  readonly said: string;
  readonly problems: readonly string[];
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  /** Tokens that were expected before the calls; 0 if no model was asked. */
  readonly expected: { readonly input: number; readonly output: number };
  readonly milliseconds: number;
}

interface IngestJson {
  readonly proposals: readonly {
    readonly applied: boolean;
    readonly conflicts: readonly { readonly message: string }[];
  }[];
  readonly failed: readonly { readonly message: string }[];
  readonly skipped: readonly { readonly reason: string }[];
  readonly stopped: { readonly message: string } | null;
  readonly estimate: { readonly tokens: { readonly input: number; readonly output: number } } | null;
  readonly cost: {
    readonly usage: { readonly input: number; readonly output: number };
    readonly models: readonly { readonly calls: number }[];
  } | null;
}

interface ComposeJson extends Pick<IngestJson, 'cost'> {
  readonly proposal: IngestJson['proposals'][number] | null;
  readonly rewritten: IngestJson['proposals'][number] | null;
  /** Why the command failed. */
  readonly error: { readonly message: string };
}

/** What a step is called that reads no source. */
export const COMPOSED = 'pages written anew';

/** A wiki in a folder of its own, kept by the command line in processes of its own. */
export class WikiRun {
  readonly folder: string;
  readonly #cli: string;
  readonly #endpoint: Endpoint | null;
  readonly #home: string;

  /**
   * @param scratch an empty folder
   * @param cli the built command line
   */
  constructor(scratch: string, cli: string, endpoint: Endpoint | null) {
    this.folder = path.join(scratch, 'wiki');
    this.#home = path.join(scratch, 'home');
    this.#cli = cli;
    this.#endpoint = endpoint;
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(this.#home, { recursive: true });
  }

  /** @param purpose what the owner writes into the manifest */
  async init(purpose: string): Promise<void> {
    await this.#run('init', '--json');
    if (this.#endpoint?.overview === false) await this.#run('config', 'set', 'overview', 'off');
    // Pages are written anew when all sources are in: answers about a page know its blocks by their numbers.
    await this.#run('config', 'set', 'rewrite', 'off');
    const manifest = path.join(this.folder, 'KNOWLEDGE.md');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(
      manifest,
      text.replace(/^Say here what this wiki is for.*$/m, () => purpose),
    );
    const { hash } = JSON.parse(await this.#run('trust', 'show', '--json')) as { readonly hash: string };
    await this.#run('trust', 'approve', '--all', '--yes', '--hash', hash, '--json');
  }

  async ingest({ file, bytes }: SetSource): Promise<Ingested> {
    const started = performance.now();
    writeFileSync(path.join(this.folder, 'sources', file), bytes);
    const curator = this.#endpoint === null ? 'extractive' : 'model';
    const said = await this.#run('ingest', `sources/${file}`, '--apply', '--curator', curator, '--json');
    const result = JSON.parse(said) as IngestJson;
    return this.#ingested(file, said, result, started);
  }

  /** Has pages written anew and the overview pages brought up to date, once all sources are in. */
  async compose(): Promise<Ingested> {
    const started = performance.now();
    const said = await this.#run('compose', '--apply', '--json');
    const { proposal = null, rewritten = null, cost = null, error } = JSON.parse(said) as Partial<ComposeJson>;
    const proposals = [rewritten, proposal].filter((each) => each !== null);
    const result = {
      proposals,
      failed: error === undefined ? [] : [error],
      skipped: [],
      stopped: null,
      estimate: null,
      cost,
    };
    return this.#ingested(COMPOSED, said, result, started);
  }

  #ingested(
    file: string,
    said: string,
    { proposals, failed, skipped, stopped, estimate, cost }: IngestJson,
    started: number,
  ): Ingested {
    const problems = [
      ...proposals.flatMap(({ conflicts }) => conflicts.map(({ message }) => message)),
      ...failed.map(({ message }) => message),
      ...skipped.map(({ reason }) => reason),
      ...(stopped === null ? [] : [stopped.message]),
    ];
    return {
      file,
      applied: proposals.some(({ applied }) => applied),
      said,
      problems,
      calls: (cost?.models ?? []).reduce((sum, { calls }) => sum + calls, 0),
      input: cost?.usage.input ?? 0,
      output: cost?.usage.output ?? 0,
      expected: estimate?.tokens ?? { input: 0, output: 0 },
      milliseconds: performance.now() - started,
    };
  }

  /** @returns standard output; findings are no failure here, nor are rules that wait for approval, but wrong usage is */
  #run(...argv: string[]): Promise<string> {
    const child = spawn(process.execPath, [this.#cli, ...argv], {
      cwd: this.folder,
      env: { ...environment(this.#endpoint), HOME: this.#home, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0 || code === 1 || (code === 3 && argv[0] === 'trust')) resolve(out);
        else reject(new Error(`living-wiki ${argv.join(' ')}: ${out}${err}`));
      });
    });
  }
}

function environment(endpoint: Endpoint | null): Record<string, string> {
  const base = { PATH: process.env.PATH ?? '' };
  if (endpoint === null) return base;
  return {
    ...base,
    LIVING_WIKI_BASE_URL: endpoint.url,
    LIVING_WIKI_MODEL: endpoint.model,
    ...(endpoint.key === null ? {} : { LIVING_WIKI_API_KEY: endpoint.key }),
    ...(endpoint.record === null ? {} : { LIVING_WIKI_RECORD: endpoint.record }),
  };
}

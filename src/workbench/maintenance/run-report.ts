import * as z from 'zod/mini';
import { clip, isWikiError, once, parseForeignJson, WikiError, type Random } from '../../base';
import { type Vault } from '../../vault';

const FOLDER = '.wiki/runs';
/** The latest reports that are kept. */
const KEPT = 100;
/** Bytes of a report that is read. */
const MAX_SIZE = 200_000;
/** Entries of each list. */
const MAX_ENTRIES = 100;

const text = () => z.string().check(z.maxLength(4000));
const count = () => z.number();
/** Of a proposal or a transaction: it is shown within a command that a person may copy. */
const id = () => z.string().check(z.regex(/^[A-Za-z0-9-]{1,60}$/));
const usage = () =>
  z.strictObject({ model: text(), input: count(), cached: count(), output: count(), money: z.nullable(text()) });

const report = once(() =>
  z.strictObject({
    version: z.literal(1),
    id: z.string().check(z.regex(/^[a-z0-9-]{8,40}$/)),
    skill: text(),
    title: text(),
    /** ISO 8601, UTC. */
    at: z.string().check(z.regex(/^[0-9T:.Z-]{10,40}$/)),
    seconds: count(),
    by: z.enum(['person', 'schedule']),
    mode: z.enum(['proposes', 'links', 'quotes', 'all', 'dry-run']),
    outcome: z.enum(['proposed', 'applied', 'nothing', 'failed']),
    /** Why it failed, why nothing was applied, or what else there is to say. */
    notes: z.array(text()),
    /** What the skill says it did. */
    said: text(),
    read: z.array(text()),
    /** How many pages and sources the wiki had. */
    total: z.exactOptional(z.strictObject({ pages: count(), sources: count() })),
    /** What the skill asked for, and the beginning of each answer, in order. */
    steps: z.exactOptional(z.array(z.strictObject({ tool: text(), input: text(), ok: z.boolean(), result: text() }))),
    changes: z.array(z.strictObject({ path: text(), kind: text(), added: count(), removed: count(), why: text() })),
    /** Statements that pages would lose. */
    dropped: z.array(text()),
    refused: z.array(z.strictObject({ tool: text(), input: text(), message: text() })),
    checks: z.array(z.strictObject({ name: text(), ok: z.boolean(), note: text() })),
    /** `null`: no reviewer looked at it. */
    passed: z.nullable(z.boolean()),
    usage: z.array(usage()),
    /** Problems that lint reports, by rule. */
    findings: z.record(z.string(), count()),
    proposals: z.array(id()),
    transactions: z.array(id()),
  }),
);

/** What one run of a skill read, changed or would have changed, and what it cost. */
export type RunReport = z.infer<ReturnType<typeof report>>;

/** The reports of a wiki, in `.wiki/runs/`. */
export class RunReports {
  readonly #vault: Vault;

  /** @param vault scoped to the wiki */
  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Keeps a report, and forgets the oldest ones. */
  async add(given: Omit<RunReport, 'version' | 'id'>, random: Random): Promise<RunReport> {
    const id = `${given.at.slice(0, 19).replace(/[^0-9]/g, '')}-${random.id(4)}`;
    const kept: RunReport = { ...bounded(given), version: 1, id };
    await this.#vault.write(`${FOLDER}/${id}.json`, `${JSON.stringify(kept)}\n`);
    for (const old of (await this.#names()).slice(KEPT)) await this.#vault.remove(`${FOLDER}/${old}.json`);
    return kept;
  }

  /** Newest first. A file that cannot be read is left out. */
  async list(limit: number): Promise<readonly RunReport[]> {
    const reports: RunReport[] = [];
    for (const name of await this.#names()) {
      if (reports.length >= limit) break;
      const read = await this.#read(name);
      if (read !== null) reports.push(read);
    }
    return reports;
  }

  /**
   * @param id or its end, which lists show
   * @throws WikiError `living-wiki:run_missing`, `living-wiki:run_ambiguous`
   */
  async find(id: string): Promise<RunReport> {
    const names = await this.#names();
    const fitting = names.includes(id) ? [id] : names.filter((name) => name.endsWith(`-${id}`));
    const shown = id.slice(0, 60);
    if (fitting.length > 1) {
      const ids = fitting.slice(0, 10).join(', ');
      throw new WikiError('living-wiki:run_ambiguous', `"${shown}" matches several runs: ${ids}.`, {
        remedy: 'Give the whole id.',
      });
    }
    const found = fitting[0] === undefined ? null : await this.#read(fitting[0]);
    if (found !== null) return found;
    throw new WikiError('living-wiki:run_missing', `There is no run "${shown}", or its report cannot be read.`, {
      remedy: 'List the runs to see their ids.',
    });
  }

  /** `null` for a file that this version cannot read, or that names another run. */
  async #read(name: string): Promise<RunReport | null> {
    const path = `${FOLDER}/${name}.json`;
    try {
      if (((await this.#vault.stat(path))?.size ?? 0) > MAX_SIZE) return null;
      const read = report().safeParse(parseForeignJson(await this.#vault.readText(path))).data;
      return read?.id === name ? read : null;
    } catch (error) {
      if (error instanceof SyntaxError || isWikiError(error)) return null;
      throw error;
    }
  }

  async #names(): Promise<readonly string[]> {
    const entries = await this.#vault.list(FOLDER);
    const names = entries.flatMap(({ path }) => /\/([a-z0-9-]{8,40})\.json$/.exec(path)?.[1] ?? []);
    return names.sort().reverse();
  }
}

/** Long lists and texts are cut, so that a report stays readable. */
function bounded<T>(value: T): T {
  if (typeof value === 'string') return (value.length > 2000 ? `${value.slice(0, 1999)}…` : value) as T;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((each: unknown) => bounded(each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [clip(key, 80), bounded<unknown>(each)])) as T;
}

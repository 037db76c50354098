import * as z from 'zod/mini';
import { clip, isWikiError, once, type Random } from '../../base';
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
const usage = () =>
  z.strictObject({ model: text(), input: count(), cached: count(), output: count(), money: z.nullable(text()) });

const report = once(() =>
  z.strictObject({
    version: z.literal(1),
    id: z.string().check(z.regex(/^[a-z0-9-]{8,40}$/)),
    skill: text(),
    title: text(),
    /** ISO 8601, UTC. */
    at: text(),
    seconds: count(),
    by: z.enum(['person', 'schedule']),
    mode: z.enum(['proposes', 'links', 'quotes', 'all', 'dry-run']),
    outcome: z.enum(['proposed', 'applied', 'nothing', 'failed']),
    /** Why it failed, why nothing was applied, or what else there is to say. */
    notes: z.array(text()),
    /** What the skill says it did. */
    said: text(),
    read: z.array(text()),
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
    proposals: z.array(text()),
    transactions: z.array(text()),
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
      const read = await this.get(name);
      if (read !== null) reports.push(read);
    }
    return reports;
  }

  /** @param id or the end of it */
  async get(id: string): Promise<RunReport | null> {
    const name = (await this.#names()).find((each) => each === id || each.endsWith(`-${id}`));
    if (name === undefined) return null;
    const path = `${FOLDER}/${name}.json`;
    try {
      if (((await this.#vault.stat(path))?.size ?? 0) > MAX_SIZE) return null;
      return report().safeParse(JSON.parse(await this.#vault.readText(path))).data ?? null;
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

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOG_FILE } from '../src/wiki';
import { measureCitations, measureCoverage, type CitationScore, type Coverage } from './measure-citations';
import { findFalseConflicts, measureChanges, measureFacts, type ChangeScore, type FactScore } from './measure-facts';
import { findLosses } from './measure-losses';
import { measureShape, type Shape } from './measure-shape';
import { readSource, readWiki, type ReadSource, type WikiReading } from './reading';
import { type Place, type QualitySet, type SetSource } from './types';
import { COMPOSED, WikiRun, type Endpoint, type Ingested } from './wiki-run';

/** What became of the wiki when one more source came in. */
export interface Step extends Omit<Ingested, 'said'> {
  readonly unnamedLosses: readonly Place[];
  readonly namedLosses: readonly Place[];
  /** Facts that were on a page before, and are on none now. */
  readonly lostFacts: readonly string[];
}

export interface SetReport {
  readonly set: string;
  readonly model: string | null;
  readonly order: readonly string[];
  readonly sourceTokens: number;
  readonly steps: readonly Step[];
  readonly facts: FactScore;
  readonly changes: readonly ChangeScore[];
  readonly falseConflicts: readonly Place[];
  readonly citations: CitationScore;
  readonly coverage: readonly Coverage[];
  readonly shape: Shape;
  readonly remarks: { readonly placed: number; readonly kept: number };
  /** What every statement rests on: equal for two orders of the same sources that made the same claims. */
  readonly support: readonly string[];
}

export interface RunOptions {
  /** An empty folder for the wiki. */
  readonly scratch: string;
  /** The built command line. */
  readonly cli: string;
  readonly endpoint: Endpoint | null;
  /** The sources in the order in which they come in. */
  readonly order: readonly SetSource[];
  readonly say: (line: string) => void;
}

/** After how many sources the owner writes a remark of their own on a page. */
const REMARKS_AFTER: ReadonlySet<number> = new Set([2, 4]);

/** A wiki into which sources are brought, and what its owner wrote on its pages meanwhile. */
export interface SetWiki {
  readonly folder: string;
  readonly remarks: readonly string[];
  /** What the command line said about each source. */
  readonly steps: readonly Ingested[];
}

/** Looks at the wiki around each source. */
interface StepObserver {
  readonly before: (folder: string) => Promise<void>;
  /** @param source `null` when pages are written anew */
  readonly after: (source: SetSource | null, said: Ingested, folder: string) => Promise<void>;
}

/** Brings a set into a wiki of its own, source by source. */
export async function ingestSet(
  set: QualitySet,
  { order, scratch, cli, endpoint, say }: RunOptions,
  observer: StepObserver | null = null,
): Promise<SetWiki> {
  const run = new WikiRun(scratch, cli, endpoint);
  await run.init(set.purpose);
  const remarks: string[] = [];
  const steps: Ingested[] = [];
  for (const [at, source] of order.entries()) {
    say(`${set.name}: ${source.file}`);
    await observer?.before(run.folder);
    const said = await run.ingest(source);
    steps.push(said);
    await observer?.after(source, said, run.folder);
    if (!REMARKS_AFTER.has(at + 1)) continue;
    const remark = writeRemark(run.folder, await readWiki(run.folder), remarks.length + 1);
    if (remark !== null) remarks.push(remark);
  }
  if (endpoint !== null && endpoint.rewrite !== false) {
    say(`${set.name}: ${COMPOSED}`);
    await observer?.before(run.folder);
    const said = await run.compose();
    steps.push(said);
    await observer?.after(null, said, run.folder);
  }
  return { folder: run.folder, remarks, steps };
}

/** Brings a set into a wiki of its own, source by source, and measures what came of it. */
export async function runSet(set: QualitySet, options: RunOptions): Promise<SetReport> {
  const sources: ReadSource[] = [];
  const steps: Step[] = [];
  const readings: WikiReading[] = [];
  const { folder, remarks } = await ingestSet(set, options, {
    before: async (wiki) => {
      readings.push(await readWiki(wiki));
    },
    after: async (source, said, wiki) => {
      if (source !== null) sources.push(await readSource(source));
      const before = readings.pop();
      const after = await readWiki(wiki);
      const log = (await after.snapshot.text(LOG_FILE)) ?? '';
      if (before !== undefined) steps.push(toStep(set, { ...said, said: `${said.said}\n${log}` }, before, after));
    },
  });
  return toReport(set, await readWiki(folder), { sources, steps, remarks, model: options.endpoint?.model ?? null });
}

function toStep(set: QualitySet, { said, ...ingested }: Ingested, before: WikiReading, after: WikiReading): Step {
  const { unnamed, named } = findLosses(before, after, said);
  const everything = new Set(set.facts.flatMap(({ sources }) => sources));
  const now = new Set(measureFacts(set, after, everything).onPages);
  const lostFacts = measureFacts(set, before, everything).onPages.filter((id) => !now.has(id));
  return { ...ingested, unnamedLosses: unnamed, namedLosses: named, lostFacts };
}

function toReport(
  set: QualitySet,
  wiki: WikiReading,
  {
    sources,
    steps,
    remarks,
    model,
  }: { sources: ReadSource[]; steps: Step[]; remarks: readonly string[]; model: string | null },
): SetReport {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const citations = measureCitations(wiki, byFile);
  const texts = wiki.pages.map(({ text }) => text);
  return {
    set: set.name,
    model,
    order: sources.map(({ file }) => file),
    sourceTokens: sources.reduce((sum, { tokens }) => sum + tokens, 0),
    steps,
    facts: measureFacts(set, wiki, new Set(byFile.keys())),
    changes: measureChanges(set, wiki),
    falseConflicts: findFalseConflicts(set, wiki),
    citations,
    coverage: measureCoverage(sources, citations.all, wiki),
    shape: measureShape(wiki),
    remarks: {
      placed: remarks.length,
      kept: remarks.filter((remark) => texts.some((text) => text.includes(remark))).length,
    },
    support: [...new Set(wiki.pages.flatMap(({ ledger }) => ledger.claims.flatMap(({ support }) => support)))].sort(),
  };
}

/**
 * Writes a remark as the owner would, with an editor, after the first paragraph of the longest page that has none yet.
 * @returns the remark; `null` if there is no page for one
 */
function writeRemark(folder: string, { pages }: WikiReading, count: number): string | null {
  const [longest] = pages
    .filter(({ isSummary, text }) => !isSummary && !text.includes('My own note'))
    .sort((a, b) => b.claims.length - a.claims.length);
  if (longest === undefined) return null;
  const { page } = longest;
  const file = path.join(folder, page.path);
  const text = readFileSync(file, 'utf8');
  const remark = `My own note ${count}: I doubt this, and have asked Aunt Ottilie for her album.`;
  const body = text.slice(page.bodyStart);
  const paragraph = /^[^\s#>|[-][^\n]*(?:\n[^\n]+)*\n/m.exec(body);
  const at = paragraph === null ? text.length : page.bodyStart + paragraph.index + paragraph[0].length;
  writeFileSync(file, `${text.slice(0, at)}\n${remark}\n${text.slice(at)}`);
  return remark;
}

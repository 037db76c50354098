import { isSuperseded, linkName, newPageSchema, sourceDate, type Page, type PageSchema } from '../../wiki';
import { nameDecisions, nameKey, standingRules, type NameDecision } from '../../workspace';
import { type ConflictPolicy } from '../contradictions';
import { isChangeDate } from '../extract';
import { NO_WISHES } from '../plan-wishes';
import { type CurateRequest } from '../types';
import { ModelCaller, type ModelTraits } from './model-caller';
import { QuoteLookup } from './quote-lookup';
import { type TextRules } from './clean-text';
import { type PromptContext } from './prompt';
import { type ModelCuratorOptions, type SteeringNote } from './types';

/** What the steps of curating one source share. */
export interface Curation {
  readonly request: CurateRequest;
  readonly options: ModelCuratorOptions;
  readonly caller: ModelCaller;
  readonly steps: ModelTraits;
  readonly promptContext: PromptContext;
  /** For new pages. */
  readonly schema: PageSchema;
  /** ISO day of the source; `null` if unknown. */
  readonly date: string | null;
  /** Whether only the plan read the date in the text of the source. */
  readonly isDateFromText: boolean;
  /** Whether text links to pages. */
  readonly autoLink: boolean;
  readonly quotes: QuoteLookup;
  /** For the reviewer. Each step adds its own. */
  readonly notes: string[];
  /** ISO day of a source by its id; `null` if unknown. */
  dateOf(sourceId: string): string | null;
}

export function startCuration(
  asked: CurateRequest,
  options: ModelCuratorOptions,
  stable: readonly string[],
  steps: ModelTraits,
): Curation {
  const request = withRecordedDate(asked);
  const { autoLink } = request.lens.effective.curation;
  const date = sourceDate(request.source, request.text.date)?.slice(0, 10) ?? null;
  return {
    request,
    options,
    caller: new ModelCaller(options.model, request.run, steps),
    steps,
    promptContext: {
      stable,
      steering: options.steering ?? [],
      rules: ownersRules(request),
      questions: request.questions ?? [],
      random: options.random,
      fenced: new Map(),
    },
    schema: newPageSchema(request.snapshot),
    date,
    isDateFromText: false,
    autoLink: autoLink !== 'off' && autoLink !== 'manual',
    quotes: new QuoteLookup(request.text),
    notes: [],
    dateOf(id) {
      if (id === request.source.id) return date;
      const source = request.snapshot.source(id);
      return source?.date?.slice(0, 10) ?? null;
    },
  };
}

/** The day that an earlier plan read in a text that has not changed since is its date. */
function withRecordedDate(request: CurateRequest): CurateRequest {
  const { source, text, snapshot } = request;
  const isSame = snapshot.provenance.sources[source.path]?.contentHash === text.hash;
  const isDated = text.date !== null && !isChangeDate(text);
  if (!isSame || isDated || source.dateFrom !== 'document') return request;
  return { ...request, text: { ...text, date: source.date } };
}

/** Decisions about names that a plan is told. */
const MAX_NAMES = 60;

/** What the owner wants of a plan: standing rules, and what is decided about names that the source has. */
export function ownersRules({
  snapshot,
  text,
  resume,
  wishes = NO_WISHES,
}: Pick<CurateRequest, 'snapshot' | 'text' | 'resume' | 'wishes'>): readonly string[] {
  const { manifest } = snapshot;
  const { list } = nameDecisions(manifest, wishes.names);
  const said = list.length === 0 ? '' : nameKey(text.passages.map((passage) => passage.text).join(' '));
  const forSource = new Set(wishes.names.map(({ name }) => name));
  const names = list.filter(({ name }) => forSource.has(name) || said.includes(nameKey(name))).slice(0, MAX_NAMES);
  const wanted = resume?.units === undefined ? [] : ['Every unit below goes on a page; leave none.'];
  const { spared, moves, units } = wishes;
  return [
    ...wanted,
    ...spared.map((slug) => `Leave the page "${slug}" as it is.`),
    ...moves.map(({ from, to }) => `What you would put on "${from}" goes on the page "${to}".`),
    ...(units === '' ? [] : [`These units go on a page: ${units}. Do not leave them.`]),
    ...standingRules(manifest),
    ...names.map(describeName),
  ];
}

function describeName(decision: NameDecision): string {
  if (decision.kind === 'never') return `No page for "${decision.name}".`;
  if (decision.kind === 'always') return `"${decision.name}" has a page of its own.`;
  return decision.kind === 'same'
    ? `"${decision.name}" is another name of "${decision.as}".`
    : `The page of "${decision.name}" is titled "${decision.to}".`;
}

/** The reasons for a whole proposal, for pages that do not exist, and for these pages. A reason for one page goes with that page only. */
export function steeringFor({ promptContext, request }: Curation, pages: readonly Page[]): readonly SteeringNote[] {
  return promptContext.steering.filter(
    ({ path }) => path === null || !request.snapshot.pages.has(path) || pages.some((page) => page.path === path),
  );
}

/** The policy that resolves contradictions. */
export function conflictPolicy(curation: Curation): ConflictPolicy {
  return {
    resolution: curation.request.lens.effective.curation.conflictResolution ?? 'defer',
    dateOf: (source) => source.date?.slice(0, 10) ?? null,
    source: curation.request.source,
    date: curation.date,
    isSuperseded: (source) => isSuperseded(source, (id) => curation.request.snapshot.source(id)),
  };
}

/** What the model's texts may contain. @param newSlugs slugs of new pages */
export function buildTextRules(curation: Curation, newSlugs: readonly string[]): TextRules {
  const { snapshot, source, picture } = curation.request;
  const created = new Set(newSlugs);
  return {
    slugOf(target) {
      if (!curation.autoLink) return null;
      const name = linkName({ target, external: false });
      const plain = target.trim().replace(/\.md$/i, '').replace(/^.*\//, '');
      if (created.has(plain)) return plain;
      if (created.has(name)) return name;
      const found = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
      return found.kind === 'page' ? found.page.slug : null;
    },
    citable: new Set([source.id]),
    isQuote: (quote) => picture === undefined && curation.quotes.find(quote) !== null,
  };
}

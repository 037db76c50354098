import { plural, throwIfCancelled, type Random } from '../../base';
import { type ChangeSet, type HandEdits } from '../../change';
import { estimateTokens, type LanguageModel, type Message } from '../../model';
import { contradictionBullet, hubRole, isDisputesPage, type HubRole, type Snapshot } from '../../wiki';
import { standingRules } from '../../workspace';
import { writeNewSchema, writeSchema, type RawWrittenPage } from '../model-run/answer-schemas';
import { cleanConflict } from '../model-run/conflict-callouts';
import { ModelCaller } from '../model-run/model-caller';
import { type PageProblem } from '../model-run/page-problem';
import { buildStablePart, rulesPart } from '../model-run/prompt';
import { mergeRepair, showAnswer } from '../model-run/repair';
import { fitsInPrompt, selectChunks, shownTokens } from '../model-run/select-chunks';
import { settleDrops } from '../model-run/settle-drops';
import { type CallEstimate } from '../model-run/types';
import { isFinal } from '../model-run/unusable-answer';
import { accountFacts } from '../model-run/written-facts';
import { buildHubFiles } from './build-hubs';
import { HubDrafter, type HubRequest, type WrittenHub } from './draft-hubs';
import { gather, MIN_DATED, type HubMaterial } from './gather';
import { hubPrompt, type HubInput } from './hub-prompt';
import { isTooLong, overviewWords } from './overview-length';

interface HubOptions {
  readonly model: LanguageModel;
  readonly random: Random;
  readonly language?: string;
  readonly handEdits?: (paths: readonly string[]) => Promise<HandEdits>;
}

const MAX_REPAIRS = 2;
const MAX_ERRORS = 30;
/** Errors of a new page that are not worth another call. */
const MAX_UNREPAIRED = 3;
/** In a wiki with fewer pages or sources, a reader needs no overview. */
const MIN_PAGES = 5;
const MIN_SOURCES = 3;
/** What code found to differ or to be open, in lines: fewer are no page. */
const MIN_DISPUTED = 3;
/** Hubs are brought up to date for so many statements that none of them makes. */
const MIN_FRESH = 5;
const NOTHING_TO_COMPOSE = 'There is nothing to compose: an overview page needs more pages, or new statements.';
const NOTHING_NEW = 'Nothing new: no page says anything that the model has not seen for the overview pages.';
const NOTHING_ADDED = 'The answer of the model added nothing to the overview pages.';
const NEW_ANSWER_TOKENS = 550;
const EDIT_ANSWER_TOKENS = 250;

/** Whether a wiki has grown to where its readers need an overview, and has none. Reads no page. */
export function lacksOverview(snapshot: Snapshot): boolean {
  const topics = [...snapshot.pages.values()].filter(
    (page) => page.kind !== 'summary' && page.schema !== null && !isDisputesPage(page),
  );
  if (topics.length < MIN_PAGES || topics.some((page) => hubRole(page) === 'overview')) return false;
  return new Set(topics.flatMap(({ sources }) => sources)).size >= MIN_SOURCES;
}

/** The hubs that the wiki lacks and has statements for. */
function missingRoles({ roles, fresh, disputed }: HubMaterial): readonly HubRole[] {
  const wanted: readonly (readonly [HubRole, boolean])[] = [
    ['overview', true],
    ['timeline', fresh.dated >= MIN_DATED],
    ['disagreements', disputed.length >= MIN_DISPUTED],
    ['people', true],
    ['table', true],
  ];
  return wanted.flatMap(([role, isWorth]) => (isWorth && !roles.has(role) ? [role] : []));
}

/** Whether there is anything to ask for. */
function isWorthAsking(gathered: HubMaterial, { considered }: Pick<HubRequest, 'considered'>): boolean {
  const { pages, hubs, roles, fresh } = gathered;
  if (pages.length < MIN_PAGES || (hubs.size === 0 && missingRoles(gathered).length === 0)) return false;
  const isUntidy = needsTidying(gathered) && considered?.has(TIDIED) !== true;
  return !roles.has('overview') || fresh.unknown >= MIN_FRESH || isUntidy;
}

/** Says among what a run considered that it asked for a better overview: that is not asked for again by itself. */
const TIDIED = 'tidied';

/** An overview that is too long, or lists what the page of disputes tells. */
function needsTidying({ overview, pages }: HubMaterial): boolean {
  return overview !== null && (overview.disputes !== null || isTooLong(overview.words, pages.length));
}

/** Tokens of hubs that a prompt shows whole. */
const MAX_SHOWN_HUBS = 9000;

/** The hubs as numbered blocks: whole, or nobody could correct them or see what they lack; of one for which there is no room, its outline. */
function shownHubs({ hubs }: HubMaterial): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  let left = MAX_SHOWN_HUBS;
  for (const [slug, { view }] of hubs) {
    const size = shownTokens(view, [], 'compose');
    const isWhole = size <= left && fitsInPrompt(view);
    if (isWhole) left -= size;
    shown.set(slug, selectChunks(view, [], isWhole ? 'compose' : 'edit'));
  }
  return shown;
}

async function inputFor(request: HubRequest, gathered: HubMaterial, drafter: HubDrafter): Promise<HubInput> {
  const shown = shownHubs(gathered);
  await request.run.yieldToHost();
  return {
    gathered,
    missing: missingRoles(gathered),
    shown,
    sources: drafter.sourceLines(),
    policy: request.lens.effective.curation.conflictResolution ?? 'defer',
    rules: rulesPart(standingRules(request.snapshot.manifest), drafter.random),
    repair: new Map(),
    errors: [],
  };
}

async function promptFor(
  request: HubRequest,
  { random, language }: Pick<HubOptions, 'random' | 'language'>,
  input: HubInput,
): Promise<readonly Message[]> {
  const stable = await buildStablePart(request.snapshot, request.lens, language);
  return hubPrompt({ stable, random }, input);
}

/** An overview of many pages is longer than the others. */
function newAnswerTokens(missing: readonly HubRole[], { pages }: HubMaterial): number {
  const sizes = missing.map((role) => (role === 'overview' ? overviewWords(pages.length).to / overviewWords(0).to : 1));
  return Math.round(NEW_ANSWER_TOKENS * sizes.reduce((sum, size) => sum + size, 0));
}

/** What composing hubs will take; nothing if there is nothing to compose. Asks no model. */
export async function estimateHubs(
  request: HubRequest,
  options: Pick<HubOptions, 'random' | 'language'>,
): Promise<CallEstimate> {
  const gathered = await gather(request);
  if (!isWorthAsking(gathered, request)) return { inputTokens: 0, outputTokens: 0, calls: 0 };
  const drafter = new HubDrafter(request, options.random, gathered);
  const input = await inputFor(request, gathered, drafter);
  const messages = await promptFor(request, options, input);
  return {
    inputTokens: estimateTokens(JSON.stringify(messages)),
    outputTokens: newAnswerTokens(input.missing, gathered) + EDIT_ANSWER_TOKENS * gathered.hubs.size,
    calls: 1,
  };
}

/**
 * Has a model write the pages that connect a wiki, or bring them up to date: an overview, a timeline, a list of people, a table. It sees
 * statements that pages make already and no source, and cites what they cite; code copies the footnotes. What it sees does not grow
 * with the wiki.
 *
 * @returns a change set without files if there is nothing to compose
 * @throws ModelError
 */
export async function composeHubs(request: HubRequest, options: HubOptions): Promise<ChangeSet> {
  const { run } = request;
  const gathered = await gather({ ...request, handEdits: options.handEdits });
  const drafter = new HubDrafter(request, options.random, gathered);
  const caller = new ModelCaller(options.model, run, { isSmall: false });
  const isAsked = isWorthAsking(gathered, request);
  const written = isAsked ? await askForHubs(request, options, { gathered, drafter, caller }) : [];
  const files = buildHubFiles(request, drafter, written);
  const notes = written.flatMap(({ page }) => page.errors.map(({ text }) => `${page.planned.slug}: ${text}`));
  const bullets = written.flatMap(({ page: { planned, written: raw } }) => [
    `composed: ${planned.title}`,
    ...raw.conflicts.map(({ what }) => contradictionBullet(planned.slug, cleanConflict(what))),
  ]);
  const shown = gathered.pages.reduce((sum, { claims }) => sum + claims.length, 0);
  return {
    title: 'Compose overview pages',
    producer: 'maintenance',
    files,
    log: { event: 'manual', subject: 'overview pages', bullets },
    sources: [],
    notes:
      files.length === 0
        ? [whyNothing(isAsked, gathered)]
        : [
            `Made from ${plural(shown, 'statement')} of ${plural(gathered.pages.length, 'page')}, with their footnotes. No source was read.`,
            ...leftOutNote(gathered),
            ...notes,
          ],
    facts: {
      ...caller.facts(),
      accounts: accountFacts(written.map(({ page }) => page)),
      ...(isAsked && {
        offered: gathered.offered,
        considered: [...gathered.considered, ...(needsTidying(gathered) ? [TIDIED] : [])],
      }),
    },
  };
}

function whyNothing(isAsked: boolean, { hubs }: HubMaterial): string {
  if (isAsked) return NOTHING_ADDED;
  return hubs.size === 0 ? NOTHING_TO_COMPOSE : NOTHING_NEW;
}

/** A wiki of many dates is told in several runs. */
function leftOutNote({ leftOut }: HubMaterial): readonly string[] {
  if (leftOut === 0) return [];
  return [`${plural(leftOut, 'more statement')} with a date did not fit. Compose again to take them up.`];
}

interface Asking {
  readonly gathered: HubMaterial;
  readonly drafter: HubDrafter;
  readonly caller: ModelCaller;
}

async function askForHubs(
  request: HubRequest,
  options: HubOptions,
  { gathered, drafter, caller }: Asking,
): Promise<readonly WrittenHub[]> {
  const done = new Map<string, WrittenHub>();
  let input = await inputFor(request, gathered, drafter);
  for (let attempt = 0; attempt <= MAX_REPAIRS; attempt += 1) {
    throwIfCancelled(request.run);
    const messages = await promptFor(request, options, input);
    const schema = gathered.hubs.size === 0 && attempt === 0 ? writeNewSchema() : writeSchema();
    const answers = await askOrKeep(() => caller.ask('hubs', messages, schema), attempt > 0);
    if (answers === null) break;
    takeAnswers(answers.pages, drafter, done);
    // What is only too long is asked for again once.
    const open = [...done.values()].filter((hub) => isWorthRepairing(hub, attempt === 0));
    if (open.length === 0) break;
    input = {
      ...input,
      shown: new Map([...input.shown].filter(([slug]) => open.some(({ page }) => page.planned.slug === slug))),
      repair: new Map(open.map(({ page }) => [page.planned.slug, showAnswer(page.written)])),
      errors: open
        .flatMap(({ page }) => page.errors.map(({ text }) => `${page.planned.slug}: ${text}`))
        .slice(0, MAX_ERRORS),
    };
  }
  const written = [...done.values()].filter(({ page }) => page.change !== null || (page.content?.text ?? '') !== '');
  const settled = await settleDrops(
    written.map(({ page }) => page),
    request.snapshot,
  );
  return written.map((hub, at) => ({ ...hub, page: settled[at] ?? hub.page }));
}

/** A few rows that were left out are no loss: other pages have them. What a hub said before must not be lost, and nothing be invented. */
function isWorthRepairing({ page, invented }: WrittenHub, isFirst: boolean): boolean {
  const isLong = ({ code }: PageProblem): boolean => code === 'too_long';
  const errors = page.errors.filter((error) => !isLong(error));
  const isLeft = errors.length > (page.change === null ? MAX_UNREPAIRED : 0);
  return invented.length > 0 || isLeft || (isFirst && page.errors.some(isLong));
}

function takeAnswers(answers: readonly RawWrittenPage[], drafter: HubDrafter, done: Map<string, WrittenHub>): void {
  const known = answers.map((raw) => ({ raw, slug: drafter.slugFor(raw) })).filter(({ slug }) => slug !== null);
  // All of them may be linked by each other.
  for (const { raw, slug } of known)
    if (slug !== null) drafter.plan(slug, mergeRepair(done.get(slug)?.page.written, raw));
  for (const { raw, slug } of known) {
    if (slug === null) continue;
    const before = done.get(slug);
    const hub = drafter.draft(slug, mergeRepair(before?.page.written, raw));
    if (hub === null) continue;
    // A repair that is worse than what it repairs is not taken.
    if (before === undefined || hub.page.errors.length <= before.page.errors.length) done.set(slug, hub);
  }
}

/** A repair that fails leaves what was written before. */
async function askOrKeep<T>(ask: () => Promise<T>, isRepair: boolean): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!isRepair || isFinal(error)) throw error;
    return null;
  }
}

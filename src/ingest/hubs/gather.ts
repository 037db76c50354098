import { type Run, findDates } from '../../base';
import { type HandEdits } from '../../change';
import { isQuotedLine } from '../../markdown';
import { estimateTokens } from '../../model';
import { hashText } from '../../vault';
import { hubRole, isDisputesPage, readLedger, type Claim, type HubRole, type Page, type Snapshot } from '../../wiki';
import { readSummaries, type Summaries, type Telling } from '../details';
import { MarkTable } from '../model-run/marks';
import { gatheredClaim, MAX_CLAIM_LENGTH, type GatheredPage } from './claim-lines';
import { disputedLines, disputesTold } from './disputed';
import { byWeight, hubsOf, rolesOf } from './hubs-of';
import { overviewState, type OverviewState } from './overview-state';
import { viewPage, type PageView } from '../model-run/page-view';

/** What hubs are made from: statements that the wiki makes already, and the hubs that it has. */
export interface HubMaterial {
  readonly marks: MarkTable;
  readonly pages: readonly GatheredPage[];
  /** Hubs that exist, by slug. */
  readonly hubs: ReadonlyMap<string, { readonly role: HubRole; readonly view: PageView }>;
  /** What the wiki has a hub for, shown or not. */
  readonly roles: ReadonlySet<HubRole>;
  /** What was shown: the keys of {@link GatherRequest.offered}. */
  readonly offered: readonly string[];
  /** Statements that no hub makes: how many of them have a date, and how many no earlier run knew. */
  readonly fresh: { readonly dated: number; readonly unknown: number };
  /** What was not shown and has no date: the keys of {@link GatherRequest.considered}. */
  readonly considered: readonly string[];
  /** Statements with a date that did not fit in the prompt. */
  readonly leftOut: number;
  /** Everything that the pages of the prompt say and quote, to tell what a hub adds to it. */
  readonly known: string;
  /** What pages that are no hubs say, by slug, the page of disputes first: what they say, a hub may leave out. */
  readonly sayings: ReadonlyMap<string, Telling>;
  /** The summaries that keep what a hub leaves out. */
  readonly summaries: Summaries;
  /** What code found to differ, to have changed or to be open, as a prompt shows it. */
  readonly disputed: readonly string[];
  /** The overview as it is; `null` if there is none, or none that can be read. */
  readonly overview: OverviewState | null;
}

/** Pages that are read, the most linked first, and tokens of their statements in the prompt. */
const MAX_PAGES = 60;
const MAX_CLAIM_TOKENS = 4500;
const CLAIMS_PER_SHARE = 12;
/** Rows are short and say nothing without the others: more tokens for these alone, and rows of one section that they are for. */
const MAX_ROW_TOKENS = 3000;
const MAX_TABLE_ROWS = 100;
/** Rows of one section that have their turn with the prose: without a date, and with one, which belong on a timeline. */
const MAX_ROWS = 6;
const MAX_DATED_ROWS = 40;
/** The share of the tokens that statements with a date may take before the others have their turn. */
const DATED_SHARE = 0.7;
const OFFER_LENGTH = 12;
/** A timeline is worth making of so many dated statements that no hub makes. */
export const MIN_DATED = 8;
/** Marks of a statement take so many tokens. */
const MARK_TOKENS = 6;

interface GatherRequest {
  readonly snapshot: Snapshot;
  /** Pages that have just changed, which come first. */
  readonly touched?: ReadonlySet<string>;
  /** What earlier runs were shown already, which comes last. */
  readonly offered?: ReadonlySet<string> | undefined;
  /** What else earlier runs found, and did not show. With a date it has its turn all the same, since a timeline is to be whole. */
  readonly considered?: ReadonlySet<string> | undefined;
  readonly handEdits?: ((paths: readonly string[]) => Promise<HandEdits>) | undefined;
  readonly run: Run;
}

interface ReadPage {
  readonly page: Page;
  readonly text: string;
  readonly claims: readonly Claim[];
}

/**
 * Gathers statements that rest on a source from the pages of most weight. What is shown does not grow with the wiki, and of what is
 * read only the summaries of the sources that hubs cite do. A statement that a hub makes already is left out, once there is an overview.
 */
export async function gather(request: GatherRequest): Promise<HubMaterial> {
  const { snapshot, touched, offered, considered, run } = request;
  const marks = new MarkTable('', [], null);
  const { hubs, said } = await readHubs(request, marks);
  const read = await readTopics({ snapshot, touched, run });
  const isFresh = ({ support }: Claim): boolean => !support.every((key) => said.has(key));
  const all = read.flatMap(({ claims }) => claims.filter(isFresh));
  const roles = rolesOf(snapshot);
  // A new overview also says what a timeline does, and a new timeline what the overview tells without its day.
  const dated = all.filter(isDated).length;
  const lacksTimeline = !roles.has('timeline') && dated >= MIN_DATED;
  const isOpen = (claim: Claim): boolean =>
    isFresh(claim) || !roles.has('overview') || (lacksTimeline && isDated(claim));
  const open = read.map(({ claims, ...rest }) => ({ ...rest, claims: claims.filter(isOpen) }));
  const { pages, leftOut } = fitted(open, marks, offered);
  const shown = pages.flatMap(({ claims }) => claims.map(({ claim }) => claim));
  const told = await disputesTold(snapshot);
  const overview = [...hubs.values()].find(({ role }) => role === 'overview');
  const disputed = told === null ? [] : disputedLines(told, marks);
  const quotes = wordsBehind([
    ...shown,
    ...(told?.claims ?? []),
    ...[...hubs.values()].flatMap(({ view }) => view.ledger.claims),
  ]);
  const names = read.flatMap(({ page }) => [page.title, ...page.aliases]);
  return {
    marks,
    pages,
    hubs,
    roles,
    offered: shown.map(offerOf),
    leftOut,
    fresh: { dated, unknown: all.filter((claim) => isUnknown(claim, { offered, considered })).length },
    considered: [...new Set(all.filter((claim) => !isDated(claim) && !shown.includes(claim)).map(offerOf))],
    known: [...quotes, ...names].join('\n'),
    sayings: new Map([
      ...(told === null ? [] : [[told.page.slug, told] as const]),
      ...read.map(({ page, claims }) => [page.slug, { page, claims }] as const),
    ]),
    summaries: await readSummaries(
      snapshot,
      [...hubs.values()].flatMap(({ view }) => view.ledger.claims),
    ),
    disputed,
    overview: overview === undefined ? null : overviewState(overview.view, told),
  };
}

/** The hubs as blocks, and what their statements rest on. */
async function readHubs(
  { snapshot, handEdits }: GatherRequest,
  marks: MarkTable,
): Promise<Pick<HubMaterial, 'hubs'> & { readonly said: ReadonlySet<string> }> {
  const hubPages = hubsOf(snapshot);
  const edited = await handEdits?.(hubPages.map(({ path }) => path));
  const hubs = new Map<string, { readonly role: HubRole; readonly view: PageView }>();
  const said = new Set<string>();
  for (const page of hubPages) {
    const text = await snapshot.text(page.path);
    const role = hubRole(page);
    if (text === null || role === null || snapshot.pagesBySlug(page.slug).length > 1) continue;
    const byHand = edited?.get(page.path);
    hubs.set(page.slug, { role, view: viewPage(page, text, marks, ({ key }) => byHand?.has(key) === true) });
    for (const { support } of readLedger(text).claims) for (const key of support) said.add(key);
  }
  return { hubs, said };
}

/** The pages of most weight that are no hubs. */
async function readTopics({
  snapshot,
  touched,
  run,
}: Pick<GatherRequest, 'snapshot' | 'run'> & { readonly touched: GatherRequest['touched'] | undefined }): Promise<
  readonly ReadPage[]
> {
  const topics = [...snapshot.pages.values()].filter(
    (page) => page.kind !== 'summary' && page.schema !== null && hubRole(page) === null && !isDisputesPage(page),
  );
  const read: ReadPage[] = [];
  for (const page of byWeight(topics, snapshot, touched).slice(0, MAX_PAGES)) {
    await run.yieldToHost();
    const text = await snapshot.text(page.path);
    if (text === null || snapshot.pagesBySlug(page.slug).length > 1) continue;
    // What a callout quotes, the text above it tells.
    const claims = readLedger(text).claims.filter((claim) => isUsable(claim) && !isQuotedLine(text, claim.start));
    read.push({ page, text, claims });
  }
  return read;
}

/** What statements say, and what they rest on. */
function wordsBehind(claims: readonly Claim[]): readonly string[] {
  return claims.flatMap(({ text, heading, notes }) => [
    text,
    heading ?? '',
    ...notes.map(({ quote, anchor }) => `${quote ?? ''}\n${anchor.heading ?? ''}`),
  ]);
}

/** A statement in prose or a row with at least one quote. */
function isUsable({ kind, notes, text }: Claim): boolean {
  return (kind === 'sentence' || kind === 'row') && notes.some(({ quote }) => quote !== null) && text.length > 8;
}

export function isDated({ text }: Claim): boolean {
  return findDates(text).length > 0;
}

/**
 * The statements that fit: the first one of each page, then those with a date, which a timeline tells, then the rest, page by page in
 * turns, so that each page has its say before the long ones have more of it. Of two that rest on the same passages, the one of the page
 * with more weight.
 */
function fitted(
  read: readonly ReadPage[],
  marks: MarkTable,
  offered: ReadonlySet<string> = new Set(),
): Pick<HubMaterial, 'pages' | 'leftOut'> {
  const chosen = new Set<Claim>();
  const seen = new Set<string>();
  let used = 0;
  const takeInTurns = (lists: readonly (readonly Claim[])[], limit: number): void => {
    // A long page gets more of each turn.
    const shares = lists.map((claims) => ({ claims, share: Math.ceil(claims.length / CLAIMS_PER_SHARE) }));
    for (let turn = 0; turn < CLAIMS_PER_SHARE; turn += 1) {
      for (const claim of shares.flatMap(({ claims, share }) => claims.slice(turn * share, (turn + 1) * share))) {
        const key = supportOf(claim);
        const size = estimateTokens(claim.text.slice(0, MAX_CLAIM_LENGTH)) + MARK_TOKENS * claim.notes.length;
        if (seen.has(key) || used + size > limit) continue;
        seen.add(key);
        chosen.add(claim);
        used += size;
      }
    }
  };
  const newFirst = read.map(({ claims }) => {
    const [seenBefore, isNew] = [
      claims.filter((claim) => offered.has(offerOf(claim))),
      claims.filter((claim) => !offered.has(offerOf(claim))),
    ];
    return [...isNew, ...seenBefore];
  });
  const ordered = newFirst.map((claims) => withoutLongTables(claims, { dated: MAX_DATED_ROWS, other: MAX_ROWS }));
  takeInTurns(
    ordered.map((claims) => claims.slice(0, 1)),
    MAX_CLAIM_TOKENS,
  );
  takeInTurns(
    ordered.map((claims) => claims.filter(isDated)),
    MAX_CLAIM_TOKENS * DATED_SHARE,
  );
  takeInTurns(ordered, MAX_CLAIM_TOKENS);
  const rows = newFirst.map((claims) => claims.filter(({ kind }) => kind === 'row'));
  takeInTurns(
    rows.map((claims) => withoutLongTables(claims, { dated: MAX_TABLE_ROWS, other: MAX_TABLE_ROWS })),
    used + MAX_ROW_TOKENS,
  );
  const left = read.flatMap(({ claims }) => claims.filter((claim) => isDated(claim) && !seen.has(supportOf(claim))));
  const pages = read.map(({ page, text, claims }) => ({
    page,
    claims: claims.filter((claim) => chosen.has(claim)).map((claim) => gatheredClaim({ text, page }, claim, marks)),
    rowsLeftOut: claims.filter((claim) => claim.kind === 'row' && !seen.has(supportOf(claim))).length,
  }));
  return { pages, leftOut: new Set(left.map(supportOf)).size };
}

/** Whether no earlier run showed a statement to the model, or passed over it. */
function isUnknown(claim: Claim, { offered, considered }: Pick<GatherRequest, 'offered' | 'considered'>): boolean {
  const key = offerOf(claim);
  return offered?.has(key) !== true && (isDated(claim) || considered?.has(key) !== true);
}

/** A short name for what a statement rests on. */
const offerOf = (claim: Claim): string => hashText(supportOf(claim)).slice(0, OFFER_LENGTH);

const supportOf = ({ support }: Claim): string => [...support].sort().join('\n');

/** A long table is a hub for itself: a few of its rows tell what it holds. Those with a date are events. */
function withoutLongTables(
  claims: readonly Claim[],
  most: { readonly dated: number; readonly other: number },
): readonly Claim[] {
  const rows = new Map<string, number>();
  return claims.filter((claim) => {
    if (claim.kind !== 'row') return true;
    const dated = isDated(claim);
    const key = `${dated ? 'dated' : 'other'} ${claim.heading ?? ''}`;
    const count = (rows.get(key) ?? 0) + 1;
    rows.set(key, count);
    return count <= (dated ? most.dated : most.other);
  });
}

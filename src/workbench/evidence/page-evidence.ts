import { finish, finishInTurns, type Steps, type YieldBudget } from '../../base';
import { bodyStartOf, createLineIndex, readBlocksInSteps, type Block } from '../../markdown';
import { readLedger, type Claim } from '../../wiki';

/**
 * What a paragraph or a row rests on, the worst first. `unfounded`: its quote is not in the source, or the source is gone; `old`: its newest source is
 * past the age that the wiki allows.
 */
export const EVIDENCE_STATES = ['unfounded', 'contested', 'old', 'uncited', 'by-hand', 'quoted'] as const;

type EvidenceState = (typeof EVIDENCE_STATES)[number];

/** A paragraph, list item or table row that says something. */
export interface EvidenceBlock {
  readonly kind: 'paragraph' | 'item' | 'row';
  /** Of the whole text, counted from 0; both belong to it. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** The worst state of its sentences. */
  readonly state: EvidenceState;
  /** How many of its sentences are in that state, and how many it has. */
  readonly count: number;
  readonly sentences: number;
}

/** On what a page rests, block by block. */
export interface PageEvidence {
  /** In reading order. */
  readonly blocks: readonly EvidenceBlock[];
  /** Labels of footnotes whose statement another one contradicts. */
  readonly contested: ReadonlySet<string>;
  /** Labels of footnotes whose quote the check did not find. */
  readonly unfounded: ReadonlySet<string>;
  /** How many blocks are in each state. */
  readonly counts: Readonly<Record<EvidenceState, number>>;
  /** Days after which a source is too old for this page; `null` where the wiki sets none. */
  readonly days: number | null;
}

/** What the text of a page alone does not tell. */
interface EvidenceFacts {
  /** Labels of footnotes whose quote the check did not find. */
  readonly unfounded: ReadonlySet<string>;
  isContested(claim: Claim): boolean;
  /** Whether a person wrote the statement, or edited it. */
  isByHand(claim: Claim): boolean;
  /** Milliseconds since the epoch; `null` where unknown. */
  sourceTime(id: string): number | null;
  readonly now: number;
  readonly days: number | null;
}

const DAY = 86_400_000;
/** UTF-16 units. Nothing is drawn beside a longer page. */
const MAX_LENGTH = 400_000;

export const NO_EVIDENCE: PageEvidence = {
  blocks: [],
  contested: new Set(),
  unfounded: new Set(),
  counts: { unfounded: 0, contested: 0, old: 0, uncited: 0, 'by-hand': 0, quoted: 0 },
  days: null,
};

/** Reads the evidence of a page's text, with turns for the host. Headings, code, comments and notes of the program itself rest on nothing. */
export function readEvidenceInTurns(text: string, facts: EvidenceFacts, budget: YieldBudget): Promise<PageEvidence> {
  return finishInTurns(evidenceSteps(text, facts), budget);
}

function* evidenceSteps(text: string, facts: EvidenceFacts): Steps<PageEvidence> {
  if (text.length > MAX_LENGTH) return { ...NO_EVIDENCE, days: facts.days };
  const blocks = yield* blocksOf(text);
  const { claims } = readLedger(text);
  yield text.length;
  const lines = createLineIndex(text);
  const found: EvidenceBlock[] = [];
  const contested = new Set<string>();
  const counts = { ...NO_EVIDENCE.counts };
  let at = 0;
  for (const block of blocks) {
    const states: EvidenceState[] = [];
    while ((claims[at]?.start ?? Infinity) < block.start) at += 1;
    for (let claim = claims[at]; claim !== undefined && claim.start <= block.end; claim = claims[(at += 1)]) {
      const state = isStatement(claim, block, text) ? stateOf(claim, facts) : null;
      if (state === null) continue;
      states.push(state);
      if (facts.isContested(claim)) for (const { label } of claim.notes) contested.add(label);
    }
    yield 100;
    const state = EVIDENCE_STATES.find((each) => states.includes(each));
    if (state === undefined) continue;
    counts[state] += 1;
    found.push({
      kind: kindOf(block),
      firstLine: lines.placeAt(block.start).line - 1,
      lastLine: lines.placeAt(block.end).line - 1,
      state,
      count: states.filter((each) => each === state).length,
      sentences: states.length,
    });
  }
  return { blocks: found, contested, unfounded: facts.unfounded, counts, days: facts.days };
}

function kindOf({ kind, items }: Block): EvidenceBlock['kind'] {
  if (kind === 'row') return 'row';
  return items > 0 ? 'item' : 'paragraph';
}

function* blocksOf(text: string): Steps<readonly Block[]> {
  const steps = readBlocksInSteps(text, bodyStartOf(text));
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value.blocks.filter(
        ({ kind, isFootnote }) => !isFootnote && (kind === 'paragraph' || kind === 'row'),
      );
    }
    yield 30_000;
  }
}

/** A line of links and a callout of the program are nobody's statement. */
function isStatement({ support, text: said, start, end }: Claim, { quotes }: Block, text: string): boolean {
  if (support.length > 0) return true;
  if (quotes > 0 || !/[\p{L}\p{N}]/u.test(said) || /^see also\b/i.test(said)) return false;
  const besideLinks = text.slice(start, end).replace(/\[\[[^\]\n]*\]\]|\[[^\]\n]*\]\([^)\n]*\)/g, '');
  return /[\p{L}\p{N}]/u.test(besideLinks);
}

function stateOf(claim: Claim, facts: EvidenceFacts): EvidenceState {
  const isCited = claim.support.length > 0;
  if (claim.notes.some(({ label }) => facts.unfounded.has(label))) return 'unfounded';
  if (facts.isContested(claim)) return 'contested';
  if (!isCited) return facts.isByHand(claim) ? 'by-hand' : 'uncited';
  if (facts.isByHand(claim)) return 'by-hand';
  return isOld(claim, facts) ? 'old' : 'quoted';
}

function isOld({ notes, citations }: Claim, facts: EvidenceFacts): boolean {
  const { days, now } = facts;
  if (days === null) return false;
  const times = [...notes.map(({ sourceId }) => sourceId), ...citations].flatMap((id) => facts.sourceTime(id) ?? []);
  return times.length > 0 && Math.max(...times) + days * DAY <= now;
}

/** A sentence without a source. */
export interface UncitedStatement {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Every sentence of a page without a source, also a person's. */
export function uncitedStatements(text: string): readonly UncitedStatement[] {
  if (text.length > MAX_LENGTH) return [];
  const { claims } = readLedger(text);
  if (claims.every(({ support }) => support.length > 0)) return [];
  const found: UncitedStatement[] = [];
  const blocks = finish(blocksOf(text));
  let at = 0;
  for (const claim of claims) {
    while ((blocks[at]?.end ?? Infinity) < claim.start) at += 1;
    const block = blocks[at];
    if (block === undefined || claim.start < block.start || claim.support.length > 0) continue;
    if (isStatement(claim, block, text)) found.push({ text: claim.text, line: claim.line });
  }
  return found;
}

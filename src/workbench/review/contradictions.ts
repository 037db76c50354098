import { type Anchor } from '../../change';
import { type HunkDecision } from '../../proposal';
import { readLedger } from '../../wiki';
import { type ReviewFile, type ReviewHunk } from './types';

/** What is said on one side of a contradiction. */
export interface ContradictionSide {
  /** In the words of the source, else of the page. */
  readonly text: string;
  /** Path of the source; `null` for a statement of the page without one. */
  readonly source: string | null;
  readonly anchor: Anchor;
}

/** How a person settles a contradiction: what the page says already, what the new source says, both, or neither yet. */
export type Settlement = 'current' | 'proposed' | 'both' | 'open';

/** Two statements about one attribute that cannot both be true, in a change under review. */
export interface ReviewContradiction {
  readonly attribute: string;
  readonly current: ContradictionSide;
  readonly proposed: ContradictionSide;
  readonly settlement: Settlement;
}

/** The first line of the callout that marks it on the page. */
const TITLE = /^> \[!(?:warning|info)\] (?:Contradiction|Sources disagree): (.+)$/m;
const SETTLED: Readonly<Record<Exclude<Settlement, 'open'>, string>> = {
  current: 'The statement above is kept, as you decided.',
  proposed: 'This is kept, as you decided.',
  both: 'Both are kept, as you decided.',
};
const SETTLEMENTS = ['current', 'proposed', 'both'] as const;

/** The contradiction that a hunk marks on its page; `null` if it marks none, or one that the manifest's policy decided. */
export function readContradiction(
  { edit }: Pick<ReviewFile, 'edit'>,
  { hunk }: ReviewHunk,
): ReviewContradiction | null {
  const title = hunk.title.startsWith('Contradiction: ') ? TITLE.exec(hunk.text)?.[1] : undefined;
  if (title === undefined) return null;
  const settlement = SETTLEMENTS.find((each) => title.endsWith(`. ${SETTLED[each]}`)) ?? 'open';
  if (settlement === 'open' && !hunk.text.includes('[!warning]')) return null;
  // The curator names what is new first.
  const [incoming] = hunk.evidence;
  const earlier = hunk.evidence.find(({ source }) => source !== incoming?.source);
  const above = readLedger(edit.base).claims.findLast(({ end }) => end <= hunk.start);
  const text = earlier?.quote ?? above?.text;
  if (incoming === undefined || text === undefined) return null;
  const note = above?.notes.find(({ quote }) => quote !== null);
  return {
    attribute: settlement === 'open' ? title : title.slice(0, -SETTLED[settlement].length - 2),
    current: { text, source: earlier?.source ?? null, anchor: note?.anchor ?? earlier?.anchor ?? {} },
    proposed: { text: incoming.quote, source: incoming.source, anchor: incoming.anchor },
    settlement,
  };
}

/**
 * The decisions with which a contradiction is settled, for `ReviewSession.decide`: the callout says who holds, and once no
 * contradiction of the proposal is open, the summaries of its sources no longer contradict each other.
 * @param files of the review
 */
export function settleContradiction(
  files: readonly ReviewFile[],
  id: string,
  settlement: Settlement,
): Readonly<Record<string, HunkDecision | null>> {
  const changes: Record<string, HunkDecision | null> = {};
  let open = 0;
  for (const file of files) {
    for (const item of file.hunks) {
      const found = readContradiction(file, item);
      if (found === null) continue;
      if (item.hunk.id !== id) open += found.settlement === 'open' ? 1 : 0;
      else changes[id] = { verdict: 'accepted', text: withTitle(item.hunk.text, found.attribute, settlement) };
    }
  }
  if (settlement === 'open') open += 1;
  for (const file of files)
    for (const item of file.hunks) Object.assign(changes, marksDecision(file, item, open === 0));
  return changes;
}

function withTitle(text: string, attribute: string, settlement: Settlement): string {
  const title =
    settlement === 'open'
      ? `> [!warning] Contradiction: ${attribute}`
      : `> [!info] Sources disagree: ${attribute}. ${SETTLED[settlement]}`;
  return text.replace(TITLE, () => title);
}

const MARKS = /^contradicts:[ \t]*\r?\n(?:[ \t]+-[^\n]*\n?)+/m;

/** What becomes of `contradicts` in the frontmatter that a hunk writes. */
function marksDecision(
  { kind }: ReviewFile,
  { hunk, decision }: ReviewHunk,
  isSettled: boolean,
): Readonly<Record<string, HunkDecision | null>> {
  if (kind === 'created') {
    if (decision?.verdict === 'rejected') return {};
    if (isSettled && MARKS.test(hunk.text))
      return { [hunk.id]: { verdict: 'accepted', text: hunk.text.replace(MARKS, '') } };
    return !isSettled && decision?.text !== undefined && !MARKS.test(hunk.text) && hunk.text.startsWith('---')
      ? { [hunk.id]: { verdict: 'accepted' } }
      : {};
  }
  const rest = hunk.text.replace(MARKS, '').trim();
  if (!MARKS.test(hunk.text) || rest !== '') return {};
  return { [hunk.id]: isSettled ? { verdict: 'rejected', reason: 'You settled the contradiction.' } : null };
}

import { contentWords } from '../../markdown';
import { readLedger, type Claim, type PageNote } from '../../wiki';
import { keptElsewhere, leftOut, type LeftOut } from '../details';
import { clipped } from '../model-run/account';
import { type RawWrittenPage } from '../model-run/answer-schemas';
import { problemOf, type PageProblem } from '../model-run/page-problem';
import { type PageView } from '../model-run/page-view';
import { readWritten, textOf, type WrittenPage } from '../model-run/read-written';
import { textFaults } from '../model-run/text-faults';
import { type RewriteMaterial } from './material';

/** A page as the model wrote it anew. */
export interface WrittenArticle {
  readonly page: WrittenPage;
  /** What its new text does not tell, and where that is kept. */
  readonly left: readonly LeftOut[];
  /** What the model is asked to mend. */
  readonly errors: readonly PageProblem[];
}

/**
 * A new sentence that shares less of its words with what its marks stand for has the wrong ones if another statement shares so much more, or if
 * it shares hardly any.
 */
const MIN_SHARE = 0.5;
const MUCH_BETTER = 0.25;
const LEAST_SHARE = 0.15;
const MIN_WORDS = 4;
const STEM_LENGTH = 5;
/** With one of these a page is not proposed: something would be lost. */
const FATAL: ReadonlySet<string> = new Set<PageProblem['code']>([
  'no_text',
  'own_sentence_missing',
  'unknown_own_sentence',
  'dropped_unnamed',
  'dropped_for_no_reason',
]);

export const isFatal = ({ code }: PageProblem): boolean => FATAL.has(code);

/** Reads what the model wrote for a page, and what became of each statement that the page had. */
export function readArticle(view: PageView, raw: RawWrittenPage, material: RewriteMaterial): WrittenArticle {
  const { page } = view;
  const planned = material.planned.get(page.slug);
  if (planned === undefined) throw new Error(`No plan for ${page.slug}.`);
  const kept = keptElsewhere(view.ledger.claims, material.summaries, material.marks);
  // The page stays what it is: its new text counts, whatever else an answer says.
  const whole = { ...raw, dropped: [...kept], conflicts: [], aliases: [], left: [] };
  const written = readWritten(planned, whole, {
    views: material.views,
    draftContext: (slug) => material.draftContext(slug),
    accountContext: { marks: material.marks, dateOf: material.dateOf, saysElsewhere: () => true },
  });
  const after = textOf(written);
  const claims = readLedger(after).claims;
  const left = leftOut(view, claims, material.summaries);
  return {
    page: written,
    left,
    errors: [
      ...written.errors,
      ...missingCallouts(view, after),
      ...faultsOf(view, after, material),
      ...wrongMarks(view.ledger.claims, claims),
    ],
  };
}

/** A contradiction that waits for a person is no text to write anew. */
function missingCallouts({ chunks, text }: PageView, after: string): readonly PageProblem[] {
  return chunks.flatMap(({ id, start, end }) => {
    const block = text.slice(start, end);
    if (!block.startsWith('> [!') || after.includes(block)) return [];
    return [
      problemOf(
        'own_sentence_missing',
        `Block ${id} waits for a person and is missing: write {${id}} on a line of its own.`,
      ),
    ];
  });
}

function faultsOf(view: PageView, after: string, material: RewriteMaterial): readonly PageProblem[] {
  const { page, ledger, ownClaims } = view;
  const faults = textFaults(ledger.claims, after, true, {
    title: [page.title, ...page.aliases].join('\n'),
    names: [...material.names, ...ledger.claims.map(({ text }) => text)],
    dateOf: material.dateOf,
    ofNote: (note) => passageOf(note, ledger.claims, material),
    own: new Set([...ownClaims].map(({ key }) => key)),
    elsewhere: new Map(),
  });
  return faults.filter(({ isMinor }) => !isMinor);
}

/** What a footnote quotes, and what the page said with it: both may give a detail of a new sentence. */
function passageOf(
  note: PageNote,
  claims: readonly Claim[],
  { dateOf, marks }: RewriteMaterial,
): readonly string[] | null {
  const mark = marks.forNote(note);
  const said = claims.filter(({ notes }) => notes.some((each) => marks.forNote(each) === mark)).map(({ text }) => text);
  if (said.length === 0 && note.quote === null) return null;
  return [
    note.sourceId,
    dateOf(note.sourceId) ?? '',
    note.quote ?? '',
    note.anchor.heading ?? '',
    note.speaker ?? '',
    ...said,
  ];
}

/** New sentences that say something else than what their marks stand for, where another statement says it, or none does. */
function wrongMarks(before: readonly Claim[], after: readonly Claim[]): readonly PageProblem[] {
  const known = new Set(before.map(({ key }) => key));
  const words = new Map(before.map((claim) => [claim, stemsOf(`${claim.text} ${quotesOf(claim)}`)] as const));
  return after.flatMap((claim) => {
    const own = [...stemsOf(claim.text)];
    const isNew = !known.has(claim.key) && claim.support.length > 0 && claim.kind !== 'code';
    if (!isNew || own.length < MIN_WORDS) return [];
    const shareIn = (said: ReadonlySet<string>): number => own.filter((word) => said.has(word)).length / own.length;
    const rests = (other: Claim): boolean => other.support.some((key) => claim.support.includes(key));
    const related = before.filter(rests).flatMap((other) => [...(words.get(other) ?? [])]);
    const share = shareIn(new Set([...related, ...stemsOf(`${quotesOf(claim)} ${claim.heading ?? ''}`)]));
    if (share >= MIN_SHARE) return [];
    const better = Math.max(
      0,
      ...before.filter((other) => !rests(other)).map((other) => shareIn(words.get(other) ?? new Set())),
    );
    if (share >= LEAST_SHARE && better < share + MUCH_BETTER) return [];
    const text = `What these marks stand for says something else: "${clipped(claim)}". Give the marks of the statements that say it, or leave it out.`;
    return [problemOf('no_mark', text, { statements: [claim.text] })];
  });
}

const quotesOf = ({ notes }: Claim): string =>
  notes.map(({ quote, anchor, speaker }) => `${quote ?? ''} ${anchor.heading ?? ''} ${speaker ?? ''}`).join(' ');

/** Beginnings of words, so that "sharing" and "shared" are one. */
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(contentWords(text).map((word) => word.slice(0, STEM_LENGTH)));

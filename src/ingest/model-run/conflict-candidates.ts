import { readLedger, wordKey, type Page, type PageNote } from '../../wiki';
import { compareStatements, findDifferentReports } from '../contradictions';
import { readPageSentences } from '../extractive/page-sentences';
import { type Unit } from '../units';
import { conflictPolicy, type Curation } from './curation';
import { type MarkTable } from './marks';
import { oneLine } from './prompt';

/** A unit and a statement of the wiki, or of the same source, that, as code reads them, cannot both be true. */
export interface ConflictCandidate {
  readonly unit: Unit;
  /** `null` if the source itself reports both. */
  readonly page: Page | null;
  /** What they disagree about: `founded`, `members`. */
  readonly attribute: string;
  /** What the page, or the other report, says. */
  readonly text: string;
  /** The mark of what that rests on; `null` if it names no source. */
  readonly mark: string | null;
}

/** Pages whose statements are compared with the units, the likeliest first. What is compared is sent only where it disagrees. */
const MAX_COMPARED_PAGES = 40;
const MAX_CANDIDATES = 12;

/** A unit and a statement that disagree, before marks are given. */
export interface Disagreement extends Omit<ConflictCandidate, 'mark'> {
  readonly page: Page;
  /** What the statement rests on. */
  readonly note: PageNote | undefined;
}

/**
 * Compares all units with all statements of the pages that the source may concern, not only with the blocks that a prompt shows, so
 * that a contradiction is not missed because its page is long or is not changed.
 *
 * @param known what was found before; pages that it has are not compared again, others are added
 */
export async function findDisagreements(
  curation: Curation,
  units: readonly Unit[],
  pages: readonly Page[],
  known: Map<Page, readonly Disagreement[]>,
): Promise<readonly Disagreement[]> {
  const { snapshot, source, run } = curation.request;
  const policy = conflictPolicy(curation);
  const compared = [...new Set(pages)].slice(0, MAX_COMPARED_PAGES);
  for (const page of compared) {
    if (known.has(page)) continue;
    const found: Disagreement[] = [];
    known.set(page, found);
    await run.yieldToHost();
    const text = page.kind === 'summary' ? null : await snapshot.text(page.path);
    if (text === null) continue;
    const names = [page.title, ...page.aliases];
    const statements = readPageSentences(text, snapshot, source.path);
    const sentences = units.map((unit) => ({ sentence: unit, before: unit.lead }));
    const { conflicts } = compareStatements(statements, sentences, names, policy);
    const { claims } = readLedger(text);
    for (const { attribute, existing, sentence } of conflicts) {
      if (sentence.mode !== 'fact') continue;
      const claim = claims.find(({ end }) => end === existing.end);
      const notes = claim?.notes.filter(({ sourceId }) => sourceId === existing.source?.id) ?? [];
      found.push({ unit: sentence, page, attribute, text: existing.text, note: closestNote(notes, sentence.text) });
    }
  }
  return compared.flatMap((page) => known.get(page) ?? []).slice(0, MAX_CANDIDATES);
}

/** The disagreements with marks, as prompts and accounts use them. */
export function toCandidates(found: readonly Disagreement[], marks: MarkTable): readonly ConflictCandidate[] {
  return found.map(({ note, ...rest }) => ({ ...rest, mark: note === undefined ? null : marks.forNote(note) }));
}

/** What the source reports of two people or papers, with different values: "The message says 5 per cent. Mr Pell has seen 4½." */
export function reportCandidates(units: readonly Unit[]): readonly ConflictCandidate[] {
  const facts = units.filter(({ mode }) => mode === 'fact');
  return findDifferentReports(facts)
    .filter(({ first, second }) => second.number === first.number + 1)
    .map(({ attribute, first, second }) => {
      return { unit: second, page: null, attribute, text: first.text, mark: `1.${first.number}` };
    });
}

/** Of the footnotes of a sentence, the one whose quote is about the same: another may support another part of it. */
function closestNote(notes: readonly PageNote[], text: string): PageNote | undefined {
  const wanted = new Set(wordKey(text).split(' '));
  const shared = ({ quote }: PageNote): number =>
    new Set(
      wordKey(quote ?? '')
        .split(' ')
        .filter((word) => wanted.has(word)),
    ).size;
  return [...notes].sort((a, b) => shared(b) - shared(a))[0];
}

/** As a prompt shows them: what says the one, what says the other. */
export function candidateLines(candidates: readonly ConflictCandidate[]): readonly string[] {
  return candidates.map(({ unit, page, attribute, text, mark }) => {
    const other = mark === null ? '' : ` {${mark}}`;
    const where = page === null ? '' : ` ${page.slug}`;
    return `{1.${unit.number}} and${other}${where}: "${oneLine(text, 160)}" (${oneLine(attribute, 40)})`;
  });
}

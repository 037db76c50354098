import { readLedger, wordKey, type Page, type PageNote } from '../../wiki';
import { compareStatements } from '../contradictions';
import { readPageSentences } from '../extractive/page-sentences';
import { type Unit } from '../units';
import { conflictPolicy, type Curation } from './curation';
import { type MarkTable } from './marks';
import { oneLine } from './prompt';

/** A unit and a statement of the wiki that, as code reads them, cannot both be true. */
export interface ConflictCandidate {
  readonly unit: Unit;
  readonly page: Page;
  /** What they disagree about: `founded`, `members`. */
  readonly attribute: string;
  /** What the page says. */
  readonly text: string;
  /** The mark of what the page rests on; `null` if it names no source. */
  readonly mark: string | null;
}

/** Pages whose statements are compared with the units, the likeliest first. What is compared is sent only where it disagrees. */
const MAX_COMPARED_PAGES = 40;
const MAX_CANDIDATES = 12;

/**
 * Compares all units with all statements of the pages that the source may concern, not only with the blocks that a prompt shows, so
 * that a contradiction is not missed because its page is long or is not changed.
 */
export async function findCandidates(
  curation: Curation,
  units: readonly Unit[],
  pages: readonly Page[],
  marks: MarkTable,
): Promise<readonly ConflictCandidate[]> {
  const { snapshot, source, run } = curation.request;
  const policy = conflictPolicy(curation);
  const found: ConflictCandidate[] = [];
  for (const page of [...new Set(pages)].slice(0, MAX_COMPARED_PAGES)) {
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
      const note = closestNote(notes, sentence.text);
      const mark = note === undefined ? null : marks.forNote(note);
      found.push({ unit: sentence, page, attribute, text: existing.text, mark });
    }
  }
  return found.slice(0, MAX_CANDIDATES);
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
    return `{1.${unit.number}} and${other} ${page.slug}: "${oneLine(text, 160)}" (${oneLine(attribute, 40)})`;
  });
}

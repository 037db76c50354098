import { readLedger, supportKey, wordKey, type Claim, type Page } from '../../wiki';
import { type ConflictCandidate } from './conflict-candidates';
import { isExcerptOf, type MarkTable } from './marks';
import { oneLine } from './prompt';
import { type WrittenPage } from './read-written';

/**
 * The candidates of which no page tells: neither named as a contradiction, nor both statements in one paragraph, nor the older one
 * changed. One sentence for the reviewer each.
 */
export function ignoredCandidates(
  candidates: readonly ConflictCandidate[],
  written: readonly WrittenPage[],
  sourceId: string,
  marks: Pick<MarkTable, 'get'>,
): readonly string[] {
  const named = written.flatMap((page) =>
    page.written.conflicts.map(({ marks }) => new Set(marks.map((mark) => mark.replace(/[{}\s!?]/g, '')))),
  );
  return candidates
    .filter(({ unit, mark, page, text }) => {
      if (named.some((marks) => marks.has(`1.${unit.number}`) && (mark === null || marks.has(mark)))) return false;
      const key = supportKey(sourceId, marks.get(`1.${unit.number}`)?.note?.quote ?? unit.text);
      const newer = ({ support, notes }: Claim): boolean =>
        support.includes(key) || notes.some((note) => note.sourceId === sourceId && isExcerptOf(note, unit));
      const older = supportKey(sourceId, text);
      return page === null
        ? !written.some((each) => tellsBoth(each, older, newer))
        : !written.some((each) => tells(each, page, text, newer));
    })
    .map(({ unit, page, attribute, text }) => {
      const [older, newer] = [text, unit.text].map((each) => oneLine(each, 160));
      return page === null
        ? `The source reports two things (${attribute}), and no page gives both: “${older ?? ''}”, “${newer ?? ''}”.`
        : `May contradict "${page.slug}" (${attribute}), and no page says so: it says “${older ?? ''}”, the source says “${newer ?? ''}”.`;
    });
}

/** Whether a page rests on both reports of the source. */
function tellsBoth(page: WrittenPage, older: string, isNewer: (claim: Claim) => boolean): boolean {
  const claims = claimsOf(page);
  return claims.some(isNewer) && claims.some(({ support }) => support.includes(older));
}

/** Whether a page gives both sides in one paragraph, or no longer makes the older statement as it was. */
function tells(written: WrittenPage, page: Page, older: string, isNewer: (claim: Claim) => boolean): boolean {
  const claims = claimsOf(written);
  const isSame = written.planned.slug === page.slug;
  if (isSame && !claims.some(({ key }) => key === wordKey(older))) return true;
  const lines = new Set(claims.filter(isNewer).map(({ line }) => line));
  return isSame && claims.some(({ key, line }) => key === wordKey(older) && lines.has(line));
}

function claimsOf({ change, content }: WrittenPage): readonly Claim[] {
  return readLedger(change?.draft.after ?? content?.text ?? '').claims;
}

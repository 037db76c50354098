import { readLedger, type Claim, type Page, type Snapshot } from '../../wiki';
import { findSummary } from '../extractive/summary-page';
import { type RawDrop } from '../model-run/answer-schemas';
import { type MarkTable } from '../model-run/marks';

/** The summaries of the sources on which statements rest. */
export interface Summaries {
  /** By path. */
  readonly texts: ReadonlyMap<
    string,
    { readonly page: Page; readonly text: string; readonly claims: readonly Claim[] }
  >;
  /** The summary that keeps a statement: of the source on which most of it rests. */
  readonly summaryOf: (claim: Claim) => Page | null;
}

export async function readSummaries(snapshot: Snapshot, claims: readonly Claim[]): Promise<Summaries> {
  const bySource = new Map<string, Page | null>();
  const texts = new Map<string, { page: Page; text: string; claims: readonly Claim[] }>();
  for (const id of new Set(claims.flatMap(sourceIdsOf))) {
    const source = snapshot.source(id);
    const page = source === undefined ? null : findSummary(source, snapshot);
    const text = page === null ? null : await snapshot.text(page.path);
    bySource.set(id, text === null ? null : page);
    if (page !== null && text !== null) texts.set(page.path, { page, text, claims: readLedger(text).claims });
  }
  return {
    texts,
    summaryOf: (claim) =>
      mostCited(sourceIdsOf(claim))
        .map((id) => bySource.get(id) ?? null)
        .find((page) => page !== null) ?? null,
  };
}

/** What an account of a page is told of each statement that a summary keeps if the new text does not tell it. */
export function keptElsewhere(
  claims: readonly Claim[],
  { summaryOf }: Summaries,
  marks: MarkTable,
): readonly RawDrop[] {
  return claims.flatMap((claim) => {
    const [mark] = [
      ...claim.notes.map((note) => marks.forNote(note)),
      ...claim.citations.map((id) => marks.forSource(id)),
    ];
    const by = summaryOf(claim)?.slug;
    return mark === undefined || by === undefined ? [] : [{ mark, reason: 'moved_to' as const, by }];
  });
}

const sourceIdsOf = ({ notes, citations }: Claim): readonly string[] => [
  ...notes.map(({ sourceId }) => sourceId),
  ...citations,
];

/** Ids, the one that occurs most often first. */
function mostCited(ids: readonly string[]): readonly string[] {
  const count = (id: string): number => ids.filter((each) => each === id).length;
  return [...new Set(ids)].sort((a, b) => count(b) - count(a));
}

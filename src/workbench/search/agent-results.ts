import { type FoundPage } from './search-passages';

interface AgentResult extends Pick<FoundPage, 'title' | 'kind' | 'path' | 'score' | 'linkedFrom'> {
  /** Its slug. */
  readonly page: string;
  readonly passages: readonly { readonly section: string | null; readonly text: string }[];
}

/** Search results for other programs: what to read next, without offsets into texts. */
export function toAgentResults(found: readonly FoundPage[]): readonly AgentResult[] {
  return found.map(({ slug, title, kind, path, score, passages, linkedFrom }) => ({
    page: slug,
    title,
    kind,
    path,
    score,
    ...(linkedFrom !== undefined && { linkedFrom }),
    passages: passages.map(({ heading, text }) => ({ section: heading, text })),
  }));
}

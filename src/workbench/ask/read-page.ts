import { type Run } from '../../base';
import { readPage as readPageOf, ReadRecord } from '../../librarian';
import { usableLens } from '../lens/lenses';
import { type WikiSession } from '../wiki-session';
import { libraryContext } from './library';

export interface ReadPageRequest {
  /** Slug, title or path. */
  readonly page: string;
  readonly section?: string;
  /** Long pages come in parts, counted from 1. */
  readonly part?: number;
  readonly lens?: string;
}

/**
 * A page, or a section of it, as the librarian reads it: with its sources, sections and contradictions.
 * @throws WikiError `living-wiki:page_missing`
 */
export async function readPage(session: WikiSession, request: ReadPageRequest, run: Run): Promise<string> {
  const lens = await usableLens(session, request.lens, run);
  return (await readPageOf(libraryContext(session, lens), new ReadRecord(), request, run)).text;
}

import { type Run } from '../../base';
import { LazyReviewSession } from '../review/lazy-review-session';
import { type ReviewSession } from '../review/types';
import { type SetupRequest, type SetupResult } from './set-up-wiki';

/**
 * Turns a folder into a wiki: manifest, prose companion, index, log, provenance manifest and `sources/`, in one transaction
 * that can be undone. No existing file is changed.
 * @throws WikiError `living-wiki:already_a_wiki`, `living-wiki:folder_not_empty`, `living-wiki:other_manifest`
 */
export async function setUpWiki(request: SetupRequest, run: Run): Promise<SetupResult> {
  const module = await import('./set-up-wiki');
  return module.setUpWiki(request, run);
}

/** The same as a review: nothing is written before it is applied. Its `load` throws what {@link setUpWiki} would. */
export function reviewSetUp(request: SetupRequest): ReviewSession {
  return new LazyReviewSession(`setup:${request.root}`, async () => {
    const { reviewNewWiki } = await import('../review/set-up-backend');
    return reviewNewWiki(request);
  });
}

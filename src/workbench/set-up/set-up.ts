import { plural, type Run } from '../../base';
import { type Vault } from '../../vault';
import { LazyReviewSession } from '../review/lazy-review-session';
import { type ReviewSession } from '../review/types';
import { type FoundLayout } from './find-layout';
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

/** Recognises a wiki with its own layout in a folder of the vault; `null` if there is none. Nothing is written. */
export async function findLayout(vault: Vault, root: string, run: Run): Promise<FoundLayout | null> {
  const module = await import('./find-layout');
  return module.findLayout(vault, root, run);
}

/** What was found, in one sentence for a person who decides whether to adopt it. */
export function describeLayout({ sources, files, pages, index, log, guide }: FoundLayout): string {
  const others = [index && `${index} (index)`, log && `${log} (log)`, guide && `${guide} (rules)`].filter(Boolean);
  const kept = others.length === 0 ? '' : `, ${others.join(', ')}`;
  return `This folder is kept as a wiki: ${plural(files, 'source')} in ${sources}/, ${plural(pages, 'page')}${kept}.`;
}

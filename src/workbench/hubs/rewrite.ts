import { WikiError, type Run } from '../../base';
import { estimateRewrite, isArticle, rewritePages, type RewriteRequest } from '../../ingest';
import { findPages } from '../../wiki';
import { type WikiSession } from '../wiki-session';
import { type ComposeRequest } from './compose-request';
import { REWRITE_FACT } from '../review/ingest-facts';
import { hasTried, isOfRewriting, keepRewritten, readRewritten } from './offered';
import { composeWith, type ComposedKind, type ComposedPart } from './propose-composed';

/** Where a run of ingest and the log name what has no source. */
export const REWRITTEN_PAGES = 'pages written anew';
const REWRITING: ComposedKind = { name: REWRITTEN_PAGES, fact: REWRITE_FACT, isOfKind: isOfRewriting };

/**
 * Has the model write pages anew that grew source by source, or those that are named, from what they say already.
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:rules_not_approved`, `living-wiki:page_missing`; ModelError
 */
export async function rewriteGrown(session: WikiSession, request: ComposeRequest, run: Run): Promise<ComposedPart> {
  const { pages, touched, minNew } = request;
  const made = await composeWith(session, REWRITING, request, run, {
    requestFor: async (shared): Promise<RewriteRequest> => ({
      ...shared,
      // Unasked, nothing is written that would not fit what waits for a decision.
      ...(request.apply === true && minNew !== undefined && { waiting: await waitingPaths(session) }),
      ...(touched && { touched }),
      ...(pages === undefined
        ? { rewritten: await readRewritten(session), ...(minNew !== undefined && { minNew }) }
        : { named: pages.map((name) => pathOf(name, shared.snapshot)) }),
    }),
    estimate: estimateRewrite,
    make: rewritePages,
  });
  if (made.facts !== null && hasTried(made.facts)) await keepRewritten(session, made.facts);
  return made;
}

async function waitingPaths(session: WikiSession): Promise<ReadonlySet<string>> {
  const waiting = await session.waitingProposals();
  return new Set(waiting.flatMap(({ changeSet }) => changeSet.files.map(({ path }) => path)));
}

/** @throws WikiError `living-wiki:page_missing` also for a page that is not about one subject */
function pathOf(name: string, snapshot: RewriteRequest['snapshot']): string {
  const [page, second] = findPages(snapshot, name).pages.filter((each) => isArticle(each, snapshot));
  if (page !== undefined && second === undefined) return page.path;
  const shown = name.slice(0, 200);
  const message =
    page === undefined ? `There is no page “${shown}” about one subject.` : `Several pages are called “${shown}”.`;
  throw new WikiError('living-wiki:page_missing', message, { remedy: 'Give the slug or the path of the page.' });
}

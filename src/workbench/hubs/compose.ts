import { type Run } from '../../base';
import { composeHubs, estimateHubs, hubsLagBehind, lacksOverview, type HubRequest } from '../../ingest';
import { type ProposalResult } from '../types';
import { type WikiSession } from '../wiki-session';
import { hasTried, HUBS_FACT, isOfHubs, keepOffered, readOffered, REPLACED } from './offered';
import { composeWith, type ComposedKind, type ComposedPart } from './propose-composed';
import { type ComposeRequest } from './compose-request';
import { rewriteGrown } from './rewrite';
import { type ModelCost } from '../model/cost';

export interface ComposeResult {
  /** The overview pages; `null` if there was nothing to compose, or pages were named. */
  readonly proposal: ProposalResult | null;
  /** The pages that are written anew; `null` if there are none. */
  readonly rewritten: ProposalResult | null;
  readonly notes: readonly string[];
  readonly cost: ModelCost;
}

/** Where a run of ingest and the log name what has no source. */
export const OVERVIEW_PAGES = 'overview pages';
const HUBS: ComposedKind = { name: OVERVIEW_PAGES, fact: HUBS_FACT, isOfKind: isOfHubs };

/** What a run of ingest read. */
interface IngestedPages {
  /** Paths of sources that a model read. */
  readonly sources: readonly string[];
  /** Paths of pages that changed. */
  readonly touched: ReadonlySet<string>;
}

/**
 * Whether a run of ingest should end with these pages: the wiki, with everything that waits, is large enough for an overview and never
 * had one proposed; or several sources told of events that none of these pages got.
 */
export async function needsOverview(
  session: WikiSession,
  { sources, touched }: IngestedPages,
  run: Run,
): Promise<boolean> {
  const { snapshot } = await session.withPendingApplied(run);
  if (lacksOverview(snapshot)) return !(await wasDecided(session));
  const ids = new Set(sources.flatMap((path) => snapshot.source(path)?.id ?? []));
  return ids.size > 1 && hubsLagBehind(snapshot, { ids, touched }, run);
}

/** Whether a person decided about such a proposal: who rejected it, or deleted its pages, does not want it again unasked. */
async function wasDecided(session: WikiSession): Promise<boolean> {
  const { proposals } = await session.store.decided();
  return proposals.some(
    (proposal) => isOfHubs(proposal) && session.store.isOwn(proposal) && proposal.decision?.reason !== REPLACED,
  );
}

/**
 * Has the model write pages anew that grew source by source, and then write or update the pages that connect the wiki, both from what its
 * pages say already, and proposes them. Earlier proposals of these kinds that still wait are replaced.
 *
 * @throws WikiError `living-wiki:model_not_configured`, `living-wiki:rules_not_approved`, `living-wiki:page_missing`; ModelError
 */
export async function compose(session: WikiSession, request: ComposeRequest, run: Run): Promise<ComposeResult> {
  const rewritten = await rewriteGrown(session, request, run);
  if (request.pages !== undefined) return { ...rewritten, proposal: null, rewritten: rewritten.proposal };
  const overview = await composeOverview(session, { ...request, job: rewritten.job }, run);
  return {
    proposal: overview.proposal,
    rewritten: rewritten.proposal,
    notes: [...(isNothingDue(rewritten) ? [] : rewritten.notes), ...overview.notes],
    cost: rewritten.job.totalCost(),
  };
}

/** Nobody asked for pages to be written anew: that none was is no news. */
const isNothingDue = ({ facts }: ComposedPart): boolean => facts !== null && !hasTried(facts);

/** The pages that connect the wiki alone. @throws as {@link compose} */
export async function composeOverview(
  session: WikiSession,
  request: Omit<ComposeRequest, 'pages' | 'minNew'>,
  run: Run,
): Promise<ComposedPart> {
  const { touched } = request;
  const made = await composeWith(session, HUBS, request, run, {
    requestFor: async (shared): Promise<HubRequest> => ({
      ...shared,
      ...(touched && { touched }),
      ...(await readOffered(session)),
    }),
    estimate: estimateHubs,
    make: composeHubs,
  });
  if (made.facts !== null) await keepOffered(session, made.facts);
  return made;
}

import { asWikiError, isWikiError, type JsonValue, type Run } from '../base';
import {
  ask as askLibrarian,
  Conversation,
  readPage as readPageOf,
  ReadRecord,
  saveAnswer,
  type Answer,
  type AskEvent,
  type AskRequest,
  type SaveAnswer,
  type LibraryContext,
} from '../librarian';
import { type Proposal } from '../proposal';
import { type Lens } from '../workspace';
import { findPages } from './find-pages';
import { withCost } from './ask-failure';
import { usableLens } from './lenses';
import { costLogBullets, type ModelCost } from './model/cost';
import { ModelJob } from './model/job';
import { NO_MODEL_SETTINGS, modelNotConfigured } from './model/settings';
import { pruneAnswers } from './model/prune-answers';
import { proposeChange } from './propose-change';
import { type WikiSession } from './wiki-session';
import { readSourceText } from './source-text';

export interface AskOptions {
  /** Name of the lens that scopes, ranks and sets the tone; the wiki's own when absent. */
  readonly lens?: string;
  /** Taken up again; a new one when absent. */
  readonly conversation?: Conversation;
  /** Who answers; the model where the host has one, when absent. */
  readonly by?: 'model' | 'passages';
  /** Told of each step, of text as it comes, and of the checked answer at the end. */
  readonly onEvent?: (event: AskEvent) => void;
  /** So many times the same was asked before, where another answer is wanted. */
  readonly again?: number;
  /** A text that is wanted instead of an answer, and the pages that are read for it first. */
  readonly draft?: NonNullable<AskRequest['draft']>;
  /** Rounds of looking into the wiki; the librarian's own limit when absent. */
  readonly steps?: number;
}

/** An answer and what it took. */
export interface AskResult extends Answer {
  /** `null` where no language model was asked. */
  readonly cost: ModelCost | null;
}

/** From this part of a limit on, the answer has to come: it costs something itself. */
const NEAR_LIMIT = 0.6;

/**
 * Answers a question from the wiki. Writes no page; usage and answers are kept as those of ingest are.
 * @throws ModelError; WikiError `living-wiki:model_not_configured`, `living-wiki:lens_missing`, `living-wiki:question_empty`,
 *   `living-wiki:page_missing`, `living-wiki:cancelled`; as {@link AskFailure} where something was used until then
 */
export async function ask(session: WikiSession, question: string, options: AskOptions, run: Run): Promise<AskResult> {
  const { host, vault } = session;
  const { by, onEvent, again, draft, steps } = options;
  if (by === 'model' && !host.model) throw modelNotConfigured(NO_MODEL_SETTINGS);
  const lens = await usableLens(session, options.lens, run);
  const job = by === 'passages' || !host.model ? null : new ModelJob(host.model, vault, host);
  job?.beginSource('question');
  const shelf = libraryContext(session, lens);
  const wordsAlone = new Set<string>();
  const isSpent = job ? () => isNearLimit(job) : null;
  try {
    const answer = await askLibrarian(
      {
        question,
        library: {
          ...shelf,
          ...(job && {
            find: (query, limit, each) =>
              findPages(
                session,
                { query, limit, onNote: (note) => wordsAlone.add(note) },
                { ...shelf, ledger: job.ledger },
                each,
              ),
          }),
        },
        model: job?.model ?? null,
        conversation: options.conversation ?? new Conversation(),
        random: host.random,
        limits: { ...(steps !== undefined && { steps }), ...(isSpent && { isSpent }) },
        ...(again !== undefined && { repeats: again }),
        ...(draft && { draft }),
        ...(onEvent && { onEvent }),
      },
      run,
    );
    if (job) await pruneAnswers(session, run);
    return {
      ...answer,
      notes: [...answer.notes, ...(job?.fallbackNotes() ?? []), ...wordsAlone],
      cost: job?.totalCost() ?? null,
    };
  } catch (error) {
    await job?.recordFailure(asWikiError(error, 'living-wiki:unexpected'));
    throw job && isWikiError(error) ? withCost(error, job.totalCost()) : error;
  }
}

function isNearLimit(job: ModelJob): boolean {
  const { tokens, money } = job.settings.job;
  const { usage, money: spent } = job.totalCost();
  const isNear = (used: number, cap: number | undefined): boolean => cap !== undefined && used >= cap * NEAR_LIMIT;
  return isNear(usage.input + usage.output, tokens) || isNear(spent?.amount ?? 0, money);
}

/** What a librarian may look at. */
function libraryContext(session: WikiSession, lens: Lens): LibraryContext {
  const { snapshot, host } = session;
  return {
    snapshot,
    lens,
    now: host.clock.now(),
    index: (run) => session.indexFor(snapshot, run),
    async sourceText({ path }, run) {
      return (await readSourceText(session, path, await snapshot.sourceHash(path), run)).passages;
    },
    async latest(paths, run) {
      await session.refresh(paths, run);
      // Where one is gone, it may have been moved.
      if (paths.some((path) => !session.snapshot.pages.has(path))) await session.refresh([''], run);
      return session.snapshot;
    },
  };
}

/**
 * A page, or a section of it, as a librarian reads it: with its sources, sections and contradictions.
 * @throws WikiError `living-wiki:page_missing`
 */
export async function readPage(
  session: WikiSession,
  request: Parameters<typeof readPageOf>[2] & { readonly lens?: string },
  run: Run,
): Promise<string> {
  const lens = await usableLens(session, request.lens, run);
  return (await readPageOf(libraryContext(session, lens), new ReadRecord(), request, run)).text;
}

/**
 * Proposes an answer as a page; applied, it is logged as a query.
 * @throws WikiError `living-wiki:answer_uncited`, `living-wiki:kind_invalid`
 */
export function proposeAnswer(
  session: WikiSession,
  request: SaveAnswer & { readonly answer: Answer | AskResult },
  run: Run,
): Promise<Proposal> {
  return session.exclusively(run, async () => {
    const { snapshot } = await session.withPendingApplied();
    const { answer } = request;
    const cost = 'cost' in answer ? answer.cost : null;
    const changeSet = saveAnswer(request, snapshot, session.host.clock.now(), {
      bullets: cost === null ? [] : costLogBullets(cost, answer.model ?? ''),
      facts: cost === null ? {} : { cost: cost as unknown as JsonValue },
    });
    const proposal = await proposeChange(session, changeSet, run);
    if (proposal === null) throw new Error('A new page is always a change.');
    return proposal;
  });
}

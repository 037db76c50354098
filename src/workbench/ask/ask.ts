import { asWikiError, isWikiError, type Run } from '../../base';
import {
  ask as askLibrarian,
  Conversation,
  type Answer,
  type AskEvent,
  type AskRequest,
  type LibraryContext,
} from '../../librarian';
import { usableLens } from '../lens/lenses';
import { type ModelCost } from '../model/cost';
import { ModelJob } from '../model/job';
import { pruneAnswers } from '../model/prune-answers';
import { modelNotConfigured, NO_MODEL_SETTINGS } from '../model/settings';
import { ConversationPacks } from '../packs/conversation-packs';
import { describeUnsearched } from '../search/describe-unsearched';
import { findPages } from '../search/find-pages';
import { packLibraryOf } from '../packs/session-packs';
import { type WikiSession } from '../wiki-session';
import { withCost } from './ask-failure';
import { libraryContext } from './library';

export interface AskOptions {
  /** Name of the lens that scopes, ranks and sets the tone; the wiki's own when absent. */
  readonly lens?: string;
  /** The conversation to continue; a new one when absent. */
  readonly conversation?: Conversation;
  /** Who answers; by default the model, when the host has one. */
  readonly by?: 'model' | 'passages';
  /** Called with each step, with text as it arrives, and with the checked answer at the end. */
  readonly onEvent?: (event: AskEvent) => void;
  /** How many times the same question was asked before, when a different answer is wanted. */
  readonly repeats?: number;
  /** A text that is wanted instead of an answer, and the pages to read for it first. */
  readonly draft?: NonNullable<AskRequest['draft']>;
  /** Searches pages only, and no sources. */
  readonly pagesOnly?: boolean;
  /** Names of the knowledge packs of the conversation. When absent, those that are active stay. */
  readonly packs?: readonly string[];
  /** Maximum rounds of tool calls; the librarian's own limit when absent. */
  readonly steps?: number;
}

/** An answer and what it cost. */
export interface AskResult extends Answer {
  /** `null` when no language model was asked. */
  readonly cost: ModelCost | null;
}

/** The fraction of a limit from which the librarian has to answer, because the answer costs something too. */
const NEAR_LIMIT = 0.6;

/**
 * Answers a question from the wiki. It writes no page; it stores usage and the model's answers as ingest does.
 * @throws ModelError; WikiError `living-wiki:model_not_configured`, `living-wiki:lens_missing`, `living-wiki:question_empty`,
 *   `living-wiki:page_missing`, `living-wiki:cancelled`; as {@link AskFailure} when something was paid for before
 */
export async function ask(session: WikiSession, question: string, options: AskOptions, run: Run): Promise<AskResult> {
  const { host, vault } = session;
  const { by, onEvent, repeats, draft, steps, pagesOnly, conversation = new Conversation() } = options;
  if (by === 'model' && !host.model) throw modelNotConfigured(NO_MODEL_SETTINGS);
  const lens = await usableLens(session, options.lens, run);
  const packLibrary = await packLibraryOf(session);
  const packs = packLibrary && (await ConversationPacks.open(packLibrary, conversation.packs, options.packs, run));
  const job = by === 'passages' || !host.model ? null : new ModelJob(host.model, vault, host);
  job?.beginSource('question');
  const searchNotes = new Set<string>();
  const unsigned = new Set<string>();
  let unsearched: readonly string[] = [];
  const library = libraryContext(session, lens, {
    ...(pagesOnly !== undefined && { pagesOnly }),
    onSearched: (searched) => {
      for (const path of searched.unsigned) unsigned.add(path);
      unsearched = describeUnsearched({ ...searched, unsigned: [...unsigned] });
    },
  });
  try {
    const answer = await askLibrarian(
      {
        question,
        library: job ? searchingWith(job, session, library, searchNotes) : library,
        model: job?.model ?? null,
        conversation,
        random: host.random,
        limits: { ...(steps !== undefined && { steps }), ...(job && { isSpent: () => isNearLimit(job) }) },
        packs,
        ...(repeats !== undefined && { repeats }),
        ...(draft && { draft }),
        ...(onEvent && { onEvent }),
      },
      run,
    );
    if (job) await pruneAnswers(session, run);
    const notes = [...answer.notes, ...(job?.fallbackNotes() ?? []), ...searchNotes, ...unsearched];
    return { ...answer, notes, cost: job?.totalCost() ?? null };
  } catch (error) {
    await job?.recordFailure(asWikiError(error, 'living-wiki:unexpected'));
    throw job && isWikiError(error) ? withCost(error, job.totalCost()) : error;
  }
}

/** The library with searches that rank by meaning, paid for by the job. */
function searchingWith(
  job: ModelJob,
  session: WikiSession,
  library: LibraryContext,
  notes: Set<string>,
): LibraryContext {
  const { snapshot, lens } = library;
  const onNote = (note: string): void => void notes.add(note);
  return {
    ...library,
    find: (query, limit, run) =>
      findPages(session, { query, limit, onNote }, { lens, snapshot, budget: job.budget }, run),
  };
}

function isNearLimit(job: ModelJob): boolean {
  const { tokens, money } = job.settings.job;
  const { usage, money: spent } = job.totalCost();
  const isNear = (used: number, limit: number | undefined): boolean =>
    limit !== undefined && used >= limit * NEAR_LIMIT;
  return isNear(usage.input + usage.output, tokens) || isNear(spent?.amount ?? 0, money);
}

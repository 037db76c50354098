import * as z from 'zod/mini';
import { isoTime, isWikiError, throwIfCancelled, WikiError, type Run, parseForeignJson } from '../base';
import { readHistory } from '../proposal';
import { baseName, STATE_FOLDER, type Vault } from '../vault';
import { stateVault } from './model/stores';
import { type Notice } from './types';
import { type WikiSession } from './wiki-session';

/** A question that the wiki could not answer, kept for the next ingest. */
export interface OpenQuestion {
  /** `0003-k3f9`: the number gives the order, the suffix keeps two devices apart. */
  readonly id: string;
  /** One line. */
  readonly text: string;
  /** When it was added: ISO 8601, UTC. */
  readonly at: string;
  /** Name of the lens that the question was asked through; `''` when a person added it. */
  readonly lens: string;
  /** The question whose answer had this gap; `''` when a person added it. */
  readonly asked: string;
}

export type NewQuestion = Pick<OpenQuestion, 'text'> & Partial<OpenQuestion>;

const FOLDER = 'questions';
/** UTF-16 units of a question, and bytes of its file. */
const MAX_LENGTH = 1_000;
const MAX_FILE_SIZE = 16_000;
const MAX_SHOWN_NAME = 200;
/** Files that are read; the folder may come from somebody else. */
const MAX_FILES = 1_000;

const SHAPE = z.lazy(() =>
  z.object({ version: z.literal(1), text: z.string(), at: z.string(), lens: z.string(), asked: z.string() }),
);

const TOO_MANY: Notice = {
  code: 'living-wiki:state_too_much',
  message: `There are more than ${MAX_FILES} open questions. Only the first ${MAX_FILES} are used.`,
  at: `${STATE_FOLDER}/${FOLDER}`,
};

const fileOf = (id: string): string => `${FOLDER}/${id}.json`;

/**
 * The open questions, oldest first. A question is closed while a transaction that is not undone holds a quote that answers
 * it; the journal says so, so no other file has to be kept in step. A file that does not validate is set aside with a notice.
 */
export async function openQuestions(session: WikiSession, run: Run): Promise<readonly OpenQuestion[]> {
  const { vault, journal, host, notices } = session;
  const state = stateVault(vault);
  const files = (await state.list(FOLDER)).filter(({ path }) => path.endsWith('.json'));
  if (files.length === 0) return [];
  const { answersIn } = await import('../ingest');
  const questions: OpenQuestion[] = [];
  if (files.length > MAX_FILES && !notices.some(({ code }) => code === TOO_MANY.code)) notices.push(TOO_MANY);
  for (const { path, size } of files.slice(0, MAX_FILES)) {
    throwIfCancelled(run);
    const question = size > MAX_FILE_SIZE ? null : await readQuestion(state, path);
    if (question) questions.push(question);
    else {
      await state.rename(path, `${path}.broken-${host.random.id(4)}`);
      const message = 'An open question is unreadable and was set aside.';
      notices.push({ code: 'living-wiki:state_broken', message, at: `.wiki/${path}` });
    }
    await run.yieldToHost();
  }
  const undone = new Map((await readHistory(journal)).map(({ id, undoneBy }) => [id, undoneBy]));
  const inForce = (await journal.list()).filter(({ id }) => undone.get(id) === null);
  const closed = new Set(inForce.flatMap(({ facts }) => answersIn(facts).map(({ id }) => id)));
  return questions.filter(({ id }) => !closed.has(id));
}

/** `null` when the file holds no question. */
async function readQuestion(state: Vault, path: string): Promise<OpenQuestion | null> {
  const read = SHAPE.safeParse(await readJson(state, path));
  if (!read.success) return null;
  const { version: _, ...question } = read.data;
  const { oneLine } = await import('../ingest');
  const isClean = Object.values(question).every((text) => text === oneLine(text, MAX_LENGTH));
  return isClean ? { id: baseName(path).slice(0, -'.json'.length), ...question } : null;
}

async function readJson(state: Vault, path: string): Promise<unknown> {
  try {
    return parseForeignJson(await state.readText(path));
  } catch (error) {
    if (error instanceof SyntaxError || (isWikiError(error) && error.code === 'living-wiki:not_utf8')) return null;
    throw error;
  }
}

/**
 * An open question by its id, its number, or the beginning of either.
 * @throws WikiError `living-wiki:question_missing`
 */
export async function findQuestion(session: WikiSession, name: string, run: Run): Promise<OpenQuestion> {
  const open = await openQuestions(session, run);
  const fits = ({ id }: OpenQuestion): boolean => id.startsWith(name) || parseInt(id, 10) === Number(name);
  const fitting = name.trim() === '' ? [] : open.filter(fits);
  const [only = null] = fitting.filter(({ id }) => fitting.length === 1 || id === name);
  if (only !== null) return only;
  const shown = name.slice(0, MAX_SHOWN_NAME);
  const ids = fitting.slice(0, 10).map(({ id }) => id);
  const message =
    ids.length > 0
      ? `Several open questions match "${shown}": ${ids.join(', ')}.`
      : `No open question matches "${shown}".`;
  throw new WikiError('living-wiki:question_missing', message, {
    remedy: 'List the open questions to see their ids.',
  });
}

/** Ids of the waiting proposals that may answer a question. */
export async function answeringProposals(session: WikiSession, question: string): Promise<readonly string[]> {
  const { answersIn } = await import('../ingest');
  const waiting = await session.waitingProposals();
  return waiting
    .filter(({ changeSet }) => answersIn(changeSet.facts).some(({ id }) => id === question))
    .map(({ id }) => id);
}

/**
 * Keeps a question for the next ingest. An open question with the same words is returned instead.
 * @throws WikiError `living-wiki:question_empty`, `living-wiki:question_too_long`
 */
export async function addQuestion(
  session: WikiSession,
  { text: given, lens = '', asked = '' }: NewQuestion,
  run: Run,
): Promise<OpenQuestion> {
  const { oneLine } = await import('../ingest');
  // Twice, because the cut at the maximum may leave something invisible at the end.
  const clean = (text: string): string => oneLine(oneLine(text, MAX_LENGTH), MAX_LENGTH);
  const text = clean(given);
  if (text === '') {
    throw new WikiError('living-wiki:question_empty', 'The question is empty.', { remedy: 'Write what is missing.' });
  }
  if (given.trim().length > MAX_LENGTH) {
    throw new WikiError('living-wiki:question_too_long', `A question has at most ${MAX_LENGTH} characters.`, {
      remedy: 'Use fewer words.',
    });
  }
  const { vault, host } = session;
  const open = await openQuestions(session, run);
  const same = open.find((each) => each.text.toLowerCase() === text.toLowerCase());
  if (same) return same;
  const state = stateVault(vault);
  const last = Math.max(0, ...(await state.list(FOLDER)).map(({ path }) => parseInt(baseName(path), 10) || 0));
  const id = `${String(last + 1).padStart(4, '0')}-${host.random.id(4)}`;
  const question = { text, at: isoTime(host.clock.now()), lens: clean(lens), asked: clean(asked) };
  throwIfCancelled(run);
  // One file per question: two programs, or two devices that share the folder, never write the same one.
  await state.write(fileOf(id), JSON.stringify({ version: 1, ...question }), { durable: true });
  return { id, ...question };
}

/** Removes a question, open or not. */
export async function dropQuestion({ vault }: WikiSession, id: string): Promise<void> {
  await stateVault(vault).remove(fileOf(id), { durable: true });
}

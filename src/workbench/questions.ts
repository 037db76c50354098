import * as z from 'zod/mini';
import { isoTime, isWikiError, throwIfCancelled, WikiError, type Run } from '../base';
import { answersIn, oneLine } from '../ingest';
import { readHistory } from '../proposal';
import { baseName } from '../vault';
import { stateVault } from './model/stores';
import { type WikiSession } from './wiki-session';

/** A question that the wiki could not answer, kept for the next ingest. */
export interface OpenQuestion {
  /** `0003-k3f9`: in the order in which they were kept, and what keeps two devices apart. */
  readonly id: string;
  /** One line. */
  readonly text: string;
  /** When it was kept: ISO 8601, UTC. */
  readonly at: string;
  /** Name of the lens that was looked through; `''` where nobody was asked. */
  readonly lens: string;
  /** What was asked when it was found missing; `''` where a person wrote it down. */
  readonly asked: string;
}

/** What is to be kept. */
export type NewQuestion = Pick<OpenQuestion, 'text'> & Partial<OpenQuestion>;

const FOLDER = 'questions';
/** UTF-16 units of a question, and bytes of its file. */
const MAX_LENGTH = 1_000;
const MAX_FILE_SIZE = 16_000;

const line = () => z.string().check(z.refine((text) => text === oneLine(text, MAX_LENGTH)));
const shape = z.lazy(() => z.object({ version: z.literal(1), text: line(), at: line(), lens: line(), asked: line() }));

/** Once more, since a cut may leave something at the end that cannot be seen there. */
const normalise = (text: string): string => oneLine(oneLine(text, MAX_LENGTH), MAX_LENGTH);

const fileOf = (id: string): string => `${FOLDER}/${id}.json`;

/**
 * The questions that are open, oldest first. One is closed as long as a change stands that was applied and holds a quote
 * which answers it: the journal says so, and nothing else has to be kept true to it. A file that does not validate is set aside
 * with a notice.
 */
export async function openQuestions(session: WikiSession, run: Run): Promise<readonly OpenQuestion[]> {
  const { vault, journal, host, notices } = session;
  const state = stateVault(vault);
  const kept: OpenQuestion[] = [];
  for (const { path, size } of await state.list(FOLDER)) {
    if (!path.endsWith('.json')) continue;
    throwIfCancelled(run);
    const read = shape.safeParse(size > MAX_FILE_SIZE ? null : await readJson(() => state.readText(path)));
    if (read.success) {
      const { version: _, ...question } = read.data;
      kept.push({ id: baseName(path).slice(0, -5), ...question });
    } else {
      await state.rename(path, `${path}.broken-${host.random.id(4)}`);
      const message = 'An open question cannot be read and was set aside.';
      notices.push({ code: 'living-wiki:state_broken', message, at: `.wiki/${path}` });
    }
    await run.yieldToHost();
  }
  if (kept.length === 0) return kept;
  const undone = new Map((await readHistory(journal)).map(({ id, undoneBy }) => [id, undoneBy]));
  const standing = (await journal.list()).filter(({ id }) => undone.get(id) === null);
  const closed = new Set(standing.flatMap(({ facts }) => answersIn(facts).map(({ id }) => id)));
  return kept.filter(({ id }) => !closed.has(id));
}

async function readJson(text: () => Promise<string>): Promise<unknown> {
  try {
    return JSON.parse(await text());
  } catch (error) {
    if (error instanceof SyntaxError || (isWikiError(error) && error.code === 'living-wiki:not_utf8')) return null;
    throw error;
  }
}

/**
 * Keeps a question for the next ingest; one that is open with the same words stands for it.
 * @throws WikiError `living-wiki:question_empty`, `living-wiki:question_too_long`
 */
export async function addQuestion(
  session: WikiSession,
  { text: given, lens = '', asked = '' }: NewQuestion,
  run: Run,
): Promise<OpenQuestion> {
  const text = normalise(given);
  if (text === '') {
    throw new WikiError('living-wiki:question_empty', 'There is no question.', { remedy: 'Write what is missing.' });
  }
  if (given.trim().length > MAX_LENGTH) {
    throw new WikiError('living-wiki:question_too_long', `A question has at most ${MAX_LENGTH} characters.`, {
      remedy: 'Say it in fewer words.',
    });
  }
  const { vault, host } = session;
  const open = await openQuestions(session, run);
  const same = open.find((each) => each.text.toLowerCase() === text.toLowerCase());
  if (same) return same;
  const state = stateVault(vault);
  const last = Math.max(0, ...(await state.list(FOLDER)).map(({ path }) => parseInt(baseName(path), 10) || 0));
  const id = `${String(last + 1).padStart(4, '0')}-${host.random.id(4)}`;
  const rest = {
    text,
    at: isoTime(host.clock.now()),
    lens: normalise(lens),
    asked: normalise(asked),
  };
  throwIfCancelled(run);
  // A file each, written as a whole: two programs, or two devices that share the folder, never write the same one.
  await state.write(fileOf(id), JSON.stringify({ version: 1, ...rest }), { durable: true });
  return { id, ...rest };
}

/** Forgets a question, open or not. @param id of {@link openQuestions} */
export async function dropQuestion({ vault }: WikiSession, id: string): Promise<void> {
  await stateVault(vault).remove(fileOf(id), { durable: true });
}

import * as z from 'zod/mini';
import { compareText, isoTime, isWikiError, throwIfCancelled, WikiError } from '../base';
import type { Run } from '../base';
import type { ChangeSet } from '../change';
import { answeredBy, answersIn } from '../ingest';
import { makeVisible } from '../model';
import { readHistory } from '../proposal';
import { baseName } from '../vault';
import { stateOf } from './model/stores';
import type { Session } from './session';

/** A question that the wiki could not answer, kept for the next ingest. */
export interface OpenQuestion {
  readonly id: string;
  /** One line. */
  readonly text: string;
  /** When it was kept: ISO 8601, UTC. */
  readonly at: string;
  /** Name of the lens that was looked through; `null` where nobody was asked. */
  readonly lens: string | null;
  /** What was asked when it was found missing, where that is something else. */
  readonly asked: string | null;
  /** Proposals that wait and answer it. */
  readonly proposals: readonly string[];
}

export interface NewQuestion {
  readonly text: string;
  readonly lens?: string;
  readonly asked?: string;
}

const FOLDER = 'questions';
const ENDING = '.json';
/** UTF-16 units of a question, bytes of its file, and questions that may be open. */
const LONGEST = 1_000;
const LARGEST = 16_000;
const MOST = 500;
const LAST = 1e9;

const line = z.string().check(
  z.minLength(1),
  z.maxLength(LONGEST),
  z.refine((text) => text === oneLine(text)),
);
const shape = z.object({
  version: z.literal(1),
  sequence: z.int().check(z.positive(), z.lte(LAST)),
  text: line,
  at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/)),
  lens: z.nullable(line),
  asked: z.nullable(line),
});

/** `sequence`: counted from 1, in the order in which they were kept. */
type Kept = Omit<OpenQuestion, 'proposals'> & { readonly sequence: number };

/** Everything that can be seen, on one line. */
const oneLine = (text: string): string => makeVisible(text).text.replace(/\s+/g, ' ').trim();

const shortened = (text: string): string => oneLine(text.slice(0, LONGEST)).replace(/[\ud800-\udbff]$/, '');

/**
 * The questions that are open, oldest first. One is closed as long as a change stands that was applied and holds a quote
 * which answers it: the journal says so, and nothing else has to be kept true to it.
 */
export async function openQuestions(session: Session, run: Run): Promise<readonly OpenQuestion[]> {
  return stillOpen(session, await readAll(session, run));
}

async function stillOpen(session: Session, kept: readonly Kept[]): Promise<readonly OpenQuestion[]> {
  if (kept.length === 0) return [];
  const { journal } = session;
  const undone = new Set((await readHistory(journal)).filter((entry) => entry.undoneBy !== null).map(({ id }) => id));
  const closed = new Set(
    (await journal.list()).flatMap(({ id, facts }) => (undone.has(id) ? [] : answersIn(facts).map((each) => each.id))),
  );
  const { proposals } = await session.waiting();
  return kept
    .filter(({ id }) => !closed.has(id))
    .map(({ sequence: _, ...question }) => ({
      ...question,
      proposals: proposals
        .filter(({ changeSet }) => answersIn(changeSet.facts).some(({ id }) => id === question.id))
        .map(({ id }) => id),
    }));
}

/**
 * Keeps a question for the next ingest; one that is open with the same words stands for it.
 * @throws WikiError `living-wiki:question_empty`, `living-wiki:question_too_long`, `living-wiki:questions_too_many`
 */
export async function addQuestion(session: Session, question: NewQuestion, run: Run): Promise<OpenQuestion> {
  if (question.text.trim().length > LONGEST) {
    const message = `A question has at most ${LONGEST.toLocaleString('en-US')} characters.`;
    throw new WikiError('living-wiki:question_too_long', message, { remedy: 'Say it in fewer words.' });
  }
  const text = shortened(question.text.trim());
  if (text === '') {
    throw new WikiError('living-wiki:question_empty', 'There is no question.', { remedy: 'Write what is missing.' });
  }
  const all = await readAll(session, run);
  const open = await stillOpen(session, all);
  const same = open.find((each) => keyOf(each.text) === keyOf(text));
  if (same) return same;
  if (open.length >= MOST) {
    throw new WikiError('living-wiki:questions_too_many', `There are ${MOST} open questions already.`, {
      remedy: 'Remove some that no longer matter.',
    });
  }
  const { clock, random } = session.host;
  const asked = shortened(question.asked ?? '');
  const kept = {
    id: random.id(6),
    text,
    at: isoTime(clock.now()),
    lens: shortened(question.lens ?? '') || null,
    asked: keyOf(asked) === keyOf(text) ? null : asked || null,
  };
  const { id, ...rest } = kept;
  throwIfCancelled(run);
  // A file each, written as a whole: two programs, or two devices that share the folder, never write the same one.
  const stored = { version: 1, sequence: Math.min(LAST, (all.at(-1)?.sequence ?? 0) + 1), ...rest };
  await stateOf(session.vault).write(fileOf(id), `${JSON.stringify(stored, null, 1)}\n`, { durable: true });
  return { ...kept, proposals: [] };
}

/**
 * Forgets an open question. @param name its id, or the beginning of it that fits only one
 * @throws WikiError `living-wiki:question_missing`
 */
export async function dropQuestion(session: Session, name: string, run: Run): Promise<OpenQuestion> {
  const open = await openQuestions(session, run);
  const fitting = open.filter(({ id }) => name !== '' && id.startsWith(name));
  const found = open.find(({ id }) => id === name) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found === undefined) {
    const what = fitting.length === 0 ? 'There is no open question' : 'There are several open questions';
    throw new WikiError('living-wiki:question_missing', `${what} "${shortened(name)}".`, {
      remedy: 'List the open questions to see their names.',
    });
  }
  await stateOf(session.vault).remove(fileOf(found.id), { durable: true });
  return found;
}

/** A change whose facts name only the questions that its accepted hunks answer. @param accepted their ids */
export function withAnswered(changeSet: ChangeSet, accepted: ReadonlySet<string>): ChangeSet {
  const { answers, ...facts } = changeSet.facts;
  if (answers === undefined) return changeSet;
  const found = answeredBy(answersIn(changeSet.facts), changeSet, accepted);
  const named = found.map(({ id, text, quotes }) => ({ id, text, quotes }));
  return { ...changeSet, facts: named.length === 0 ? facts : { ...facts, answers: named } };
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.?!\s]+/g, ' ')
    .trim();

const fileOf = (id: string): string => `${FOLDER}/${id}${ENDING}`;

/** Every question that was kept, closed ones too; a file that does not validate is set aside with a notice. */
async function readAll(session: Session, run: Run): Promise<readonly Kept[]> {
  const state = stateOf(session.vault);
  const kept: Kept[] = [];
  for (const { path, kind, size } of await state.list(FOLDER)) {
    if (kind !== 'file' || !path.endsWith(ENDING)) continue;
    throwIfCancelled(run);
    const id = baseName(path).slice(0, -ENDING.length);
    const read = size > LARGEST || !/^[a-z0-9]{6}$/.test(id) ? null : await parsed(() => state.readText(path));
    if (read !== null) {
      const { version: _, ...rest } = read;
      kept.push({ id, ...rest });
    } else {
      await state.rename(path, `${path}.broken-${session.host.random.id(4)}`);
      const message = `An open question cannot be read and was set aside.`;
      session.notices.push({ code: 'living-wiki:state_broken', message, at: `.wiki/${path}` });
    }
    await run.breathe();
  }
  return kept.sort((a, b) => a.sequence - b.sequence || compareText(a.at, b.at) || compareText(a.id, b.id));
}

/** `null` for what is no question of ours. */
async function parsed(text: () => Promise<string>): Promise<z.infer<typeof shape> | null> {
  try {
    const read = shape.safeParse(JSON.parse(await text()));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError || (isWikiError(error) && error.code === 'living-wiki:not_utf8')) return null;
    throw error;
  }
}

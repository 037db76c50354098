import { type Run } from '../../base';
import { type Workbench } from '../workbench';

/** How an open question of a wiki says that it comes from the memory. */
const originOf = (conversation: string): string => `conversation "${conversation}"`;

/** Open questions have at most so many UTF-16 units. */
const MAX_LENGTH = 1_000;

/** Adds what conversations left open to the open questions of a wiki, which the next ingest looks for. A question that is open already stays one. */
export async function addMemoryQuestions(
  wiki: Pick<Workbench, 'addQuestion'>,
  texts: readonly string[],
  conversation: string,
  run: Run,
): Promise<void> {
  for (const text of texts) {
    await wiki.addQuestion({ text: text.slice(0, MAX_LENGTH), asked: originOf(conversation) }, run);
  }
}

/** Takes back questions that came from conversations. One that a person added with the same words stays. */
export async function withdrawMemoryQuestions(
  wiki: Pick<Workbench, 'questions' | 'dropQuestion'>,
  texts: readonly string[],
  run: Run,
): Promise<void> {
  const wanted = new Set(texts.map((text) => text.toLowerCase()));
  for (const { id, text, asked } of await wiki.questions(run)) {
    if (wanted.has(text.toLowerCase()) && asked.startsWith('conversation "')) await wiki.dropQuestion(id);
  }
}

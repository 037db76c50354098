import { isoTime, WikiError, type JsonObject } from '../base';
import { buildCreation, type ChangeSet } from '../change';
import { sourceReference, uniqueSlug, newPageSchema, pathForNewPage, renderNewPage, type Snapshot } from '../wiki';
import { answerBody } from './render';
import { type Answer } from './types';

/** How an answer becomes a page. */
export interface SaveAnswer {
  readonly answer: Answer;
  /** The question when absent. */
  readonly title?: string;
  /** `comparison` when absent. */
  readonly kind?: string;
}

/**
 * The change that makes a page of an answer: its sources are those of the pages that it cites.
 *
 * @param snapshot on which it is proposed
 * @param more bullets for the log and facts of the host: cost
 * @throws WikiError `living-wiki:answer_uncited` where nothing of it can be followed to a page; `living-wiki:kind_invalid`
 */
export function saveAnswer(
  { answer, title, kind = 'comparison' }: SaveAnswer,
  snapshot: Snapshot,
  now: number,
  more: { readonly bullets: readonly string[]; readonly facts: JsonObject } = { bullets: [], facts: {} },
): ChangeSet {
  const cited = answer.citations.flatMap(({ path, state }) =>
    state === 'gone' ? [] : (snapshot.pages.get(path) ?? []),
  );
  if (cited.length === 0) {
    throw new WikiError('living-wiki:answer_uncited', 'The answer cites no page, so that it cannot become one.', {
      remedy: 'Ask again, or with other words.',
    });
  }
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(kind)) {
    throw new WikiError('living-wiki:kind_invalid', `"${kind.slice(0, 80)}" is no kind of page.`, {
      remedy: 'Choose a kind such as comparison, concept or summary.',
    });
  }
  const schema = newPageSchema(snapshot);
  const name = (title ?? answer.question).replace(/[?!.\s]+$/, '').slice(0, 160);
  const slug = uniqueSlug(snapshot, name, schema);
  const sources = cited.flatMap((page) =>
    page.sources.map((ref) => snapshot.source(ref)).filter((source) => source !== undefined),
  );
  const head = renderNewPage({
    schema,
    slug,
    kind,
    title: name,
    sources: [...new Set(sources.map((source) => sourceReference(source, schema)))],
    confidence: Math.min(...cited.map(({ confidence }) => confidence)),
    updatedAt: isoTime(now),
    body: '',
  });
  const reason = `Answers the question "${answer.question.slice(0, 200)}" from ${cited.length === 1 ? 'a page' : 'pages'} of the wiki.`;
  const [body, ...sections] = answerBody(answer);
  const parts = [head, ...[body ?? '', ...sections].filter((part) => part !== '').map((part) => `\n${part}\n`)];
  const slugs = [...new Set(cited.map((page) => page.slug))];
  return {
    title: `Answer: ${name}`,
    producer: 'answer',
    files: [
      buildCreation({
        path: pathForNewPage(snapshot, kind, slug),
        parts: parts.map((text) => ({ text, reason })),
        why: ['an answer that you kept'],
      }),
    ],
    log: {
      event: 'query',
      subject: name,
      bullets: [`answered from ${slugs.map((each) => `[[${each}]]`).join(', ')}`, ...more.bullets],
    },
    sources: [],
    notes: answer.notes,
    facts: {
      question: answer.question,
      read: answer.read.map((page) => page.path),
      cited: cited.map(({ path }) => path),
      removed: answer.removed.length,
      uncited: answer.uncited.length,
      ...more.facts,
    },
  };
}

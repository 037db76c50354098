import { isoTime, WikiError, type JsonObject } from '../base';
import { buildCreation, type ChangeSet } from '../change';
import {
  newPageSchema,
  pathForNewPage,
  renderNewPage,
  sourceReference,
  uniqueSlug,
  type Page,
  type PageSchema,
  type Snapshot,
} from '../wiki';
import { answerBody } from './render';
import { type Answer } from './types';

/** How to save an answer as a page. */
export interface SaveAnswer {
  readonly answer: Answer;
  /** Default: the question. */
  readonly title?: string;
  /** Default: `comparison`. */
  readonly kind?: string;
}

/**
 * Proposes an answer as a page. Its sources are those of the pages that it cites.
 *
 * @param snapshot the base of the change
 * @param extra log bullets and facts of the host, such as the cost
 * @throws WikiError `living-wiki:answer_uncited` when the answer cites no page; `living-wiki:kind_invalid`
 */
export function saveAnswer(
  { answer, title, kind = 'comparison' }: SaveAnswer,
  snapshot: Snapshot,
  now: number,
  extra: { readonly bullets: readonly string[]; readonly facts: JsonObject } = { bullets: [], facts: {} },
): ChangeSet {
  const cited = answer.citations.flatMap(({ path, state }) =>
    state === 'gone' ? [] : (snapshot.pages.get(path) ?? []),
  );
  if (cited.length === 0) {
    throw new WikiError('living-wiki:answer_uncited', 'The answer cites no page, so it cannot be saved as one.', {
      remedy: 'Ask again, or use other words.',
    });
  }
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(kind)) {
    throw new WikiError('living-wiki:kind_invalid', `"${kind.slice(0, 80)}" is not a kind of page.`, {
      remedy: 'Use a kind such as comparison, concept or summary.',
    });
  }
  const schema = newPageSchema(snapshot);
  const name = (title ?? answer.question).replace(/[?!.\s]+$/, '').slice(0, 160);
  const slug = uniqueSlug(snapshot, name, schema);
  const head = renderNewPage({
    schema,
    slug,
    kind,
    title: name,
    sources: sourcesOf(cited, snapshot, schema),
    confidence: Math.min(...cited.map(({ confidence }) => confidence)),
    updatedAt: isoTime(now),
    body: '',
  });
  const reason = `Answers the question "${answer.question.slice(0, 200)}" from ${cited.length === 1 ? 'a page' : 'pages'} of the wiki.`;
  const sections = answerBody(answer).filter((section) => section !== '');
  const path = pathForNewPage(snapshot, kind, slug);
  const parts = [head, ...sections.map((section) => `\n${section}\n`)].map((text) => ({ text, reason }));
  const links = [...new Set(cited.map((page) => `[[${page.slug}]]`))].join(', ');
  return {
    title: `Answer: ${name}`,
    producer: 'answer',
    files: [buildCreation({ path, parts, why: ['an answer that you saved'] })],
    log: { event: 'query', subject: name, bullets: [`answered from ${links}`, ...extra.bullets] },
    sources: [],
    notes: answer.notes,
    facts: { ...factsOf(answer, cited), ...extra.facts },
  };
}

function sourcesOf(pages: readonly Page[], snapshot: Snapshot, schema: PageSchema): readonly string[] {
  const sources = pages.flatMap((page) => snapshot.sourcesOf(page));
  return [...new Set(sources.map((source) => sourceReference(source, schema)))];
}

function factsOf({ question, read, removed, uncited }: Answer, cited: readonly Page[]): JsonObject {
  return {
    question,
    read: read.map(({ path }) => path),
    cited: cited.map(({ path }) => path),
    removed: removed.length,
    uncited: uncited.length,
  };
}

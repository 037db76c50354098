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
  type Source,
} from '../wiki';
import { namePacks } from './pack-citations';
import { answerBody } from './render';
import { withSourceFootnotes } from './source-footnotes';
import { type Answer } from './types';

/** How to save an answer as a page. */
export interface SaveAnswer {
  readonly answer: Answer;
  /** Default: the question. */
  readonly title?: string;
  /** Default: `comparison`. */
  readonly kind?: string;
}

/** Of a page that only quotes sources, and that nobody has checked. */
const SOURCE_CONFIDENCE = 0.6;

/**
 * Proposes an answer as a page. Its sources are those that it cites, and those of the pages that it cites.
 *
 * @param snapshot the base of the change
 * @param extra log bullets and facts of the host, such as the cost
 * @throws WikiError `living-wiki:answer_uncited` when the answer cites nothing; `living-wiki:kind_invalid`
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
  const citedSources = answer.sourceCitations.flatMap(({ source }) => snapshot.source(source) ?? []);
  if (cited.length + citedSources.length === 0) {
    throw new WikiError('living-wiki:answer_uncited', 'The answer cites nothing, so it cannot be saved as a page.', {
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
    sources: sourcesOf(cited, citedSources, snapshot, schema),
    confidence: Math.min(...(cited.length === 0 ? [SOURCE_CONFIDENCE] : cited.map(({ confidence }) => confidence))),
    updatedAt: isoTime(now),
    body: '',
  });
  const reason = `Answers the question "${answer.question.slice(0, 200)}" from ${whatIsCited(cited.length, citedSources.length)}.`;
  const [marked = '', ...more] = answerBody(answer);
  const body = namePacks(marked, answer.packCitations);
  const { text, definitions } = withSourceFootnotes(body, answer.sourceCitations);
  const sections = [text, ...more, definitions].filter((section) => section !== '');
  const path = pathForNewPage(snapshot, kind, slug);
  const parts = [head, ...sections.map((section) => `\n${section}\n`)].map((text) => ({ text, reason }));
  const links = [
    ...new Set([...cited.map(({ slug: name }) => `[[${name}]]`), ...citedSources.map(({ id }) => id)]),
  ].join(', ');
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

function sourcesOf(
  pages: readonly Page[],
  citedSources: readonly Source[],
  snapshot: Snapshot,
  schema: PageSchema,
): readonly string[] {
  const sources = [...pages.flatMap((page) => snapshot.sourcesOf(page)), ...citedSources];
  return [...new Set(sources.map((source) => sourceReference(source, schema)))];
}

function whatIsCited(pages: number, sources: number): string {
  if (pages === 0) return sources === 1 ? 'a source' : 'sources';
  const from = pages === 1 ? 'a page of the wiki' : 'pages of the wiki';
  return sources === 0 ? from : `${from} and from sources`;
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

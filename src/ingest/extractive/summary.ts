import { plural, type YieldBudget } from '../../base';
import { buildCreation, hunkId, type FileEdit, type PartSpec } from '../../change';
import { sourceReference, renderNewPage } from '../../wiki';
import { escapeInline, renderDate, renderPageLink, type CurationContext } from './context';
import {
  toEvidence,
  renderBlockQuote,
  cutQuote,
  renderQuote,
  type Quote,
  MAX_QUOTE_LENGTH,
  MAX_LIST_QUOTE_LENGTH,
} from './quote';
import { chooseKeySentences, chooseSentencesAbout } from './rank-sentences';
import { type Sentence } from './parse-source';
import { type Term } from './terms';

const MAX_OUTLINE_ITEMS = 40;
const MAX_ROWS = 5;
/** Most names listed without a quotation. */
const MAX_UNQUOTED_NAMES = 80;

/** A page that the summary links to. */
export interface LinkedPage {
  readonly slug: string;
  readonly title: string;
  /** `named twice`, `named in the title` */
  readonly mentioned: string;
  /** Id of the first hunk of a page that the same change creates; `null` for an existing page. */
  readonly createdBy: string | null;
}

/** Creates the first part of a summary, which all other parts depend on: frontmatter and title. */
export function createSummaryHead(
  context: CurationContext,
  contradicts: readonly string[],
): { readonly text: string; readonly id: string } {
  const { schema, source, summary, title } = context;
  const text = renderNewPage({
    schema,
    slug: summary.slug,
    kind: 'summary',
    title,
    sources: [sourceReference(source, schema)],
    updatedAt: context.updatedAt,
    supersedes: summary.supersedes,
    contradicts,
    body: '',
  });
  return { text, id: hunkId(summary.path, 0, 0, text) };
}

/** Creates the summary of a source: key sentences, outline, linked pages, and names without a page. */
export async function createSummary(
  head: { readonly text: string },
  terms: readonly Term[],
  linked: readonly LinkedPage[],
  withoutPage: readonly Term[],
  context: CurationContext,
  budget: YieldBudget,
): Promise<FileEdit> {
  const parts: PartSpec[] = [
    { text: head.text, reason: `Every source has a summary page; this one is for ${context.source.path}.` },
    ...(await createKeyParts(terms, context, budget)),
    ...createOutlinePart(context),
    ...createPagesPart(linked, context),
    ...createNamesPart(withoutPage, context),
    createAboutPart(context),
  ];
  return buildCreation({ path: context.summary.path, parts, why: ['the summary of the source'] });
}

function createQuotePart(
  heading: string,
  reason: string,
  quotes: readonly Quote[],
  context: CurationContext,
): PartSpec {
  return {
    text: `\n## ${heading}\n\n${renderBlockQuote(quotes.map((quote) => renderQuote(quote, context.quoteSource)))}\n`,
    reason,
    evidence: quotes.map((quote) => toEvidence(quote, context.quoteSource)),
  };
}

async function createKeyParts(
  terms: readonly Term[],
  context: CurationContext,
  budget: YieldBudget,
): Promise<readonly PartSpec[]> {
  const { parsed, limits, questionMatches } = context;
  const sentences = await chooseKeySentences(parsed, terms, limits, budget);
  const answers = questionMatches.flatMap((each) => each.sentences).filter((sentence) => !sentences.includes(sentence));
  if (sentences.length > 0 || answers.length > 0) {
    const quotes = sentences.map((sentence) => cutQuote(sentence, MAX_QUOTE_LENGTH));
    const key = [
      createQuotePart('Key sentences', 'The sentences that best represent the source, in its order.', quotes, context),
    ];
    return [...(quotes.length === 0 ? [] : key), ...createAnswersPart(answers, context)];
  }
  // A table or a list of numbers has no sentences: quote its first lines.
  const rows = parsed.text.passages.filter(({ kind }) => kind !== 'heading' && kind !== 'code').slice(0, MAX_ROWS);
  const quotes = rows
    .map(({ text, anchor }) => cutQuote({ text: text.split('\n')[0] ?? '', anchor }, MAX_QUOTE_LENGTH))
    .filter((quote) => quote.exact !== '');
  if (quotes.length === 0) return [];
  return [
    createQuotePart(
      'First lines',
      'The source has no sentences to quote. Its first lines show what it contains.',
      quotes,
      context,
    ),
  ];
}

/** Sentences that may answer open questions, as a separate part that a reviewer can reject. */
function createAnswersPart(sentences: readonly Sentence[], context: CurationContext): readonly PartSpec[] {
  if (sentences.length === 0) return [];
  const quotes = [...new Set(sentences)]
    .sort((a, b) => a.index - b.index)
    .map((each) => cutQuote(each, MAX_QUOTE_LENGTH));
  return [createQuotePart('Answers', 'These sentences share the words of an open question.', quotes, context)];
}

function createOutlinePart({ parsed, title }: CurationContext): readonly PartSpec[] {
  const headings = parsed.text.passages.filter(({ kind, text }) => kind === 'heading' && text.trim() !== '');
  // A heading that repeats the title is not part of the outline.
  const shown = headings.filter((heading, index) => !(index === 0 && heading.text.trim() === title.trim()));
  if (shown.length < 2) return [];
  const top = shown.reduce((least, { level = 1 }) => Math.min(least, level), 6);
  const items = shown.filter((heading) => (heading.level ?? 1) <= top + 2);
  const lines: string[] = [];
  let depth = -1;
  for (const { text, level = 1 } of items.slice(0, MAX_OUTLINE_ITEMS)) {
    // At most one level deeper than the line before, or markdown would read it as code.
    depth = Math.min(level - top, depth + 1);
    lines.push(`${'  '.repeat(depth)}- ${escapeInline(text)}`);
  }
  if (items.length > MAX_OUTLINE_ITEMS) lines.push(`- … and ${items.length - MAX_OUTLINE_ITEMS} more headings`);
  return [{ text: `\n## Outline\n\n${lines.join('\n')}\n`, reason: 'The headings of the source.' }];
}

function createPagesPart(touched: readonly LinkedPage[], context: CurationContext): readonly PartSpec[] {
  if (touched.length === 0) return [];
  const line = (page: LinkedPage): string =>
    `- ${renderPageLink(page.slug, page.title, context)}, ${page.mentioned}${page.createdBy === null ? '' : ' (new page)'}\n`;
  const known = touched.filter((page) => page.createdBy === null);
  const created = touched.filter((page) => page.createdBy !== null);
  const reason = 'Pages of this wiki that the source mentions.';
  const parts: PartSpec[] = [
    { name: 'pages', title: 'New section "Pages"', text: `\n## Pages\n\n${known.map(line).join('')}`, reason },
  ];
  for (const page of created) {
    parts.push({
      title: `Link to "${page.title}"`,
      text: line(page),
      reason: 'The same change creates this page.',
      needs: ['pages', ...(context.autoLink && page.createdBy !== null ? [page.createdBy] : [])],
    });
  }
  return parts;
}

function createNamesPart(terms: readonly Term[], context: CurationContext): readonly PartSpec[] {
  const listed = terms.slice(0, context.limits.mentions);
  if (listed.length === 0) return [];
  const evidence = [];
  const lines: string[] = [];
  const unquoted: Term[] = [];
  for (const term of listed) {
    const [best] = chooseSentencesAbout(context.parsed, term, 1);
    if (best === undefined) {
      // The source names it in a greeting only.
      unquoted.push(term);
      continue;
    }
    const quote = cutQuote(best.sentence, MAX_LIST_QUOTE_LENGTH, best.focus);
    evidence.push(toEvidence(quote, context.quoteSource));
    const count = term.mentions.length;
    lines.push(`- ${escapeInline(term.name)} (${plural(count, 'time')}): ${renderQuote(quote, context.quoteSource)}`);
  }
  const rest = [...unquoted, ...terms.slice(listed.length, listed.length + MAX_UNQUOTED_NAMES)];
  const more = terms.length - listed.length - rest.length + unquoted.length;
  if (rest.length > 0) {
    lines.push(
      `- And: ${rest.map((term) => escapeInline(term.name)).join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
    );
  }
  return [
    {
      text: `\n## Also named\n\n${lines.join('\n')}\n`,
      reason: 'Names without a page. A name gets one when another source names it too.',
      evidence,
    },
  ];
}

function createAboutPart(context: CurationContext): PartSpec {
  const { parsed, source, date } = context;
  const { text } = parsed;
  const words = parsed.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const count = (kinds: readonly string[]): number => text.passages.filter(({ kind }) => kinds.includes(kind)).length;
  const rows = count(['row', 'table']);
  const facts = [
    `- Source: [${source.id}]`,
    renderDate(date),
    `- Format: ${text.format}`,
    ...(words > 0 ? [`- Length: ${plural(words, 'word')} in ${plural(parsed.sentences.length, 'sentence')}`] : []),
    ...(rows > 0 ? [`- Table rows: ${rows}`] : []),
    ...(count(['code']) > 0 ? [`- Code blocks: ${count(['code'])}`] : []),
    ...(text.passages.length === 0 ? ['- The source contains no text to quote.'] : []),
    ...(parsed.isTruncated ? ['- The source is very long. Its end was not read.'] : []),
    ...text.notes.slice(0, 8).map((note) => `- ${escapeInline(note, 240)}`),
  ];
  return {
    text: `\n## About this source\n\n${facts.join('\n')}\n`,
    reason: 'Facts about the source as a document.',
  };
}

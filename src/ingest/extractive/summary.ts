import { createFile, hunkId, type FileEdit, type PartSpec } from '../../change';
import { citeSource, renderNewPage } from '../../wiki';
import type { Pace } from '../pace';
import { inlineText, longestQuote, pageLink, shortQuote, type Context } from './context';
import { evidenceOf, quoteBlock, quoteOf, quoteText, type Quote } from './quote';
import { keySentences, sentencesAbout } from './rank';
import type { Sentence } from './read';
import type { Term } from './terms';

const outlineItems = 40;
const rowsShown = 5;
/** Names listed without a quotation. */
const namesShown = 80;

/** A page that the summary links to. */
export interface Touched {
  readonly slug: string;
  readonly title: string;
  /** `named twice`, `named in the title` */
  readonly named: string;
  /** Id of the first hunk of a page that the same change creates; `null` for one that is there. */
  readonly createdBy: string | null;
}

/** Frontmatter and title of a summary: its first part, on which every other one rests. */
export function summaryHead(
  context: Context,
  contradicts: readonly string[],
): { readonly text: string; readonly id: string } {
  const { schema, source, summary, title } = context;
  const text = renderNewPage({
    schema,
    slug: summary.slug,
    kind: 'summary',
    title,
    sources: [citeSource(source, schema)],
    updatedAt: context.updatedAt,
    contradicts,
    body: '',
  });
  return { text, id: hunkId(summary.path, 0, 0, text) };
}

/** The summary of a source: its own key sentences, its outline, the pages it touches, the names that have none. */
export async function createSummary(
  head: { readonly text: string },
  terms: readonly Term[],
  touched: readonly Touched[],
  unlisted: readonly Term[],
  context: Context,
  pace: Pace,
): Promise<FileEdit> {
  const parts: PartSpec[] = [
    { text: head.text, reason: `Every source has a summary page; this one is for ${context.source.path}.` },
    ...(await keyPart(terms, context, pace)),
    ...outlinePart(context),
    ...pagesPart(touched, context),
    ...namesPart(unlisted, context),
    aboutPart(context),
  ];
  return createFile({ path: context.summary.path, parts, why: ['the summary of the source'] });
}

function quotePart(heading: string, reason: string, quotes: readonly Quote[], context: Context): PartSpec {
  return {
    text: `\n## ${heading}\n\n${quoteBlock(quotes.map((quote) => quoteText(quote, context.quoted)))}\n`,
    reason,
    evidence: quotes.map((quote) => evidenceOf(quote, context.quoted)),
  };
}

async function keyPart(terms: readonly Term[], context: Context, pace: Pace): Promise<readonly PartSpec[]> {
  const { reading, reach, asked } = context;
  const sentences = await keySentences(reading, terms, reach, pace);
  const answers = asked.flatMap((each) => each.sentences).filter((sentence) => !sentences.includes(sentence));
  if (sentences.length > 0 || answers.length > 0) {
    const quotes = sentences.map((sentence) => quoteOf(sentence, longestQuote));
    const key = [
      quotePart(
        'Key sentences',
        'The sentences of the source that say most of what it is about, in its order.',
        quotes,
        context,
      ),
    ];
    return [...(quotes.length === 0 ? [] : key), ...answersPart(answers, context)];
  }
  // A table or a list of numbers has no sentences; its first lines show what it holds.
  const rows = reading.text.passages.filter(({ kind }) => kind !== 'heading' && kind !== 'code').slice(0, rowsShown);
  const quotes = rows
    .map(({ text, anchor }) => quoteOf({ text: text.split('\n')[0] ?? '', anchor }, longestQuote))
    .filter((quote) => quote.exact !== '');
  if (quotes.length === 0) return [];
  return [
    quotePart(
      'First lines',
      'The source has no sentences to quote; its first lines show what it holds.',
      quotes,
      context,
    ),
  ];
}

/** What else the source says that may answer open questions; apart, so that it can be left out. */
function answersPart(sentences: readonly Sentence[], context: Context): readonly PartSpec[] {
  if (sentences.length === 0) return [];
  const quotes = [...new Set(sentences)].sort((a, b) => a.index - b.index).map((each) => quoteOf(each, longestQuote));
  return [quotePart('Answers', 'These sentences have the words of an open question.', quotes, context)];
}

function outlinePart({ reading, title }: Context): readonly PartSpec[] {
  const headings = reading.text.passages.filter(({ kind, text }) => kind === 'heading' && text.trim() !== '');
  // A single heading that repeats the title is no outline.
  const shown = headings.filter((heading, index) => !(index === 0 && heading.text.trim() === title.trim()));
  if (shown.length < 2) return [];
  const top = Math.min(...shown.map((heading) => heading.level ?? 1));
  const items = shown.filter((heading) => (heading.level ?? 1) <= top + 2);
  const lines: string[] = [];
  let depth = -1;
  for (const { text, level = 1 } of items.slice(0, outlineItems)) {
    // No deeper than one step below the line before, or markdown would read it as code.
    depth = Math.min(level - top, depth + 1);
    lines.push(`${'  '.repeat(depth)}- ${inlineText(text)}`);
  }
  if (items.length > outlineItems) lines.push(`- … and ${items.length - outlineItems} more headings`);
  return [{ text: `\n## Outline\n\n${lines.join('\n')}\n`, reason: 'The headings of the source.' }];
}

function pagesPart(touched: readonly Touched[], context: Context): readonly PartSpec[] {
  if (touched.length === 0) return [];
  const line = (page: Touched): string =>
    `- ${pageLink(page.slug, page.title, context)}, ${page.named}${page.createdBy === null ? '' : ' (new page)'}\n`;
  const known = touched.filter((page) => page.createdBy === null);
  const created = touched.filter((page) => page.createdBy !== null);
  const reason = 'The pages of this wiki that the source speaks of.';
  const parts: PartSpec[] = [
    { name: 'pages', title: 'New section "Pages"', text: `\n## Pages\n\n${known.map(line).join('')}`, reason },
  ];
  for (const page of created) {
    parts.push({
      title: `Link to "${page.title}"`,
      text: line(page),
      reason: 'The same change creates this page.',
      needs: ['pages', ...(context.links && page.createdBy !== null ? [page.createdBy] : [])],
    });
  }
  return parts;
}

function namesPart(terms: readonly Term[], context: Context): readonly PartSpec[] {
  const listed = terms.slice(0, context.reach.mentions);
  if (listed.length === 0) return [];
  const evidence = [];
  const lines: string[] = [];
  const unquoted: Term[] = [];
  for (const term of listed) {
    const [best] = sentencesAbout(context.reading, term, 1);
    if (best === undefined) {
      // Named in a greeting only.
      unquoted.push(term);
      continue;
    }
    const quote = quoteOf(best.sentence, shortQuote, best.focus);
    evidence.push(evidenceOf(quote, context.quoted));
    const count = term.mentions.length;
    lines.push(
      `- ${inlineText(term.name)} (${count} ${count === 1 ? 'time' : 'times'}): ${quoteText(quote, context.quoted)}`,
    );
  }
  const rest = [...unquoted, ...terms.slice(listed.length, listed.length + namesShown)];
  const more = terms.length - listed.length - rest.length + unquoted.length;
  if (rest.length > 0) {
    lines.push(`- And: ${rest.map((term) => inlineText(term.name)).join(', ')}${more > 0 ? `, and ${more} more` : ''}`);
  }
  return [
    {
      text: `\n## Also named\n\n${lines.join('\n')}\n`,
      reason: 'Names without a page. When another source names one of them too, it gets its page.',
      evidence,
    },
  ];
}

function aboutPart(context: Context): PartSpec {
  const { reading, source, date } = context;
  const { text } = reading;
  const words = reading.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const count = (kinds: readonly string[]): number => text.passages.filter(({ kind }) => kinds.includes(kind)).length;
  const rows = count(['row', 'table']);
  const facts = [
    `- Source: [${source.id}]`,
    ...(date === null ? [] : [`- Date: ${date}`]),
    `- Format: ${text.format}`,
    ...(words > 0
      ? [
          `- Length: ${words} ${words === 1 ? 'word' : 'words'} in ${reading.sentences.length} ${reading.sentences.length === 1 ? 'sentence' : 'sentences'}`,
        ]
      : []),
    ...(rows > 0 ? [`- Table rows: ${rows}`] : []),
    ...(count(['code']) > 0 ? [`- Code blocks: ${count(['code'])}`] : []),
    ...(text.passages.length === 0 ? ['- The source holds no text that can be quoted.'] : []),
    ...(reading.cut ? ['- The source is very long; its end was not read.'] : []),
    ...text.notes.slice(0, 8).map((note) => `- ${inlineText(note, 240)}`),
  ];
  return {
    text: `\n## About this source\n\n${facts.join('\n')}\n`,
    reason: 'What is known of the source as a document.',
  };
}

import { FENCE_RULES, stableFence } from '../model';
import { type Lens } from '../workspace';
import { type AskRequest } from './request';
import { QUESTION_PREFIX } from './trim';
import { type DraftKind, type ReadPage } from './types';

const RULES = [
  'You are the librarian of a wiki of Markdown pages. You answer from what you read in it, and from nothing else.',
  FENCE_RULES,
  'Search first. Do not answer from a single hit: read the pages that matter, whole or by section, follow links that look',
  'relevant, and search again with other words before you give up.',
  'End every sentence that states something with the place you read it in, as [[page#Section]], or [[page]] where the page has no',
  'sections: the slug of a page and a heading of it, exactly as read_page showed them. Code removes every citation of what',
  'you did not read in this conversation. Never invent a page, a section or an address.',
  'What only a source says is cited as search_sources and read_source show it, as [source-id, line 12]. Pages come first.',
  'Where pages contradict each other, say so, and give both sides with their dates and authority.',
  'What the wiki does not tell goes under the heading "## Not in the wiki" at the end, one list item each; leave the heading out',
  'when nothing is missing. Say nothing from your own knowledge.',
  'Answer in the language of the question, in plain Markdown without HTML and images. No introduction, no closing words.',
].join(' ');

const PACK_RULES = [
  'Besides the wiki you can use knowledge packs. Activate one with activate_pack when the question fits its description, then read',
  'with resolve_context, and cite what you read there as [[pack:name/path#Section]], exactly as resolve_context shows it.',
  'The wiki comes first; say it when a pack and the wiki differ.',
].join(' ');

/**
 * Depends on the lens and on the packs that there are and on nothing else: every question has the same bytes.
 * @param catalog of knowledge packs; `''` without any
 */
export function systemPrompt({ effective, name, isRoot }: Lens, catalog: string): string {
  const { title, description, curation } = effective;
  const about = [
    `Title: ${title}`,
    `About: ${description}`,
    ...(curation.tone === undefined ? [] : [`Tone of answers: ${curation.tone}`]),
    ...(isRoot ? [] : [`Seen through the lens "${name}".`]),
  ]
    .join('\n')
    .slice(0, 2_000);
  const packs = catalog === '' ? '' : `\n\n${PACK_RULES}\n\n${catalog}`;
  return `${RULES}\n\nWhat the wiki is:\n${stableFence(about, 'description of this wiki').text}${packs}`;
}

const DRAFT_INSTRUCTIONS: Readonly<Record<DraftKind, string>> = {
  email: 'Write an e-mail, with a subject line first',
  summary: 'Write a summary of at most five short paragraphs',
  outline: 'Write an outline as a nested list',
};

/** @param pages fenced texts of pages that were read for the model */
export function questionPrompt(
  { question, repeats: again = 0, draft }: Pick<AskRequest, 'question' | 'repeats' | 'draft'>,
  read: readonly ReadPage[],
  pages: readonly string[],
): string {
  const record = read
    .slice(-60)
    .map(
      ({ slug, sections }) => `[[${slug}]]${sections.length === 0 ? '' : ` (${sections.slice(0, 12).join(' | ')})`}`,
    );
  return [
    ...(record.length === 0 ? [] : [`Read so far in this conversation: ${record.join(', ')}.`]),
    ...pages,
    ...(draft === undefined
      ? []
      : [
          `${DRAFT_INSTRUCTIONS[draft.kind]}, from pages of the wiki, for the following. Cite as in an answer; the citations become footnotes.`,
          'Write plainly: short sentences, common words, no filler, no praise, nothing twice.',
        ]),
    `${QUESTION_PREFIX} ${question}`,
    ...(again === 0 ? [] : [`(This was asked before, ${again} times. Search again, with other words.)`]),
  ].join('\n\n');
}

/** For a model that answered without reading. @param pages fenced results of a search, which count as read */
export function readFirstPrompt(question: string, pages: readonly string[]): string {
  if (pages.length === 0) {
    return 'You have read no page yet. Search with other words, read the pages that matter, and then answer from them with citations.';
  }
  return [
    'You have read no page yet. A search for the question found these pages. Read more if you need it, and answer from them with citations.',
    ...pages,
    `${QUESTION_PREFIX} ${question}`,
  ].join('\n\n');
}

import { checkpoint } from '../../base';
import { type Anchor } from '../../change';
import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import { HtmlBlockReader, type HtmlBlock, type HtmlMetadata } from './html-blocks';
import { parseMarkup } from './markup';
import { CUT_BLOCKS, CUT_COLUMNS } from './limits';
import { LineCounter, normaliseText } from './text-utils';

/** What documentation generators put behind a heading to link to it. "C#" is a name. */
const PERMALINK = /(?:\s*[¶§🔗]|\s#)\s*$/u;

/**
 * A saved web page: its main content, without navigation, scripts, styles, templates and hidden parts.
 * Nothing is fetched; pictures and `data:` addresses are ignored. Anchors are lines of the file.
 */
export async function readHtml(text: string, input: ReaderInput): Promise<ExtractedContent> {
  const builder = new PassageBuilder('html');
  const counter = new LineCounter(text);
  const metadata = await addHtml(builder, text, (offset) => ({ line: counter.lineAt(offset) }), input);
  builder.offerTitle(metadata.title);
  builder.date = metadata.date;
  builder.language = parseLanguageTag(metadata.language);
  return builder.build();
}

/**
 * Adds the passages of an HTML or XHTML text.
 *
 * @param anchorAt returns the anchor of an offset in the text; called with rising offsets
 */
export async function addHtml(
  builder: PassageBuilder,
  text: string,
  anchorAt: (offset: number) => Anchor,
  input: ReaderInput,
): Promise<HtmlMetadata> {
  const blocks = new HtmlBlockReader();
  const isXhtml = /^[\s\ufeff]*<\?xml\b/u.test(text.slice(0, 200));
  await parseMarkup(text, blocks.events, isXhtml ? 'xhtml' : 'html', input);
  blocks.finish();
  let weight = 0;
  for (const block of selectMainContent(blocks.blocks, blocks.metadata.articleCount, builder)) {
    weight += block.text.length + 200;
    if (weight > 200_000) {
      weight = 0;
      await checkpoint(input.run);
    }
    const anchor = anchorAt(block.offset);
    if (block.kind === 'heading') builder.addHeading(block.text.replace(PERMALINK, ''), block.level, anchor);
    else builder.add(block.kind, block.text, anchor);
  }
  for (const name of blocks.metadata.linkTexts) builder.addLinkText(name);
  if (blocks.metadata.hasPictures) builder.addNote('Pictures were left out.');
  if (blocks.metadata.isCut) builder.addNote(CUT_BLOCKS);
  if (blocks.metadata.hasCutRows) builder.addNote(CUT_COLUMNS);
  return blocks.metadata;
}

/** A BCP 47 language tag, or `null`. */
export function parseLanguageTag(tag: string | null): string | null {
  const tidied = normaliseText(tag ?? '').replace(/_/gu, '-');
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/iu.test(tidied) ? tidied : null;
}

/**
 * The main content of the page: `<main>`; else a single `<article>` if it is a large part of the page; else everything
 * except navigation and footer.
 */
function selectMainContent(
  blocks: readonly HtmlBlock[],
  articles: number,
  builder: PassageBuilder,
): readonly HtmlBlock[] {
  const shown = blocks.filter((block) => /\S/u.test(block.text));
  const content = shown.filter((block) => block.zone !== 'chrome');
  const weight = (list: readonly HtmlBlock[]): number => list.reduce((sum, block) => sum + block.text.length, 0);
  let chosen = content;
  const main = content.filter((block) => block.zone === 'main');
  if (main.length > 0 && weight(main) * 5 >= weight(content)) chosen = main;
  else if (articles === 1) {
    const article = content.filter((block) => block.zone === 'article');
    if (weight(article) * 2 >= weight(content)) chosen = article;
  }
  if (chosen.length === 0) return shown;
  if (chosen.length < shown.length)
    builder.addNote('Navigation and other parts around the main content were left out.');
  return chosen;
}

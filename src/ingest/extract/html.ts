import type { Anchor } from '../../change';
import { Drafting } from './draft';
import type { Draft, Reading } from './draft';
import { HtmlBlocks } from './html-blocks';
import type { HtmlBlock, HtmlFacts } from './html-blocks';
import { parseMarkup } from './markup';
import { pause } from './pause';
import { isoDate, LineCounter, tidy } from './words';

/**
 * A web page as it was saved: its main content, without navigation, scripts, styles, templates and hidden parts.
 * Nothing is fetched; pictures and `data:` addresses are ignored. Anchors are lines of the file.
 */
export async function readHtml(text: string, reading: Reading): Promise<Draft> {
  const draft = new Drafting('html');
  const counter = new LineCounter(text);
  const facts = await addHtml(draft, text, (offset) => ({ line: counter.lineAt(offset) }), reading);
  draft.offerTitle(facts.title);
  draft.date = isoDate(facts.date);
  draft.language = languageOf(facts.language);
  return draft.finish();
}

/**
 * Adds the passages of an HTML or XHTML text to a draft.
 *
 * @param anchorAt the anchor of an offset in the text; asked in rising order
 */
export async function addHtml(
  draft: Drafting,
  text: string,
  anchorAt: (offset: number) => Anchor,
  reading: Reading,
): Promise<HtmlFacts> {
  const blocks = new HtmlBlocks();
  const isXhtml = /^[\s\ufeff]*<\?xml\b/u.test(text.slice(0, 200));
  await parseMarkup(text, blocks.events, isXhtml ? 'xhtml' : 'html', reading);
  blocks.finish();
  let weight = 0;
  for (const block of chooseMain(blocks.blocks, blocks.facts.articles, draft)) {
    weight += block.text.length + 200;
    if (weight > 200_000) {
      weight = 0;
      await pause(reading.run);
    }
    const anchor = anchorAt(block.offset);
    if (block.kind === 'heading') draft.heading(block.text, block.level, anchor);
    else draft.add(block.kind, block.text, anchor);
  }
  for (const name of blocks.facts.linkTexts) draft.linkText(name);
  if (blocks.facts.pictures) draft.note('Pictures were left out.');
  return blocks.facts;
}

/** A language tag in the form of BCP 47, or `null`. */
export function languageOf(tag: string | null): string | null {
  const tidied = tidy(tag ?? '').replace(/_/gu, '-');
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/iu.test(tidied) ? tidied : null;
}

/**
 * The part of the page that is about something: what `<main>` holds; else the one `<article>` when it is a good part of
 * the page; else all but the navigation and the page's footer.
 */
function chooseMain(blocks: readonly HtmlBlock[], articles: number, draft: Drafting): readonly HtmlBlock[] {
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
  if (chosen.length < shown.length) draft.note('Navigation and other parts around the main content were left out.');
  return chosen;
}

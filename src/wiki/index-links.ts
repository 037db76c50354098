import { escapeMarkdown as escapeText } from '../markdown';
import { linkWords } from './names';
import { type Page } from './types';

/** What a wikilink cannot contain, or what other parsers and plugins would read as HTML, code, a template or an address. */
const UNFIT_FOR_WIKILINK = /[[\]|#^<`$\\\p{Cc}\p{Cf}]|%%|:\/\/|@|www\./iu;

/** A wikilink, or a Markdown link if the slug is not fit for one. */
export function renderLink(page: Page): string {
  return UNFIT_FOR_WIKILINK.test(page.slug) ? markdownLink(page, page.slug) : `[[${page.slug}]]`;
}

/** {@link renderLink} with the title as its words, unless the slug is the same. */
export function renderTitledLink(page: Page): string {
  if (UNFIT_FOR_WIKILINK.test(page.slug)) return markdownLink(page, page.title.trim() === '' ? page.slug : page.title);
  const words = linkWords(page.title);
  // The words of a wikilink are no place for escapes.
  const isPlain = words !== '' && escapeText(words) === words && !UNFIT_FOR_WIKILINK.test(words);
  return isPlain && words !== page.slug ? `[[${page.slug}|${words}]]` : `[[${page.slug}]]`;
}

function markdownLink(page: Page, words: string): string {
  const target = encodeURI(page.path.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[#()?$=:@]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${escapeMarkdown(words)}](${target})`;
}

/** Other tools may read the index as a table, so bars are escaped too. */
export function escapeMarkdown(text: string): string {
  return escapeText(text).replace(/\|/g, '\\|');
}

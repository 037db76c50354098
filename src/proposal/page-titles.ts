import { type Run } from '../base';
import { applySplices, type Splice, type TextLink } from '../markdown';
import { type FileChange } from '../vault';
import { linkName, linkWords, pagesMentioning, wordKey, type Page, type Snapshot } from '../wiki';
import { isLinkItem } from './summary-links';
import { withText } from './with-text';

/** A page that gets another title. */
interface Retitled {
  readonly page: Page;
  /** The words of its old title. */
  readonly before: string;
}

const SEE_ALSO = 'See also: ';

/**
 * The changes with the lists of links brought up to date that the program writes: where a page gets another title, a "See also" line and the
 * list of pages of a summary call it by that, wherever they called it by the old one. Links in sentences keep their words.
 *
 * @param next the wiki after `changes`
 */
export async function withPageTitles(
  changes: readonly FileChange[],
  current: Snapshot,
  next: Snapshot,
  run: Run,
): Promise<readonly FileChange[]> {
  const retitled = changes.flatMap(({ path }): readonly Retitled[] => {
    const [old, page] = [current.pages.get(path), next.pages.get(path)];
    if (old === undefined || page === undefined || old.title === page.title) return [];
    return [{ page, before: wordKey(old.title) }];
  });
  const linking = new Set(
    retitled.flatMap(({ page }) => pagesMentioning(next, linkName({ target: page.slug, external: false }))),
  );
  let found = changes;
  for (const page of linking) {
    await run.yieldToHost();
    const text = await next.text(page.path);
    if (text === null) continue;
    found = withText(found, page.path, text, relabelled(text, page, retitled, next));
  }
  return found;
}

function relabelled(text: string, page: Page, retitled: readonly Retitled[], next: Snapshot): string {
  const splices = page.links.flatMap((link): readonly Splice[] => {
    const isPlain = link.form === 'wikilink' && link.fragment === null && link.start >= page.bodyStart;
    if (!isPlain || !isListed(link, text)) return [];
    const found = next.resolve(link, page.path);
    const meant = found.kind === 'page' ? retitled.find((each) => each.page.path === found.page.path) : undefined;
    const title = linkWords(meant?.page.title ?? '');
    if (meant === undefined || title === '' || wordKey(link.text ?? '') !== meant.before) return [];
    return [{ start: link.targetEnd, end: link.end, text: `|${title}]]` }];
  });
  return splices.length === 0 ? text : applySplices(text, splices);
}

/** Whether a link stands in a line that consists of links, so that its words are the title of its page. */
function isListed({ start, end }: TextLink, text: string): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return text.slice(lineStart, start).startsWith(SEE_ALSO) || isLinkItem(text, start, end);
}

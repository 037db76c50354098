import { fileStem, type Run } from '../base';
import { type ChangeSet } from '../change';
import { applySplices, type Splice, type TextLink, type TextRange } from '../markdown';
import { type FileChange } from '../vault';
import { linkName, pagesMentioning, readLedger, type Page, type Snapshot } from '../wiki';
import { withText } from './with-text';

/**
 * The changes with the summaries of sources brought up to date: a link to a page that was refused, or deleted by this change or earlier by
 * hand, becomes plain words, and a list item that is only such a link goes. What a person wrote in a summary stays.
 *
 * @param next the wiki after `changes`
 */
export async function withSummaryLinks(
  changes: readonly FileChange[],
  { files }: Pick<ChangeSet, 'files'>,
  current: Snapshot,
  next: Snapshot,
  run: Run,
): Promise<readonly FileChange[]> {
  const created = files.flatMap(({ kind, path }) => (kind === 'created' ? [fileStem(path)] : []));
  const deleted = changes.flatMap((change) => (change.op === 'delete' ? [fileStem(change.path)] : []));
  const written = new Set([...created, ...deleted]);
  for (const { slugs } of Object.values(current.provenance.sources)) for (const slug of slugs) written.add(slug);
  const gone = [...written].filter((slug) => next.pageBySlug(slug) === undefined);
  const summaries = new Set(
    gone.flatMap((slug) =>
      pagesMentioning(next, linkName({ target: slug, external: false })).filter(({ kind }) => kind === 'summary'),
    ),
  );
  let found = changes;
  for (const page of summaries) {
    await run.yieldToHost();
    const text = await next.text(page.path);
    const links = page.links.filter(
      (link) => link.start >= page.bodyStart && next.resolve(link, page.path).kind === 'missing',
    );
    const after =
      text === null
        ? null
        : withoutLinks(
            text,
            page,
            links.filter((link) => gone.includes(slugOf(link))),
          );
    if (text !== null && after !== null) found = withText(found, page.path, text, after);
  }
  return found;
}

const ITEM_START = /^[ \t]*[-*+][ \t]+$/;
/** Nothing, or what the built-in curator says about a page that it lists: `, named twice (new page)`. */
const ITEM_END = /^(?:, named [\w ]{1,30}?)?(?: \(new page\))?$/;

function slugOf({ target }: TextLink): string {
  return fileStem(target);
}

function lineAround(text: string, start: number, end: number): TextRange {
  const next = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: next === -1 ? text.length : next + 1 };
}

/** Whether a list item is only the link at these offsets. */
export function isLinkItem(text: string, start: number, end: number): boolean {
  const line = lineAround(text, start, end);
  return ITEM_START.test(text.slice(line.start, start)) && ITEM_END.test(text.slice(end, line.end).trim());
}

function withoutLinks(text: string, { headings }: Page, links: readonly TextLink[]): string {
  const { claims } = readLedger(text);
  const splices: Splice[] = [];
  for (const { start, end, text: words, target } of links) {
    if (isLinkItem(text, start, end)) {
      splices.push({ ...lineAround(text, start, end), text: '' });
      continue;
    }
    const claim = claims.find((each) => each.start <= start && each.end >= end);
    if (claim !== undefined && claim.support.length > 0) splices.push({ start, end, text: words ?? target });
  }
  if (splices.length === 0) return text;
  const left = applySplices(text, splices);
  const lost = new Set(splices.map(({ start }) => headings.findLast((heading) => heading.start < start)?.text));
  return [...lost].reduce(
    (rest: string, heading) => (heading === undefined ? rest : withoutEmptySection(rest, heading)),
    left,
  );
}

/** Removes a section that has lost its last line. */
function withoutEmptySection(text: string, heading: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^#{2,6} /.test(line) && line.replace(/^#+ /, '').trim() === heading.trim());
  if (at === -1) return text;
  const next = lines.findIndex((line, index) => index > at && line.trim() !== '');
  const isEmpty = next === -1 || /^(?:#{1,6} |\[\^)/.test(lines[next] ?? '');
  if (!isEmpty) return text;
  return [...lines.slice(0, at), ...(next === -1 ? [''] : lines.slice(next))].join('\n');
}

import { fileStem, type Run } from '../base';
import { type ChangeSet } from '../change';
import { applySplices, type Splice, type TextLink } from '../markdown';
import { hashText, type FileChange } from '../vault';
import { linkName, pagesMentioning, readLedger, type Page, type Snapshot } from '../wiki';

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
  const found = [...changes];
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
    if (text === null || after === null || after === text) continue;
    const at = found.findIndex((change) => change.path === page.path && change.op !== 'delete');
    const change = found[at];
    if (change === undefined) found.push({ op: 'update', path: page.path, expected: hashText(text), text: after });
    else if (change.op !== 'delete') found[at] = { ...change, text: after };
  }
  return found;
}

const ITEM_START = /^[ \t]*[-*+][ \t]+$/;
/** Nothing, or what the built-in curator says about a page that it lists: `, named twice (new page)`. */
const ITEM_END = /^(?:, named [\w ]{1,30}?)?(?: \(new page\))?$/;

function slugOf({ target }: TextLink): string {
  return fileStem(target);
}

function withoutLinks(text: string, { headings }: Page, links: readonly TextLink[]): string {
  const { claims } = readLedger(text);
  const splices: Splice[] = [];
  for (const { start, end, text: words, target } of links) {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const next = text.indexOf('\n', end);
    const lineEnd = next === -1 ? text.length : next + 1;
    const isItem = ITEM_START.test(text.slice(lineStart, start)) && ITEM_END.test(text.slice(end, lineEnd).trim());
    if (isItem) {
      splices.push({ start: lineStart, end: lineEnd, text: '' });
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

import type { TextLink } from '../markdown';
import type { Page, Snapshot } from '../wiki';
import { relativePath, retarget } from './links';
import { stemOf } from './names';
import type { Bench, Draft } from './rule';
import { quote } from './words';

interface Inbound {
  readonly from: string;
  readonly link: TextLink;
}

interface Reference {
  readonly path: string;
  readonly field: 'supersedes' | 'contradicts' | 'links';
}

/**
 * Makes slug and file name agree: renames the file to the slug, or sets the slug to the file name, whichever rewrites
 * less in other pages. When both rewrite the same, the file is renamed, since the slug is the page's identity.
 *
 * @param ways which of the two are open
 */
export function mendSlug(page: Page, ways: { rename: boolean; reslug: boolean }): NonNullable<Draft['mend']> {
  return async (bench) => {
    const { snapshot } = bench;
    const inbound = snapshot.backlinks(page.path).map(({ from, link }) => ({ from: from.path, link }));
    const named = inbound.filter(({ from, link }) => link.target !== '' && !isBySlug(snapshot, from, link));
    const slugged = inbound.filter(({ from, link }) => isBySlug(snapshot, from, link));
    const references = referencesTo(snapshot, page);
    const to = `${page.path.slice(0, page.path.lastIndexOf('/') + 1)}${page.slug}.md`;
    const canRename = ways.rename && bench.isFree(to);
    if (ways.reslug && (!canRename || slugged.length + references.length < named.length)) {
      await reslug(bench, page, slugged, references);
    } else if (canRename) {
      await rename(bench, page, to, named);
    }
  };
}

function isBySlug(snapshot: Snapshot, from: string, link: TextLink): boolean {
  const found = snapshot.resolve(link, from);
  return found.kind === 'page' && found.by === 'slug';
}

function referencesTo(snapshot: Snapshot, page: Page): readonly Reference[] {
  const references: Reference[] = [];
  for (const other of snapshot.pages.values()) {
    if (other.supersedes.includes(page.slug)) references.push({ path: other.path, field: 'supersedes' });
    if (other.contradicts.includes(page.slug)) references.push({ path: other.path, field: 'contradicts' });
    if (other.declaredLinks.includes(page.slug)) references.push({ path: other.path, field: 'links' });
  }
  return references;
}

async function rename(bench: Bench, page: Page, to: string, named: readonly Inbound[]): Promise<void> {
  bench.rename(page.path, to, { reason: `The slug is ${quote(page.slug)}, so that every tool finds the page by it.` });
  for (const { from, link } of named) {
    const text = await bench.text(from);
    const notes = { reason: `"${page.path}" is renamed.`, with: page.path, declares: ['links'] as const };
    bench.splice(from, retarget(text, link, movedTarget(link, from, page.slug, to)), notes);
  }
}

/** The target of a link after the rename: its last segment is the new name; a Markdown link keeps its `.md`. */
function movedTarget(link: TextLink, from: string, slug: string, to: string): string {
  const folder = link.target.slice(0, link.target.lastIndexOf('/') + 1);
  const extension = /\.md$/i.test(link.target) ? '.md' : '';
  const moved = `${folder}${slug}${extension}`;
  return link.form === 'wikilink' || extension !== '' ? moved : relativePath(from, to);
}

async function reslug(
  bench: Bench,
  page: Page,
  slugged: readonly Inbound[],
  references: readonly Reference[],
): Promise<void> {
  const stem = stemOf(page.path);
  const reason = `The file is called ${quote(stem)}, and the slug is its name.`;
  bench.frontmatter(page.path, { op: 'set', path: ['slug'], value: stem }, { reason, with: page.path });
  const notes = { reason: `The slug ${quote(page.slug)} becomes ${quote(stem)}.`, with: page.path };
  for (const { from, link } of slugged) {
    bench.splice(from, retarget(await bench.text(from), link, stem), { ...notes, declares: ['links'] });
  }
  for (const { path, field } of references) {
    bench.frontmatter(path, { op: 'drop', path: [field], value: page.slug }, notes);
    bench.frontmatter(path, { op: 'add', path: [field], value: stem }, notes);
  }
}

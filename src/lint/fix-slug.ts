import { type TextLink } from '../markdown';
import { type Page, type Snapshot } from '../wiki';
import { relativePath, retargetKeepingText } from './link-edits';
import { stemOf } from './name-index';
import { type Fixer, type Report } from './rule';
import { quote } from './quote';

interface InboundLink {
  readonly from: string;
  readonly link: TextLink;
}

interface SlugReference {
  readonly path: string;
  readonly field: 'supersedes' | 'contradicts' | 'links';
}

/**
 * Makes slug and file name agree: renames the file to the slug, or sets the slug to the file name, whichever rewrites
 * less in other pages. When both rewrite the same, the file is renamed, since the slug is the page's identity.
 *
 * @param possible which of the two are open
 */
export function fixSlug(page: Page, possible: { rename: boolean; reslug: boolean }): NonNullable<Report['fix']> {
  return async (fixer) => {
    const { snapshot } = fixer;
    const inbound = snapshot.backlinks(page.path).map(({ from, link }) => ({ from: from.path, link }));
    const linksByName = inbound.filter(({ from, link }) => link.target !== '' && !isBySlug(snapshot, from, link));
    const linksBySlug = inbound.filter(({ from, link }) => isBySlug(snapshot, from, link));
    const references = referencesTo(snapshot, page);
    const to = `${page.path.slice(0, page.path.lastIndexOf('/') + 1)}${page.slug}.md`;
    const canRename = possible.rename && fixer.isFree(to);
    if (possible.reslug && (!canRename || linksBySlug.length + references.length < linksByName.length)) {
      await changeSlug(fixer, page, linksBySlug, references);
    } else if (canRename) {
      await renameToSlug(fixer, page, to, linksByName);
    }
  };
}

function isBySlug(snapshot: Snapshot, from: string, link: TextLink): boolean {
  const found = snapshot.resolve(link, from);
  return found.kind === 'page' && found.by === 'slug';
}

function referencesTo(snapshot: Snapshot, page: Page): readonly SlugReference[] {
  const references: SlugReference[] = [];
  for (const other of snapshot.pages.values()) {
    if (other.supersedes.includes(page.slug)) references.push({ path: other.path, field: 'supersedes' });
    if (other.contradicts.includes(page.slug)) references.push({ path: other.path, field: 'contradicts' });
    if (other.declaredLinks.includes(page.slug)) references.push({ path: other.path, field: 'links' });
  }
  return references;
}

async function renameToSlug(fixer: Fixer, page: Page, to: string, linksByName: readonly InboundLink[]): Promise<void> {
  fixer.rename(page.path, to, { reason: `The slug is ${quote(page.slug)}, so that every tool finds the page by it.` });
  for (const { from, link } of linksByName) {
    const text = await fixer.text(from);
    const notes = { reason: `"${page.path}" is renamed.`, with: page.path, declares: ['links'] as const };
    fixer.splice(from, retargetKeepingText(text, link, renamedTarget(link, from, page.slug, to)), notes);
  }
}

/** The target of a link after the rename: its last segment is the new name; a Markdown link keeps its `.md`. */
function renamedTarget(link: TextLink, from: string, slug: string, to: string): string {
  const folder = link.target.slice(0, link.target.lastIndexOf('/') + 1);
  const extension = /\.md$/i.test(link.target) ? '.md' : '';
  const moved = `${folder}${slug}${extension}`;
  return link.form === 'wikilink' || extension !== '' ? moved : relativePath(from, to);
}

async function changeSlug(
  fixer: Fixer,
  page: Page,
  linksBySlug: readonly InboundLink[],
  references: readonly SlugReference[],
): Promise<void> {
  const stem = stemOf(page.path);
  const reason = `The file is called ${quote(stem)}, and the slug is its name.`;
  fixer.frontmatter(page.path, { op: 'set', path: ['slug'], value: stem }, { reason, togetherWith: page.path });
  const notes = { reason: `The slug ${quote(page.slug)} becomes ${quote(stem)}.`, with: page.path };
  for (const { from, link } of linksBySlug) {
    fixer.splice(from, retargetKeepingText(await fixer.text(from), link, stem), { ...notes, declares: ['links'] });
  }
  for (const { path, field } of references) {
    fixer.frontmatter(path, { op: 'drop', path: [field], value: page.slug }, notes);
    fixer.frontmatter(path, { op: 'add', path: [field], value: stem }, notes);
  }
}

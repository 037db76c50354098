import { noteName } from '../base';
import { type TextLink } from '../markdown';
import { type Page, type Snapshot } from '../wiki';
import { relativePath } from '../vault';
import { retargetKeepingText } from './link-edits';
import { quote } from './quote';
import { type Fix, type Fixer, type FixNotes } from './rule';

interface InboundLink {
  readonly from: string;
  readonly link: TextLink;
}

interface SlugReference {
  readonly path: string;
  readonly field: 'supersedes' | 'contradicts' | 'links';
}

/**
 * Makes slug and file name the same: renames the file or changes the slug, whichever rewrites less in other pages. On a
 * tie it renames the file, because the slug identifies the page.
 */
export function fixSlug(page: Page, possible: { rename: boolean; reslug: boolean }): Fix {
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
  const notes: FixNotes = { reason: `"${page.path}" is renamed.`, togetherWith: page.path, declares: ['links'] };
  for (const { from, link } of linksByName) {
    const target = renamedTarget(link, from, page.slug, to);
    fixer.splice(from, retargetKeepingText(await fixer.text(from), link, target), notes);
  }
}

/** The target after the rename: its last segment is the new name. A Markdown link keeps its `.md`. */
function renamedTarget(link: TextLink, from: string, slug: string, to: string): string {
  const folder = link.target.slice(0, link.target.lastIndexOf('/') + 1);
  const extension = /\.md$/i.test(link.target) ? '.md' : '';
  const target = `${folder}${slug}${extension}`;
  return link.form === 'wikilink' || extension !== '' ? target : relativePath(from, to);
}

async function changeSlug(
  fixer: Fixer,
  page: Page,
  linksBySlug: readonly InboundLink[],
  references: readonly SlugReference[],
): Promise<void> {
  const stem = noteName(page.path);
  const reason = `The file is named ${quote(stem)}, so the slug is too.`;
  fixer.frontmatter(page.path, { op: 'set', path: ['slug'], value: stem }, { reason, togetherWith: page.path });
  const notes: FixNotes = {
    reason: `The slug ${quote(page.slug)} becomes ${quote(stem)}.`,
    togetherWith: page.path,
  };
  for (const { from, link } of linksBySlug) {
    const splice = retargetKeepingText(await fixer.text(from), link, stem);
    fixer.splice(from, splice, { ...notes, declares: ['links'] });
  }
  for (const { path, field } of references) {
    fixer.frontmatter(path, { op: 'drop', path: [field], value: page.slug }, notes);
    fixer.frontmatter(path, { op: 'add', path: [field], value: stem }, notes);
  }
}

import { readFrontmatter } from '../markdown';
import { foldName } from '../vault';
import { parsePage, type Page, type PageProblem, type Snapshot } from '../wiki';
import { parseManifest } from '../workspace';
import { fileTitle } from './title';
import { type GuardedFile, type GuardReport } from './guard-file';

/** In UTF-16 units. A larger page opens slowly on a phone. */
const LARGE_PAGE = 400_000;
/** A larger page is not parsed. */
const HUGE_PAGE = 4_000_000;

const REMEDY = 'Reject this part, or fix the page by hand.';

/**
 * What the change would break in a page: invalid or incomplete frontmatter, a slug that changes without a rename, a
 * different form, or a size that Obsidian cannot handle. Problems that the page had before are left to lint.
 */
export function pageFindings(
  file: GuardedFile,
  files: readonly GuardedFile[],
  snapshot: Snapshot,
): readonly GuardReport[] {
  const { before, after, path } = file;
  if (MANIFEST.test(path)) return manifestFindings(path, after);
  if (after === null || !path.toLowerCase().endsWith('.md') || hasOwnFormat(path)) return [];
  const size = sizeFindings(before ?? '', after).map((reported) => ({ ...reported, hunk: file.hunks[0] }));
  if (after.length > HUGE_PAGE) return size;
  const page = parsePage(path, after);
  const old = before === null ? null : parsePage(file.edit.path, before);
  const found = [
    ...frontmatterFindings(page, old, before ?? '', after),
    ...slugFindings(file, page, old),
    ...duplicateSlugFindings(file, page, old, files, snapshot),
  ];
  return [...found.map((reported) => ({ ...reported, hunk: file.hunks[0] })), ...size];
}

function frontmatterFindings(page: Page, old: Page | null, before: string, after: string): readonly GuardReport[] {
  const had = readFrontmatter(before).present;
  if (had && !readFrontmatter(after).present) {
    return [
      { code: 'frontmatter', severity: 'error', message: 'The page would lose its frontmatter.', remedy: REMEDY },
    ];
  }
  if (old?.schema !== undefined && old.schema !== null && page.schema !== null && page.schema !== old.schema) {
    const message = `The schema of the page would change from "${old.schema}" to "${page.schema}".`;
    return [{ code: 'schema', severity: 'error', message, remedy: REMEDY }];
  }
  const known = new Set((old?.problems ?? []).map(keyOf));
  return page.problems
    .filter((problem) => !known.has(keyOf(problem)))
    .map(({ message, line }) => ({ code: 'frontmatter', severity: 'error', message, remedy: REMEDY, line }));
}

function keyOf(problem: PageProblem): string {
  return JSON.stringify([problem.code, problem.field, problem.message]);
}

function slugFindings(file: GuardedFile, page: Page, old: Page | null): readonly GuardReport[] {
  if (page.schema === null) return [];
  const name = fileTitle(file.path);
  const isNamed = foldName(page.slug) === foldName(name);
  const isRenamed = file.path !== file.edit.path;
  const report = (message: string): readonly GuardReport[] => [
    { code: 'slug', severity: 'error', message, remedy: REMEDY },
  ];
  if (old === null || isRenamed) {
    const wasNamed = old === null || foldName(old.slug) === foldName(fileTitle(file.edit.path));
    return isNamed || !wasNamed ? [] : report(`The slug "${page.slug}" differs from the file name "${name}".`);
  }
  // A slug that is changed to the file name is a fix.
  return page.slug === old.slug || isNamed ? [] : report(`The slug would change from "${old.slug}" to "${page.slug}".`);
}

const slugAfterByFile = new WeakMap<GuardedFile, string>();

/** The slug of a page after the change. Cached, because every other new page of the change asks for it. */
function slugAfter(file: GuardedFile): string {
  let slug = slugAfterByFile.get(file);
  if (slug === undefined) slugAfterByFile.set(file, (slug = parsePage(file.path, file.after ?? '').slug));
  return slug;
}

/** Reports a new slug that another page already has. */
function duplicateSlugFindings(
  file: GuardedFile,
  page: Page,
  old: Page | null,
  files: readonly GuardedFile[],
  snapshot: Snapshot,
): readonly GuardReport[] {
  if (page.schema === null || page.slug === old?.slug) return [];
  const touched = new Map(files.map((changed) => [changed.edit.path, changed]));
  const existing = snapshot.pagesBySlug(page.slug).find((other) => {
    const change = touched.get(other.path);
    if (!change) return other.path !== file.path;
    return change !== file && change.after !== null && slugAfter(change) === page.slug;
  });
  const created = files.find(
    (other) =>
      other !== file && other.edit.kind === 'created' && other.after !== null && slugAfter(other) === page.slug,
  );
  const holder = existing?.path ?? created?.path;
  if (holder === undefined) return [];
  const message = `"${holder}" already has the slug "${page.slug}".`;
  return [
    { code: 'slug_taken', severity: 'error', message, remedy: 'Change that page instead, or choose another slug.' },
  ];
}

function sizeFindings(before: string, after: string): readonly GuardReport[] {
  if (after.length <= LARGE_PAGE || after.length <= before.length) return [];
  const isHuge = after.length > HUGE_PAGE;
  const message = `The page would be ${Math.round(after.length / 1000)} thousand characters long.`;
  return [{ code: 'oversize', severity: isHuge ? 'error' : 'warn', message, remedy: 'Split the page.' }];
}

const MANIFEST = /^(?:.*\/)?KNOWLEDGE\.md$/;

/** A changed manifest must stay valid: without a manifest, the folder is not a wiki. */
function manifestFindings(path: string, after: string | null): readonly GuardReport[] {
  if (after === null)
    return [{ code: 'manifest', severity: 'error', message: 'KNOWLEDGE.md would be deleted.', remedy: REMEDY }];
  const parsed = parseManifest(after, path);
  if (parsed.kind === 'manifest') return [];
  const [problem] = parsed.kind === 'invalid' ? parsed.problems : [];
  const why = (problem?.message ?? 'It needs its frontmatter').replace(/\.$/, '');
  const message = `KNOWLEDGE.md would not be valid. ${why}.`;
  return [{ code: 'manifest', severity: 'error', message, remedy: REMEDY, line: problem?.line ?? 1 }];
}

/** Manifests, the schema file and generated files are not pages; the rules for paths cover them. */
function hasOwnFormat(path: string): boolean {
  return /(?:^|\/)(?:knowledge|agents|_index|_log)\.md$/i.test(path);
}

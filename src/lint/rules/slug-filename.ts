import { noteName } from '../../base';
import { isSlug, type Page, type PageSchema } from '../../wiki';
import { fixSlug } from '../fix-slug';
import { quote } from '../quote';
import { type PageFacts, type PageRule } from '../rule';

export const slugFilename: PageRule = {
  id: 'slug-filename',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:slug_differs',
  title: 'Slug that differs from the file name',
  severity: 'warn',
  fixedBy: 'edit',
  check(facts) {
    const { page } = facts;
    const stem = noteName(page.path);
    if (page.schema === null || page.slug === stem) return [];
    const report = {
      at: { field: 'slug' },
      message: `The slug is ${quote(page.slug)}, but the file is named ${quote(stem)}, and Obsidian opens pages by file name. Make them the same.`,
      key: page.slug,
    };
    const possible = possibleFixes(facts, page, page.schema, stem);
    return [possible.rename || possible.reslug ? { ...report, fix: fixSlug(page, possible) } : report];
  },
};

/** Which of the two fixes are possible. */
function possibleFixes(
  facts: PageFacts,
  page: Page,
  schema: PageSchema,
  stem: string,
): { rename: boolean; reslug: boolean } {
  const target = pathBySlug(page);
  const isCaseOnly = target.toLowerCase() === page.path.toLowerCase();
  return {
    rename: isSlug(page.slug, schema) && !isCaseOnly && !facts.exists(target),
    reslug: isSlug(stem, schema) && facts.pagesBySlug(stem).every((other) => other.path === page.path),
  };
}

function pathBySlug(page: Page): string {
  return `${page.path.slice(0, page.path.lastIndexOf('/') + 1)}${page.slug}.md`;
}

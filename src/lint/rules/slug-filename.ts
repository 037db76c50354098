import { isSlug, type Page, type PageSchema } from '../../wiki';
import { stemOf } from '../name-index';
import { fixSlug } from '../fix-slug';
import { type PageFacts, type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: specs README, 2. */
export const slugFilename: PageRule = {
  id: 'slug-filename',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:slug_differs',
  title: 'Slug that differs from the file name',
  what: 'A page whose `slug` is not its file name without `.md`. It still resolves by slug.',
  why: 'Obsidian opens a page by its file name, other tools by its slug: the same link leads to the page in one and nowhere in the other. The fix renames the file to the slug or sets the slug to the file name, whichever changes fewer links, and rewrites those in the same change.',
  severity: 'warn',
  fixable: true,
  fixedBy: 'edit',
  examples: [
    {
      name: 'A file name that is no slug: the file is renamed and links to it follow',
      files: {
        'entities/Andrej Karpathy.md':
          '---\nschema: knowledge/v1\nslug: andrej-karpathy\nkind: entity\ntitle: Andrej Karpathy\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nHe wrote it.\n',
        'concepts/llm-wiki.md':
          '---\nschema: knowledge/v1\nslug: llm-wiki\nkind: concept\ntitle: LLM wiki\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nDescribed by [[Andrej Karpathy]].\n',
      },
      finds: ['entities/Andrej Karpathy.md:3'],
      fixed: {
        'entities/andrej-karpathy.md':
          '---\nschema: knowledge/v1\nslug: andrej-karpathy\nkind: entity\ntitle: Andrej Karpathy\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nHe wrote it.\n',
        'concepts/llm-wiki.md':
          '---\nschema: knowledge/v1\nslug: llm-wiki\nkind: concept\ntitle: LLM wiki\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nDescribed by [[andrej-karpathy|Andrej Karpathy]].\n',
      },
    },
    {
      name: 'A file that was renamed by hand, with the links to it: the slug follows',
      files: {
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-note\nkind: concept\ntitle: Bridge loan\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA loan.\n',
        'concepts/runway.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Runway\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nPaid for by the [[bridge-loan]].\n',
      },
      finds: ['concepts/bridge-loan.md:3'],
      fixed: {
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-loan\nkind: concept\ntitle: Bridge loan\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA loan.\n',
      },
    },
  ],
  check(facts) {
    const { page } = facts;
    const stem = stemOf(page.path);
    if (page.schema === null || page.slug === stem) return [];
    const report = {
      at: { field: 'slug' },
      message: `Unexpected slug ${quote(page.slug)}, expected the file name ${quote(stem)}: the page opens in Obsidian by its file name`,
      key: page.slug,
    };
    const possible = possibleFixes(facts, page, page.schema, stem);
    return [possible.rename || possible.reslug ? { ...report, fix: fixSlug(page, possible) } : report];
  },
};

/** Which of the two fixes are open. */
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

import { applySlugSuggestion, findListItem } from '../link-edits';
import { quote } from '../quote';
import { type Fix, type PageFacts, type PageRule, type Report } from '../rule';

const FIELDS = ['supersedes', 'contradicts'] as const;
type Field = (typeof FIELDS)[number];

/** Source: AIP-10, Layer 2. */
export const danglingReference: PageRule = {
  id: 'dangling-reference',
  scope: 'page',
  curatedOnly: true,
  code: 'link_broken',
  title: 'Unknown page in supersedes or contradicts',
  severity: 'error',
  fixedBy: 'edit',
  check: (facts) =>
    FIELDS.flatMap((field) =>
      facts.page[field]
        .filter((slug) => facts.pagesBySlug(slug).length === 0)
        .map((slug) => danglingReport(facts, field, slug)),
    ),
};

function danglingReport(facts: PageFacts, field: Field, slug: string): Report {
  const { names, normalizedMatch } = facts.nearest(slug);
  const item = findListItem(facts.page.data[field], slug);
  const fix = item === null ? null : replaceSlug(facts.page.path, field, { slug, item }, normalizedMatch);
  return {
    at: { field, item: slug },
    message: `No page has the slug ${quote(slug)}, which \`${field}\` names. Correct or remove it.`,
    key: `${field}: ${slug}`,
    suggestions: names,
    applySuggestion: applySlugSuggestion(facts.page.path, field, slug),
    ...(fix && { fix }),
  };
}

/** Replaces the slug, written as `item`, with that of the page at `match`, or removes it. */
function replaceSlug(
  path: string,
  field: Field,
  { slug, item }: { readonly slug: string; readonly item: string },
  match: string | null,
): Fix {
  return (fixer) => {
    const better = match === null ? undefined : fixer.snapshot.pages.get(match)?.slug;
    const hint = better === undefined ? '' : `; only ${quote(better)} has the same name`;
    const reason = `No page has the slug ${quote(slug)}${hint}.`;
    fixer.frontmatter(path, { op: 'drop', path: [field], value: item }, { reason });
    if (better !== undefined) fixer.frontmatter(path, { op: 'add', path: [field], value: better }, { reason });
  };
}

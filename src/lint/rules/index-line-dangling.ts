import { INDEX_FILE } from '../../wiki';
import { type Report, type WikiFacts, type WikiRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, required generated files. */
export const indexLineDangling: WikiRule = {
  id: 'index-line-dangling',
  scope: 'wiki',
  code: 'living-wiki:index_line_dangling',
  title: 'Index line without a page',
  severity: 'warn',
  fixedBy: 'regenerate',
  check: (facts) =>
    facts.memo('index-line-dangling', [facts.snapshot.indexLines, facts.versions.names], () =>
      reportDanglingLines(facts),
    ),
};

function reportDanglingLines({ snapshot }: WikiFacts): readonly Report[] {
  const isPage = (slug: string): boolean => {
    if (snapshot.pageBySlug(slug) !== undefined) return true;
    const link = { form: 'wikilink', target: slug, fragment: null, external: false } as const;
    return snapshot.resolve(link, INDEX_FILE).kind === 'page';
  };
  return snapshot.indexLines
    .filter(({ slug }) => !isPage(slug))
    .map(({ slug, line }) => ({
      path: INDEX_FILE,
      at: { line, column: 1 },
      message: `The index lists ${quote(slug)}, but there is no such page. The next change to the wiki updates the index.`,
      key: slug,
    }));
}

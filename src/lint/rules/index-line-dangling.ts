import { INDEX_FILE } from '../../wiki';
import { type Report, type WikiFacts, type WikiRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, required generated files. */
export const indexLineDangling: WikiRule = {
  id: 'index-line-dangling',
  scope: 'wiki',
  code: 'living-wiki:index_line_dangling',
  title: 'Index line without its page',
  what: 'A line of `_index.md` that names a page which does not exist.',
  why: 'Whoever goes by the index is sent nowhere. It is generated, and the next write to the wiki brings it up to date.',
  severity: 'warn',
  fixable: true,
  fixedBy: 'regenerate',
  examples: [
    {
      name: 'A page that was deleted by hand',
      files: { '_index.md': '# Wiki\n\n## Note\n\n- [[a]]: a. A.\n- [[b]]: b. B.\n', 'notes/a.md': 'A.\n' },
      finds: ['_index.md:6'],
    },
  ],
  check: (facts) =>
    facts.memo('index-line-dangling', [facts.snapshot.indexLines, facts.versions.names], () =>
      Promise.resolve(reportDanglingLines(facts)),
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
      message: `Unexpected line for ${quote(slug)}, expected only pages that exist`,
      key: slug,
    }));
}

import { type TextLink } from '../../markdown';
import { sourceReference, type Page, type Source } from '../../wiki';
import { type Fixer, type Report, type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: specs README, 10. */
export const sourceLinkInline: PageRule = {
  id: 'source-link-inline',
  scope: 'page',
  curatedOnly: true,
  code: 'source_link_inline',
  title: 'Link into the sources',
  what: 'A link in a page’s body that leads into `sources/`. Bodies cite a source as `[source-id]`, or the page lists it in `sources`.',
  why: 'A citation by id survives a source that moves, and tools can tell what backs a sentence from what it points to. The fix writes the citation in place of the link (words of your own in the link stay) and lists the source in `sources`. Links to a place within a source, and embeds, are left for you.',
  severity: 'warn',
  fixable: true,
  fixedBy: 'edit',
  examples: [
    {
      name: 'A wikilink and a Markdown link',
      files: {
        'sources/2026-04-15-deck.md': 'A deck.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/2026-04-15-deck.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1 [[sources/2026-04-15-deck]].\nThe [board deck](../sources/2026-04-15-deck.md) says so.\n',
      },
      finds: ['concepts/a.md:10', 'concepts/a.md:11'],
      fixed: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/2026-04-15-deck.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1 [2026-04-15-deck].\nThe board deck [2026-04-15-deck] says so.\n',
      },
    },
  ],
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      const found = facts.resolve(link);
      // Among the properties a link to a source is no part of the body.
      if (found.kind !== 'source' || link.start < facts.page.bodyStart) continue;
      const { source } = found;
      const report = {
        at: { line: link.line, column: link.column },
        message: `Unexpected link to the source ${quote(source.path)}, expected the citation [${source.id}]`,
        key: link.target,
      };
      const safe = !link.embed && link.fragment === null && link.form !== 'reference';
      reports.push(safe ? { ...report, fix: fixLink(facts.page, link, source) } : report);
    }
    return reports;
  },
};

function fixLink(page: Page, link: TextLink, source: Source): NonNullable<Report['fix']> {
  return async (fixer: Fixer) => {
    const text = await fixer.text(page.path);
    const words = wordsOf(link, source);
    // What follows must not turn the citation into a link or a definition.
    const gap = /[([:]/.test(text.charAt(link.end)) ? ' ' : '';
    const citation = `${words === '' ? '' : `${words} `}[${source.id}]${gap}`;
    const reason = `A page cites its source as [${source.id}].`;
    fixer.splice(page.path, { start: link.start, end: link.end, text: citation }, { reason, declares: ['links'] });
    if (page.schema === null || page.sources.some((ref) => fixer.snapshot.source(ref) === source)) return;
    const value = sourceReference(source, page.schema);
    fixer.frontmatter(page.path, { op: 'add', path: ['sources'], value }, { reason: 'The page cites this source.' });
  };
}

/** The words that the link shows, unless they only name the source again. */
function wordsOf(link: TextLink, source: Source): string {
  const words = (link.text ?? '').trim();
  const name = source.path.slice(source.path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.[^.]*$/, '');
  return [source.id, source.path, name, stem, link.target, link.target.replace(/^.*\//, '')].includes(words)
    ? ''
    : words;
}

import { type TextLink } from '../../markdown';
import { sourceReference, type Page, type Source } from '../../wiki';
import { quote } from '../quote';
import { type Fix, type PageRule, type Report } from '../rule';

export const sourceLinkInline: PageRule = {
  id: 'source-link-inline',
  scope: 'page',
  curatedOnly: true,
  code: 'source_link_inline',
  title: 'Link to a source',
  severity: 'warn',
  fixedBy: 'edit',
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      const found = facts.resolve(link);
      // A link in a property is not part of the body.
      if (found.kind !== 'source' || link.start < facts.page.bodyStart || facts.isCitation(link)) continue;
      const { source } = found;
      const isSafe = !link.embed && link.fragment === null && link.form !== 'reference';
      reports.push({
        at: { line: link.line, column: link.column },
        message: `This links to the source ${quote(source.path)}. Cite it as [${source.id}] instead.`,
        key: link.target,
        ...(isSafe && { fix: fixLink(facts.page, link, source) }),
      });
    }
    return reports;
  },
};

function fixLink(page: Page, link: TextLink, source: Source): Fix {
  return async (fixer) => {
    const text = await fixer.text(page.path);
    const words = wordsOf(link, source);
    // The text that follows must not turn the citation into a link or a definition.
    const gap = /[([:]/.test(text.charAt(link.end)) ? ' ' : '';
    const citation = `${words === '' ? '' : `${words} `}[${source.id}]${gap}`;
    const reason = `Pages cite this source as [${source.id}].`;
    fixer.splice(page.path, { start: link.start, end: link.end, text: citation }, { reason, declares: ['links'] });
    if (page.schema === null || page.sources.some((ref) => fixer.snapshot.source(ref) === source)) return;
    const value = sourceReference(source, page.schema);
    fixer.frontmatter(page.path, { op: 'add', path: ['sources'], value }, { reason: 'The page cites this source.' });
  };
}

/** The link text, unless it only repeats the name of the source. */
function wordsOf(link: TextLink, source: Source): string {
  const words = (link.text ?? '').trim();
  const name = source.path.slice(source.path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.[^.]*$/, '');
  return [source.id, source.path, name, stem, link.target, link.target.replace(/^.*\//, '')].includes(words)
    ? ''
    : words;
}

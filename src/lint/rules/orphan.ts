import { FILE_START, type PageRule } from '../rule';

/**
 * Pages that nothing leads to. Source: AIP-10, lint contract: "pages with no inbound links from _index.md or other
 * pages". The generated index lists every page, so by the letter of that text only a page that the index misses is an
 * orphan. `params.index: false` asks for the stricter reading.
 */
export const orphan: PageRule = {
  id: 'orphan',
  kind: 'orphan',
  scope: 'page',
  curatedOnly: false,
  code: 'entry_orphan',
  title: 'Orphan page',
  what: 'A page that neither `_index.md` nor another page links to. A link of the page to itself does not count; the manifest’s `display.homePage` needs none.',
  why: 'Nobody finds it by reading, so nobody keeps it true. The generated index lists every page, so with the default this tells of pages that the index misses; set `params.index` to `false` to be told of every page that no other page links to.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  params: { index: '`false`: a line in `_index.md` does not count as a link. Default `true`.' },
  examples: [
    {
      name: 'A page that neither the index nor another page links to',
      files: {
        '_index.md': '# Wiki\n\n- [[a]]: A.\n',
        'notes/a.md': 'See [[b]].\n',
        'notes/b.md': 'Linked.\n',
        'notes/c.md': 'Alone with [[c]].\n',
      },
      finds: ['notes/c.md:1'],
    },
    {
      name: 'With `index: false`, a line in the index is not enough',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: reachable\n    kind: orphan\n    appliesTo: "*"\n    severity: info\n    params: { index: false }\n---\n',
        '_index.md': '# Wiki\n\n- [[a]]: A.\n- [[b]]: B.\n',
        'notes/a.md': 'See [[b]].\n',
        'notes/b.md': 'Linked.\n',
      },
      finds: ['notes/a.md:1'],
    },
  ],
  checkParams: (params) =>
    params.index === undefined || typeof params.index === 'boolean'
      ? null
      : 'Unexpected params.index, expected true or false',
  check(facts, setting) {
    const { page } = facts;
    if (page.slug === facts.manifest.display.homePage) return [];
    const countsIndex = setting.params.index !== false;
    if (countsIndex && facts.isIndexed(page)) return [];
    if (facts.isLinked()) return [];
    const expected = countsIndex ? 'one from _index.md or another page' : 'one from another page';
    return [{ at: FILE_START, message: `Unexpected page without inbound links, expected ${expected}`, key: 'orphan' }];
  },
};

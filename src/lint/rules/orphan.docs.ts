import { type RuleDocs } from '../rule-docs';

export const ORPHAN_DOCS: RuleDocs = {
  what: 'A page that neither `_index.md` nor another page links to. Links from the page to itself do not count. The home page (`display.homePage` in `KNOWLEDGE.md`) is exempt.',
  why: 'Readers do not find the page, so it is likely to become outdated. The generated index lists every page, so by default only pages that the index lacks are reported. Set `params.index` to `false` to report every page that no other page links to.',
  params: { index: 'Whether a line in `_index.md` counts as a link. Default: `true`.' },
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
      name: 'With `index: false`, a line in the index does not count',
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
};

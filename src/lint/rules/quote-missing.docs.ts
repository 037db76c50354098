import { type RuleDocs } from '../rule-docs';

const PAGE =
  '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 29 m tall.[^lamp-1] It is old.[^lamp-2]\n\n[^lamp-1]: [lamp], line 1: “The tower is 29 metres tall.”\n[^lamp-2]: [lamp], line 1: “The tower was built in 1784.”\n';

export const QUOTE_MISSING_DOCS: RuleDocs = {
  what: 'A quote with a citation, in a footnote or in the text, whose words are not in its source. Lint reads Markdown and text sources; `living-wiki verify` looks up the quotes of all formats and is always on. Turn this rule on in `lints` to see such quotes while you write: every page and source is then read.',
  why: 'The page claims that the source says something that it does not say.',
  examples: [
    {
      name: 'A year that the source does not give',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - {id: quote-missing, kind: custom, appliesTo: "*", severity: error}\n---\n',
        'sources/lamp.md': '# Lamp\n\nThe tower is **29 metres** tall. It was built in 1874.\n',
        'concepts/a.md': PAGE,
      },
      finds: ['concepts/a.md:13'],
    },
  ],
};

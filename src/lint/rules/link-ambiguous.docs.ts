import { type RuleDocs } from '../rule-docs';

export const LINK_AMBIGUOUS_DOCS: RuleDocs = {
  what: 'A link by a name that several files share. Which one opens depends only on the length of their paths or, for a slug, on their order.',
  why: 'Adding or moving another file silently changes where the link leads. A link by path keeps leading to the same page.',
  examples: [
    {
      name: 'Two files with the same name; a path, and a name in the linking note’s own folder, are not ambiguous',
      files: {
        'notes/a.md': 'See [[mercury]] and [[planets/mercury]].\n',
        'metals/mercury.md': 'A metal.\n',
        'planets/mercury.md': 'A planet.\n',
        'planets/venus.md': 'Next to [[mercury]].\n',
      },
      finds: ['notes/a.md:1'],
    },
  ],
};

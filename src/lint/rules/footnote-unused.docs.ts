import { type RuleDocs } from '../rule-docs';

const HEAD =
  '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.[^lamp-1]\n\n';
const USED = '[^lamp-1]: [lamp], line 1: “A source.”\n';

export const FOOTNOTE_UNUSED_DOCS: RuleDocs = {
  what: 'The definition of a footnote that no sentence refers to. The fix removes it if it names a source; a footnote in your own words stays.',
  why: 'It is left over from a sentence that was removed. Obsidian does not show it.',
  examples: [
    {
      name: 'A quote that is left over',
      files: { 'sources/lamp.md': 'A source.\n', 'concepts/a.md': `${HEAD}${USED}[^lamp-2]: [lamp], line 2: “Old.”\n` },
      finds: ['concepts/a.md:13'],
      fixed: { 'concepts/a.md': `${HEAD}${USED}` },
    },
    {
      name: 'A remark of your own',
      files: {
        'sources/lamp.md': 'A source.\n',
        'concepts/b.md': `${HEAD.replace('slug: a', 'slug: b')}${USED}[^me]: To be checked.\n`,
      },
      finds: ['concepts/b.md:13'],
    },
  ],
};

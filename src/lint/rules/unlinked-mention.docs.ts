import { type RuleDocs } from '../rule-docs';

const MANIFEST =
  '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - {id: unlinked-mention, kind: custom, appliesTo: "*", severity: info}\n---\n';
const LENS =
  '---\nschema: knowledge/v1\nslug: fresnel-lens\nkind: concept\ntitle: Fresnel lens\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA lens of rings.\n';

export const UNLINKED_MENTION_DOCS: RuleDocs = {
  what: 'The first mention of another page in the prose of a page that does not link to it, by its title, slug or an alias, in whole words. Names that fit several pages, summary pages, quotations, headings, tables, code and footnotes are left out. Turn this rule on in `lints`: every page is then read.',
  why: 'A link lets readers and other programs follow what the sentence names. New text is linked when it is written, if `curation.autoLink` is `byName`; existing text is linked only by this fix. The words of the sentence stay.',
  examples: [
    {
      name: 'A page that names another one twice',
      files: {
        'KNOWLEDGE.md': MANIFEST,
        'concepts/fresnel-lens.md': LENS,
        'concepts/lamp.md':
          '---\nschema: knowledge/v1\nslug: lamp\nkind: concept\ntitle: Lamp\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n## The Fresnel lens\n\nThe lamp has a Fresnel lens. The Fresnel lens turns.\n',
      },
      finds: ['concepts/lamp.md:12'],
      fixed: {
        'concepts/lamp.md':
          '---\nschema: knowledge/v1\nslug: lamp\nkind: concept\ntitle: Lamp\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n## The Fresnel lens\n\nThe lamp has a [[fresnel-lens|Fresnel lens]]. The Fresnel lens turns.\n',
      },
    },
    {
      name: 'A page that already links, and a name of two pages',
      files: {
        'KNOWLEDGE.md': MANIFEST,
        'concepts/fresnel-lens.md': LENS,
        'concepts/mercury-planet.md':
          '---\nschema: knowledge/v1\nslug: mercury-planet\nkind: concept\ntitle: Mercury (planet)\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA planet.\n',
        'concepts/mercury-element.md':
          '---\nschema: knowledge/v1\nslug: mercury-element\nkind: concept\ntitle: Mercury (element)\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA metal.\n',
        'concepts/lamp.md':
          '---\nschema: knowledge/v1\nslug: lamp\nkind: concept\ntitle: Lamp\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nMercury glows in it. It has [[fresnel-lens|a lens]], a Fresnel lens.\n',
      },
      finds: [],
    },
  ],
};

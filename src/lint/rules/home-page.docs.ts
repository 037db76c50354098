import { type RuleDocs } from '../rule-docs';

export const HOME_PAGE_DOCS: RuleDocs = {
  what: '`display.homePage` of the wiki, or of a lens, is not the slug of a page. Plain `lint` checks every lens of the wiki; with `--lens`, only that lens is checked.',
  why: 'Readers who open the wiki or the view have no page to start from.',
  examples: [
    {
      name: 'A slug with a typo',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\ndisplay:\n  homePage: strat-here\n---\n',
        'concepts/start-here.md':
          '---\nschema: knowledge/v1\nslug: start-here\nkind: concept\ntitle: Start here\nsources: [sources/a.md]\n---\n\nWelcome.\n',
      },
      finds: ['KNOWLEDGE.md:8'],
    },
  ],
};

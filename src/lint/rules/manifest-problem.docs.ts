import { type RuleDocs } from '../rule-docs';

export const MANIFEST_PROBLEM_DOCS: RuleDocs = {
  what: 'A problem with `KNOWLEDGE.md`, the files that it extends or a generated file: a file to extend that is missing or extends it in turn, an undeclared type, a broken `_manifest.json`. Plain `lint` also names the lenses of the wiki that have one, wherever in the vault they are. The finding has the code of that problem.',
  why: 'The wiki still opens, but ignores part of what `KNOWLEDGE.md` says.',
  examples: [
    {
      name: 'A `_manifest.json` that cannot be read',
      files: { '_manifest.json': 'not JSON\n' },
      finds: ['_manifest.json:1'],
    },
  ],
};

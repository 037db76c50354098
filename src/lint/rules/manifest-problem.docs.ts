import { type RuleDocs } from '../rule-docs';

export const MANIFEST_PROBLEM_DOCS: RuleDocs = {
  what: 'A problem with the manifest, its parents or a generated file: a missing or circular parent, an undeclared type, a broken `_manifest.json`. Plain `lint` also names the views of the wiki that have one, wherever in the vault they are. The finding has the code of that problem.',
  why: 'The wiki still opens, but ignores part of what its manifest says.',
  examples: [
    {
      name: 'A `_manifest.json` that cannot be read',
      files: { '_manifest.json': 'not JSON\n' },
      finds: ['_manifest.json:1'],
    },
  ],
};

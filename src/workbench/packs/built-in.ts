import { type PackScope } from '../../packs';
import { MemoryVault } from '../../vault';

const NAME = 'living-wiki-guide';

/** A front-matter value is one line. */
const DESCRIPTION =
  'How to use Living Wiki: setting up a wiki, ingesting sources, reviewing and undoing changes, asking questions, lint, skills, memory, knowledge packs, models, privacy, settings and commands.';

/** The product's own guide as a pack. Loaded when packs are first looked for. */
export async function builtInScope(): Promise<PackScope> {
  const { default: docs, version } = await import('living-wiki-docs');
  const names = Object.keys(docs).sort();
  const guide = [
    '---',
    `name: ${NAME}`,
    `description: ${JSON.stringify(DESCRIPTION)}`,
    'type: domain-reference',
    'profile: wiki-first',
    'status: ready',
    'trust: official',
    `version: ${JSON.stringify(version)}`,
    'language: en',
    'grounding: required',
    'runtime:',
    '  mode: data',
    '---',
    '',
    '# Living Wiki',
    '',
    'The documentation of this version of Living Wiki.',
    '',
    '## Boundaries',
    '',
    '- It describes the product, not the wiki. Questions about what the wiki knows are answered from the wiki.',
    '- What it does not describe, the product may not do. Do not guess commands, settings or buttons.',
    '',
    '## Pages',
    '',
    ...names.map((name) => `- [${name}](wiki/${name})`),
    '',
  ].join('\n');
  const files = Object.fromEntries(names.map((name) => [`${NAME}/wiki/${name}`, docs[name] ?? '']));
  return { kind: 'built-in', place: 'built-in', vault: new MemoryVault({ ...files, [`${NAME}/KNOWLEDGE.md`]: guide }) };
}

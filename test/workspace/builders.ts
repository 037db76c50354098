import fc from 'fast-check';
import { stringify } from 'yaml';
import { type JsonObject, type JsonValue } from '../../src/base';
import { MemoryVault } from '../../src/vault';
import { parseManifest, type Manifest } from '../../src/workspace';

/** What every manifest must say. */
export const required = {
  schema: 'knowledge.workspace/v1',
  name: 'research-wiki',
  title: 'Research wiki',
  description: 'What the team has read.',
  version: '1.0.0',
};

/** The text of a `KNOWLEDGE.md` with these fields on top of the required ones. */
export function manifestText(fields: object = {}): string {
  return `---\n${stringify({ ...required, ...fields })}---\n\n# Body\n`;
}

export function manifestOf(fields: object = {}): Manifest {
  const parsed = parseManifest(manifestText(fields), 'KNOWLEDGE.md');
  if (parsed.kind !== 'manifest') throw new Error(JSON.stringify(parsed));
  return parsed.manifest;
}

/** A vault of manifests: fields by the path of their folder; strings are files as they are. */
export function vaultOf(files: Readonly<Record<string, object | string>>): MemoryVault {
  const texts = Object.entries(files).map(([path, content]): [string, string] =>
    typeof content === 'string' ? [path, content] : [`${path}/KNOWLEDGE.md`.replace(/^\//, ''), manifestText(content)],
  );
  return new MemoryVault(Object.fromEntries(texts));
}

const oneOf = fc.constantFrom;
const typeNames = oneOf('Concept', 'Person', 'Investor', 'Deal', 'MarketSignal');
const keys = oneOf('acme', 'living-wiki', 'a', 'b', 'a.b', '__proto__', 'constructor', 'toString', '');

/** JSON whose keys are the ones that go wrong. */
export const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue; mapping: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    oneOf<JsonValue>(null, true, 0, 1.5, 'text', ''),
    fc.array(tie('value'), { maxLength: 2 }),
    tie('mapping'),
  ),
  mapping: fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: false }),
})).value;

const mapping = fc.dictionary(keys, json, { maxKeys: 4 });

const optional = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

/** Fields of valid manifests, few names, so that parents and children meet. */
export const manifestFields: fc.Arbitrary<Record<string, unknown>> = optional({
  title: oneOf('One', 'Two', 'Three'),
  version: oneOf('1.0.0', '2.1.0', '0.0.1-beta.1'),
  curator: oneOf('ws://operators/a', 'ws://operators/b'),
  governance: oneOf('policy.yaml', '../policy.md', 'ws://policies/strict'),
  entityTypes: fc.uniqueArray(
    fc.record(
      {
        name: typeNames,
        fields: fc.array(oneOf('name', 'role', 'lead_partner', 'stage'), { maxLength: 3 }),
        icon: oneOf('🧠', '👤'),
        description: oneOf('Some type.', ''),
        parent: typeNames,
      },
      { requiredKeys: ['name'] },
    ),
    { selector: (type) => type.name, maxLength: 3 },
  ),
  lints: fc.uniqueArray(
    fc.record(
      {
        id: oneOf('require-source', 'max-age-90', 'x'),
        kind: oneOf('require-source', 'max-age', 'min-confidence', 'custom'),
        appliesTo: fc.oneof(typeNames, fc.constant('*')),
        severity: oneOf('error', 'warn', 'info'),
        params: fc.oneof(mapping, fc.record({ days: fc.integer({ min: 1, max: 99 }) })),
      },
      { requiredKeys: ['id', 'kind', 'appliesTo', 'severity'] },
    ),
    { selector: (lint) => lint.id, maxLength: 3 },
  ),
  sources: optional({
    retention: oneOf('forever', 'days:30'),
    signing: oneOf('required', 'none'),
    hashAlgo: oneOf('sha256', 'blake3'),
    authorityDefault: oneOf('primary', 'rumour'),
  }),
  curation: optional({
    tone: oneOf('academic', ''),
    depth: oneOf('shallow', 'deep'),
    autoLink: oneOf('byName', 'off'),
    conflictResolution: oneOf('defer', 'recency', 'keep-both'),
    newEntryThreshold: oneOf('twice', 'once'),
  }),
  queryHints: optional({
    preferRecent: fc.boolean(),
    preferAuthoritative: fc.boolean(),
    scopeTo: fc.uniqueArray(typeNames, { maxLength: 3 }),
  }),
  display: optional({ homePage: oneOf('home', 'start-here'), defaultGrouping: oneOf('kind', 'tag') }),
  metadata: mapping,
  refs: oneOf<JsonValue>([{ to: '../other', as: 'sibling' }], { other: 'x' }),
});

/** Valid manifests as `parseManifest` gives them. */
export const manifests: fc.Arbitrary<Manifest> = manifestFields.map(manifestOf);

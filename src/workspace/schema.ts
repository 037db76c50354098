import * as z from 'zod/mini';
import { isMapping, once } from '../base';

/**
 * The published JSON Schema of the workspace manifest as a validator that generates no code. Each error text is what
 * follows "Use". It is as strict as the original, except that it also accepts any text in `extends` (a parent that is not
 * there is a warning, see `chain.ts`), dimension references in `appliesTo`, and `refs`.
 * Source: AIP-10, KNOWLEDGE.schema.json, `$defs/workspace`.
 */

const CONSUMER_REFERENCE =
  /^(ws:\/\/(operators|companies|skills)\/[a-z][a-z0-9-]*|\.\.\/[^\s]+|[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)+)$/;
const SLUG = /^[a-z][a-z0-9-]*[a-z0-9]$/;
const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;

interface TextRule {
  readonly pattern?: RegExp;
  readonly min?: number;
  readonly max?: number;
}

/** JSON Schema counts characters, not UTF-16 units. */
function characterCount(text: string): number {
  let count = 0;
  for (const character of text) if (character !== '') count++;
  return count;
}

function text(expected: string, rule: TextRule = {}) {
  return z
    .string({ error: expected })
    .check(
      z.refine(
        (value) =>
          (rule.pattern === undefined || rule.pattern.test(value)) &&
          (rule.min === undefined || characterCount(value) >= rule.min) &&
          (rule.max === undefined || characterCount(value) <= rule.max),
        { error: expected },
      ),
    );
}

function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  const last = values[values.length - 1] ?? '';
  return z.enum(values, { error: `${values.slice(0, -1).join(', ')} or ${last}` });
}

const list = <Item extends z.ZodMiniType>(item: Item) => z.array(item, { error: 'a list' });

const distinct = <Item extends z.ZodMiniType>(item: Item) =>
  list(item).check(z.refine((items) => new Set(items).size === items.length, { error: 'each item only once' }));

const flag = () => z.optional(z.boolean({ error: 'true or false' }));

const mapping = () => z.custom<Readonly<Record<string, unknown>>>(isMapping, { error: 'a mapping of names to values' });

function section<Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape) {
  return z.strictObject(shape, { error: 'a mapping of names to values' });
}

const typeNameText = (example: string) => text(`a type name such as ${example}`, { pattern: PASCAL_CASE });

export const entityTypeSchema = once(() =>
  section({
    name: typeNameText('MarketSignal'),
    fields: z.optional(list(text('a field name such as lead_partner', { pattern: /^[a-z][A-Za-z0-9_]*$/ }))),
    icon: z.optional(text('at most 8 characters', { max: 8 })),
    description: z.optional(text('a text of at most 1000 characters', { max: 1000 })),
    parent: z.optional(typeNameText('Person')),
  }),
);

export const lintSchema = once(() =>
  section({
    id: text('an id such as max-age-90', { pattern: /^[a-z][a-z0-9-]*$/ }),
    kind: oneOf('require-source', 'max-age', 'min-confidence', 'broken-ref', 'orphan', 'custom'),
    appliesTo: text('a type name such as Concept, or "*"', { pattern: /^([A-Z][A-Za-z0-9]*|\*)$/ }),
    severity: oneOf('error', 'warn', 'info'),
    params: z.optional(mapping()),
  }),
);

const sourcesSchema = () =>
  section({
    retention: z.optional(text('forever, or days: and a number', { pattern: /^(forever|days:[0-9]+)$/ })),
    signing: z.optional(oneOf('required', 'optional', 'none')),
    hashAlgo: z.optional(oneOf('sha256', 'sha512', 'blake3')),
    authorityDefault: z.optional(oneOf('primary', 'secondary', 'rumour')),
  });

const curationSchema = () =>
  section({
    tone: z.optional(text('a text of at most 200 characters', { max: 200 })),
    depth: z.optional(oneOf('shallow', 'medium', 'deep')),
    autoLink: z.optional(oneOf('byName', 'manual', 'off')),
    conflictResolution: z.optional(oneOf('defer', 'recency', 'authority', 'observation-count', 'keep-both')),
    newEntryThreshold: z.optional(text('a text of at most 1000 characters', { max: 1000 })),
  });

export const manifestSchema = once(() =>
  section({
    schema: z.literal('knowledge.workspace/v1', { error: 'knowledge.workspace/v1' }),
    name: text('2 to 96 lower-case letters, digits and hyphens, such as research-wiki', {
      pattern: SLUG,
      min: 2,
      max: 96,
    }),
    title: text('a text of 1 to 200 characters', { min: 1, max: 200 }),
    description: text('a text of 1 to 2000 characters', { min: 1, max: 2000 }),
    version: text('a version such as 1.0.0', { pattern: /^[0-9]+\.[0-9]+\.[0-9]+(-[A-Za-z0-9.-]+)?$/ }),
    extends: z.optional(
      text('a relative path that ends in /KNOWLEDGE.md, such as ../my-wiki/KNOWLEDGE.md', { min: 1, max: 512 }),
    ),
    appliesTo: z.optional(
      distinct(
        text('ws://operators/x, ws://companies/x, ws://skills/x or a path that starts with ../', {
          pattern: CONSUMER_REFERENCE,
        }),
      ),
    ),
    curator: z.optional(text('ws://operators/ and a name', { pattern: /^ws:\/\/operators\/[a-z][a-z0-9-]*$/ })),
    governance: z.optional(text('a path or reference of 1 to 512 characters', { min: 1, max: 512 })),
    entityTypes: z.optional(list(entityTypeSchema())),
    lints: z.optional(list(lintSchema())),
    sources: z.optional(sourcesSchema()),
    curation: z.optional(curationSchema()),
    queryHints: z.optional(
      section({
        preferRecent: flag(),
        preferAuthoritative: flag(),
        scopeTo: z.optional(distinct(typeNameText('Concept'))),
      }),
    ),
    display: z.optional(
      section({
        homePage: z.optional(text('the slug of a page', { pattern: SLUG })),
        defaultGrouping: z.optional(oneOf('kind', 'tag', 'source')),
      }),
    ),
    metadata: z.optional(mapping()),
    refs: z.optional(z.unknown()),
  }).check(
    z.refine((manifest) => (manifest.appliesTo ?? []).length === 0 || manifest.extends !== undefined, {
      error: 'it together with appliesTo: only a view has consumers',
      path: ['extends'],
    }),
  ),
);

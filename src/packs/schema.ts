import * as z from 'zod/mini';
import { isMapping, once } from '../base';
import { GROUNDINGS, MODES, PROFILES, STATUSES, TRUSTS } from './types';

/** The types that the format defines. Source: Agent Knowledge specification 0.7. */
const STANDARD_TYPES = new Set([
  'personal-profile',
  'brand-persona',
  'brand-product',
  'organization-knowhow',
  'content-operations',
  'private-domain-operations',
  'live-commerce-operations',
  'campaign-operations',
  'growth-strategy',
  'content-ontology',
  'domain-reference',
  'research-wiki',
]);

/** `custom:acme`, or any other name with its namespace. */
const NAMESPACED = /^[a-z][a-z0-9-]*:[a-z0-9][a-z0-9._/-]*$/i;

export function isKnownType(type: string, allowed: readonly string[]): boolean {
  return STANDARD_TYPES.has(type) || NAMESPACED.test(type) || allowed.includes(type);
}

/** 1 to 64 lower-case letters, digits and hyphens, so that a name is safe in a tag, a citation and a path. */
export const PACK_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

const MAX_DESCRIPTION = 1_024;

/** YAML reads `1.0` as a number. */
const text = (max: number) =>
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value).trim().slice(0, max)),
  );

const PRODUCER_KINDS = ['skill', 'tool', 'manual', 'import'] as const;

/** Each field by itself, so that one that is wrong does not cost the others. */
export const FIELDS = once(() => ({
  name: z.string().check(z.regex(PACK_NAME)),
  description: z.pipe(
    z.string(),
    z.transform((value) => value.replace(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION)),
  ),
  type: z.string().check(z.minLength(1), z.maxLength(100)),
  status: z.enum(STATUSES),
  trust: z.enum(TRUSTS),
  profile: z.enum(PROFILES),
  mode: z.enum(MODES),
  grounding: z.enum(GROUNDINGS),
  version: text(40),
  language: text(40),
  primaryDocument: z.string().check(z.minLength(1), z.maxLength(500)),
  producedBy: z.pipe(
    z.custom<Readonly<Record<string, unknown>>>(isMapping),
    z.transform((value) => {
      const short = (key: string): Record<string, string> => {
        const given = value[key];
        return typeof given === 'string' || typeof given === 'number' ? { [key]: String(given).slice(0, 200) } : {};
      };
      // Some packs write "agent-skill".
      const kind = PRODUCER_KINDS.find((each) => each === value.kind || `agent-${each}` === value.kind);
      return { ...(kind !== undefined && { kind }), ...short('name'), ...short('version'), ...short('digest') };
    }),
  ),
}));

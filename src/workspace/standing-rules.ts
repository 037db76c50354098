import { isMapping } from '../base';
import { type Manifest } from './types';

/** UTF-16 units of a rule, and how many rules are read: they go with every plan of a model. */
const MAX_RULE_LENGTH = 300;
export const MAX_RULES = 40;

/**
 * The list `metadata.living-wiki.rules` of the wiki's manifest: what its owner wants of every ingest, one plain sentence each. Views add none.
 *
 * @returns `null` for entries that are not valid, which the rule `manifest-lint` reports
 */
export function readRuleList({ metadata }: Pick<Manifest, 'metadata'>): readonly (string | null)[] {
  const own = Object.hasOwn(metadata, 'living-wiki') ? metadata['living-wiki'] : undefined;
  const list = isMapping(own) && Object.hasOwn(own, 'rules') ? own.rules : undefined;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [null];
  return list.map((entry: unknown, at) => (at < MAX_RULES && cleanRule(entry)) || null);
}

/** One line without invisible characters; `''` for what is no rule. */
export function cleanRule(value: unknown): string {
  if (typeof value !== 'string') return '';
  const rule = value
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return rule.length <= MAX_RULE_LENGTH ? rule : '';
}

/** The valid rules, each once. */
export function standingRules(manifest: Pick<Manifest, 'metadata'>): readonly string[] {
  return [...new Set(readRuleList(manifest).filter((rule) => rule !== null))];
}

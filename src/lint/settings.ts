import { type JsonObject } from '../base';
import { isSubtype, type LintSetting, type Manifest } from '../workspace';
import { type AnyRule, type RuleSetting } from './rule';

/** Where each rule runs, and how severe its findings are, under one manifest. */
export interface RuleSettings {
  /** How to apply `rule` to pages of an entity type: not at all, by default, or once for each lint of the manifest. */
  forType(rule: AnyRule, type: string): readonly RuleSetting[];
  /** How to apply `rule` to the wiki as a whole. */
  forWiki(rule: AnyRule): readonly RuleSetting[];
}

/**
 * The lints of the manifest that configure a rule: those of its kind, and those of kind `custom` that carry its id.
 * Source: the AIP-10 JSON Schema, `lints[].kind`: "'custom' delegates to a host-defined check identified by `id`".
 */
export function lintsOf(rule: AnyRule, manifest: Pick<Manifest, 'lints'>): readonly LintSetting[] {
  if (rule.isBinding === true) return [];
  return manifest.lints.filter(
    (lint) => (lint.kind === 'custom' ? customRuleName(lint) : lint.kind) === ruleName(rule),
  );
}

/** The rule that a `custom` lint configures: by its `params`, else by its id. */
function customRuleName(lint: LintSetting): string {
  if (Object.hasOwn(lint.params, 'pattern')) return 'custom-pattern';
  if (Object.hasOwn(lint.params, 'requiredFields')) return 'required-fields';
  return lint.id;
}

function ruleName(rule: AnyRule): string {
  return rule.kind === undefined || rule.kind === 'custom' ? rule.id : rule.kind;
}

/**
 * Every rule that is not `optIn` runs with its default severity. A lint of the manifest replaces the default for the
 * pages that it applies to: its entity type and the subtypes. Source: AIP-10, "Lint contract".
 */
export function createRuleSettings(manifest: Pick<Manifest, 'lints' | 'entityTypes'>): RuleSettings {
  const byRule = new Map<string, readonly LintSetting[]>();
  const byType = new Map<string, readonly RuleSetting[]>();
  const lints = (rule: AnyRule): readonly LintSetting[] => {
    let known = byRule.get(rule.id);
    if (known === undefined) byRule.set(rule.id, (known = lintsOf(rule, manifest)));
    return known;
  };
  const resolve = (rule: AnyRule, applies: (lint: LintSetting) => boolean): readonly RuleSetting[] => {
    const all = lints(rule);
    const applying = all.filter(applies);
    if (applying.length > 0) return applying.map(toSetting);
    if (rule.optIn === true || (rule.scopedByManifest === true && all.length > 0)) return [];
    return [{ id: rule.id, severity: rule.severity, params: NO_PARAMS, appliesTo: '*' }];
  };
  return {
    forType(rule, type) {
      const key = `${rule.id}\n${type}`;
      let known = byType.get(key);
      if (known === undefined) {
        known = resolve(rule, (lint) => isSubtype(type, lint.appliesTo, manifest));
        byType.set(key, known);
      }
      return known;
    },
    forWiki: (rule) => resolve(rule, (lint) => lint.appliesTo === '*'),
  };
}

const NO_PARAMS: JsonObject = {};

function toSetting(lint: LintSetting): RuleSetting {
  return { id: lint.id, severity: lint.severity, params: lint.params, appliesTo: lint.appliesTo };
}

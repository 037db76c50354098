import type { JsonObject } from '../base';
import { isSubtype } from '../workspace';
import type { LintSetting, Manifest } from '../workspace';
import type { AnyRule, Setting } from './rule';

/** Which rules run on what, and how severely, under one manifest. */
export interface Settings {
  /** How `rule` applies to pages of an entity type: not at all, once, or once for each lint of the manifest. */
  forType(rule: AnyRule, type: string): readonly Setting[];
  /** How `rule` applies to the wiki as a whole. */
  forWiki(rule: AnyRule): readonly Setting[];
}

/**
 * The lints of the manifest that configure a rule: those of its kind, and those of kind `custom` that carry its id.
 * Source: the AIP-10 JSON Schema, `lints[].kind`: "'custom' delegates to a host-defined check identified by `id`".
 */
export function lintsOf(rule: AnyRule, manifest: Pick<Manifest, 'lints'>): readonly LintSetting[] {
  return manifest.lints.filter((lint) => (lint.kind === 'custom' ? customRule(lint) : lint.kind) === ruleName(rule));
}

/** The name of the rule that a `custom` lint is for: the rule it is named after, else by what its `params` hold. */
export function customRule(lint: LintSetting): string {
  if (Object.hasOwn(lint.params, 'pattern')) return 'custom-pattern';
  if (Object.hasOwn(lint.params, 'requiredFields')) return 'required-fields';
  return lint.id;
}

function ruleName(rule: AnyRule): string {
  return rule.kind === undefined || rule.kind === 'custom' ? rule.id : rule.kind;
}

/**
 * The lint floor of AIP-10 and the checks of our own are always on, with their default severity. A lint of the
 * manifest replaces the default for the pages that it applies to: its entity type and those declared below it.
 * Source: AIP-10, "Lint contract"; specs README, 9.
 */
export function createSettings(manifest: Pick<Manifest, 'lints' | 'entityTypes'>): Settings {
  const byRule = new Map<string, readonly LintSetting[]>();
  const byType = new Map<string, readonly Setting[]>();
  const lints = (rule: AnyRule): readonly LintSetting[] => {
    let known = byRule.get(rule.id);
    if (known === undefined) byRule.set(rule.id, (known = lintsOf(rule, manifest)));
    return known;
  };
  const decide = (rule: AnyRule, applies: (lint: LintSetting) => boolean): readonly Setting[] => {
    const all = lints(rule);
    const applying = all.filter(applies);
    if (applying.length > 0) return applying.map(toSetting);
    if (rule.onRequest === true || (rule.narrowable === true && all.length > 0)) return [];
    return [{ id: rule.id, severity: rule.severity, params: noParams, appliesTo: '*' }];
  };
  return {
    forType(rule, type) {
      const key = `${rule.id}\n${type}`;
      let known = byType.get(key);
      if (known === undefined) {
        known = decide(rule, (lint) => isSubtype(type, lint.appliesTo, manifest));
        byType.set(key, known);
      }
      return known;
    },
    forWiki: (rule) => decide(rule, (lint) => lint.appliesTo === '*'),
  };
}

const noParams: JsonObject = {};

function toSetting(lint: LintSetting): Setting {
  return { id: lint.id, severity: lint.severity, params: lint.params, appliesTo: lint.appliesTo };
}

import { type JsonObject } from '../../base';
import { isSubtype, readNameList, readRuleList, type LintSetting } from '../../workspace';
import { readIgnoreList } from '../ignore';
import { type AnyRule, type Report, type WikiFacts, type WikiRule } from '../rule';
import { lintsOf } from '../settings';
import { quote } from '../quote';

/**
 * Source: AIP-10 JSON Schema, `lints`.
 *
 * @param others all other rules
 */
export function manifestLint(others: readonly AnyRule[]): WikiRule {
  return {
    id: 'manifest-lint',
    scope: 'wiki',
    code: 'living-wiki:lint_setting_invalid',
    title: 'Lint that cannot work',
    severity: 'warn',
    fixedBy: 'nothing',
    check: (facts) => [...reportLints(facts, others), ...reportLists(facts)],
  };
}

function reportLints({ lens, relative }: WikiFacts, rules: readonly AnyRule[]): readonly Report[] {
  const reports: Report[] = [];
  const report = (lint: LintSetting, message: string, field: string): void => {
    const from = lens.provenance.get(`lints.${lint.id}`)?.from ?? lens.provenance.get(`lints.${lint.id}.kind`)?.from;
    const path = relative(from === undefined || from === 'default' ? lens.path : from);
    reports.push({ path, at: { manifestField: `lints.${lint.id}${field}` }, message, key: lint.id });
  };
  const configuring = new Set<LintSetting>();
  for (const rule of rules) {
    for (const lint of lintsOf(rule, lens.effective)) {
      configuring.add(lint);
      const problem = rule.checkParams?.(paramsFor(rule, lint)) ?? null;
      if (problem !== null) report(lint, `Lint ${quote(lint.id)}: ${problem}`, '.params');
      else if (rule.scope === 'wiki' && !isSubtype('*', lint.appliesTo, lens.effective)) {
        report(
          lint,
          `Lint ${quote(lint.id)} checks the wiki as a whole, not only ${quote(lint.appliesTo)}. Set \`appliesTo\` to "*".`,
          '.appliesTo',
        );
      }
    }
  }
  for (const lint of lens.effective.lints) {
    if (configuring.has(lint)) continue;
    report(
      lint,
      `Lint ${quote(lint.id)} has nothing to check. Set \`params.pattern\` or \`params.requiredFields\`, or use the id of a rule.`,
      '',
    );
  }
  return reports;
}

/** Adds the entity type, which `requiredFields: true` needs. */
function paramsFor(rule: AnyRule, lint: LintSetting): JsonObject {
  return rule.id === 'required-fields' ? { ...lint.params, appliesTo: lint.appliesTo } : lint.params;
}

/** Entries of our own lists in the manifest that are not valid. */
function reportLists({ snapshot: { manifest } }: WikiFacts): readonly Report[] {
  const report = (name: string, entries: readonly unknown[], remedy: string): readonly Report[] =>
    entries.flatMap((entry, at) => {
      if (entry !== null) return [];
      const field = `metadata.living-wiki.${name}`;
      const message = `Entry ${at + 1} of \`${field}\` is ignored. ${remedy}`;
      return [{ path: 'KNOWLEDGE.md', at: { manifestField: field }, message, key: `${name} ${at + 1}` }];
    });
  return [
    ...report('ignore', readIgnoreList(manifest), 'Give it a `rule` and a `path`.'),
    ...report(
      'names',
      readNameList(manifest),
      'Write `never: X`, `always: X`, `same: X` with `as: Y`, or `rename: X` with `to: Y`.',
    ),
    ...report('rules', readRuleList(manifest), 'Write up to 40 sentences of at most 300 characters.'),
  ];
}

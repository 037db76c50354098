import { type JsonObject } from '../../base';
import { isSubtype, type LintSetting } from '../../workspace';
import { readIgnoreList } from '../ignore';
import { type AnyRule, type Report, type WikiFacts, type WikiRule } from '../rule';
import { customRuleName, lintsOf } from '../settings';
import { quote } from '../quote';

/**
 * Lints of the manifest that cannot work. Source: AIP-10 JSON Schema, `lints`.
 *
 * @param others all other rules
 */
export function manifestLint(others: readonly AnyRule[]): WikiRule {
  return {
    id: 'manifest-lint',
    scope: 'wiki',
    code: 'living-wiki:lint_setting_invalid',
    title: 'Lint that cannot work',
    what: 'A lint of the manifest whose `params` make no sense, a `custom` lint that is neither a known rule nor has a `pattern` or `requiredFields`, a pattern that cannot be searched for safely, or an entry of `metadata.living-wiki.ignore` without a rule and a path.',
    why: 'It looks as if something were checked, and nothing is.',
    severity: 'warn',
    fixable: false,
    fixedBy: 'nothing',
    examples: [
      {
        name: 'An age that is no number, and a custom lint that nobody knows',
        files: {
          'KNOWLEDGE.md':
            '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: fresh\n    kind: max-age\n    appliesTo: "*"\n    severity: warn\n    params:\n      days: soon\n  - id: spelling\n    kind: custom\n    appliesTo: "*"\n    severity: warn\n---\n',
        },
        finds: ['KNOWLEDGE.md:12', 'KNOWLEDGE.md:14'],
      },
    ],
    check: (facts) => [...reportLints(facts, others), ...reportIgnoreList(facts)],
  };
}

function reportLints({ lens, relative }: WikiFacts, rules: readonly AnyRule[]): readonly Report[] {
  const reports: Report[] = [];
  const report = (lint: LintSetting, message: string, field: string): void => {
    const from = lens.provenance.get(`lints.${lint.id}`)?.from ?? lens.provenance.get(`lints.${lint.id}.kind`)?.from;
    const path = relative(from === undefined || from === 'default' ? lens.path : from);
    reports.push({ path, at: { manifestField: `lints.${lint.id}${field}` }, message, key: lint.id });
  };
  const known = new Set<LintSetting>();
  for (const rule of rules) {
    for (const lint of lintsOf(rule, lens.effective)) {
      known.add(lint);
      const problem = rule.checkParams?.(paramsFor(rule, lint)) ?? null;
      if (problem !== null) report(lint, `${problem} (lint ${quote(lint.id)})`, '.params');
      else if (rule.scope === 'wiki' && !isSubtype('*', lint.appliesTo, lens.effective)) {
        report(
          lint,
          `Unexpected appliesTo ${quote(lint.appliesTo)} of lint ${quote(lint.id)}, expected "*": it judges the wiki as a whole`,
          '.appliesTo',
        );
      }
    }
  }
  for (const lint of lens.effective.lints) {
    if (known.has(lint)) continue;
    const wanted = quote(customRuleName(lint));
    report(
      lint,
      `Unexpected custom lint ${wanted}, expected params.pattern, params.requiredFields or the id of a rule`,
      '',
    );
  }
  return reports;
}

/** With the entity type, which `requiredFields: true` needs. */
function paramsFor(rule: AnyRule, lint: LintSetting): JsonObject {
  return rule.id === 'required-fields' ? { ...lint.params, appliesTo: lint.appliesTo } : lint.params;
}

function reportIgnoreList({ snapshot }: WikiFacts): readonly Report[] {
  return readIgnoreList(snapshot.manifest).flatMap((entry, at) =>
    entry === null
      ? [
          {
            path: 'KNOWLEDGE.md',
            at: { manifestField: 'metadata.living-wiki.ignore' },
            message: `Unexpected entry ${at + 1} of metadata.living-wiki.ignore, expected a rule, a path and a reason`,
            key: `ignore ${at + 1}`,
          },
        ]
      : [],
  );
}

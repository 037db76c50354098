import { compareText } from '../base';
import { type Snapshot } from '../wiki';
import { type Severity } from '../workspace';
import { locateField, type LineColumn } from './locate-field';
import { type AnyRule, type Report, type RuleSetting } from './rule';
import { type Finding } from './types';

/** A finding with what would mend it. */
export interface DetectedFinding {
  readonly finding: Finding;
  readonly fix?: NonNullable<Report['fix']>;
  readonly applySuggestion?: NonNullable<Report['applySuggestion']>;
}

/** What one rule said under one setting. */
export interface RuleReports {
  readonly rule: AnyRule;
  readonly setting: RuleSetting;
  readonly reports: readonly Report[];
}

const SEVERITY_WEIGHT: Readonly<Record<Severity, number>> = { error: 2, warn: 1, info: 0 };

/**
 * Findings out of what the rules said about one file or the wiki: keys made unique, places looked up, and where several
 * lints of the manifest say the same of the same thing, the most severe of them kept.
 *
 * @param path the file that drafts without a path are about
 */
export async function buildFindings(
  ruleReports: readonly RuleReports[],
  path: string,
  snapshot: Snapshot,
): Promise<readonly DetectedFinding[]> {
  const kept = new Map<string, { draft: Report; rule: AnyRule; setting: RuleSetting; key: string }>();
  for (const { rule, setting, reports: drafts } of ruleReports) {
    const seen = new Map<string, number>();
    for (const draft of drafts) {
      const nth = (seen.get(`${draft.path ?? ''}\n${draft.key}`) ?? 0) + 1;
      seen.set(`${draft.path ?? ''}\n${draft.key}`, nth);
      const key = nth === 1 ? draft.key : `${draft.key} (${nth})`;
      // Lints with a pattern or fields of their own are checks of their own.
      const owner = rule.kind === 'custom' ? `${rule.id} ${setting.id}` : rule.id;
      const identity = `${owner}\n${draft.path ?? path}\n${key}`;
      const other = kept.get(identity);
      if (other && SEVERITY_WEIGHT[other.setting.severity] >= SEVERITY_WEIGHT[setting.severity]) continue;
      kept.set(identity, { draft, rule, setting, key });
    }
  }
  const texts = new Map<string, string>();
  const judged: DetectedFinding[] = [];
  for (const { draft, rule, setting, key } of kept.values()) {
    const place = await locateReport(draft, draft.path ?? path, snapshot, texts);
    const finding: Finding = {
      rule: setting.id,
      check: rule.id,
      code: draft.code ?? rule.code,
      severity: setting.severity,
      path: draft.path ?? path,
      line: place.line,
      column: place.column,
      message: draft.message,
      suggestions: draft.suggestions ?? [],
      fixable: draft.fix !== undefined || rule.fixedBy === 'regenerate',
      key,
    };
    const { fix: mend, applySuggestion: choose } = draft;
    judged.push({ finding, ...(mend && { fix: mend }), ...(choose && { applySuggestion: choose }) });
  }
  return judged.sort((a, b) => compareByPlace(a.finding, b.finding));
}

async function locateReport(
  draft: Report,
  path: string,
  snapshot: Snapshot,
  texts: Map<string, string>,
): Promise<LineColumn> {
  if ('line' in draft.at) return draft.at;
  let text = texts.get(path);
  if (text === undefined) texts.set(path, (text = await textOf(snapshot, path)));
  if ('manifestField' in draft.at) return locateField(text, draft.at.manifestField);
  return locateField(text, draft.at.field, draft.at.item);
}

/** A text as far as it can be read; a file that cannot be read is another finding. */
export async function textOf(snapshot: Snapshot, path: string): Promise<string> {
  try {
    return (await snapshot.text(path)) ?? '';
  } catch {
    return '';
  }
}

/** By path, line, column, rule; then by what does not change from pass to pass. */
export function compareByPlace(a: Finding, b: Finding): number {
  return (
    compareText(a.path, b.path) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.check, b.check) ||
    compareText(a.key, b.key)
  );
}

/** What tells a finding from all others of a report. */
export function identityOf(finding: Finding): string {
  return `${finding.rule}\n${finding.check}\n${finding.path}\n${finding.key}`;
}

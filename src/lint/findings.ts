import { compareText } from '../base';
import { type Snapshot } from '../wiki';
import { type Severity } from '../workspace';
import { locateField, type LineColumn } from './locate-field';
import { type AnyRule, type Report, type RuleSetting } from './rule';
import { type Finding } from './types';

/** A finding with the report it was made of, which holds the fixes. */
export interface DetectedFinding {
  readonly finding: Finding;
  readonly report: Report;
}

/** What one rule reports under one setting. */
export interface RuleReports {
  readonly rule: AnyRule;
  readonly setting: RuleSetting;
  readonly reports: readonly Report[];
}

export const SEVERITY_WEIGHT: Readonly<Record<Severity, number>> = { error: 2, warn: 1, info: 0 };

/**
 * Turns the reports about one file, or about the wiki, into findings: makes keys unique and looks up places. When
 * several lints of the manifest report the same problem, the most severe finding is kept.
 *
 * @param path the file of reports without a path
 */
export async function buildFindings(
  ruleReports: readonly RuleReports[],
  path: string,
  snapshot: Snapshot,
): Promise<readonly DetectedFinding[]> {
  const kept = new Map<string, { report: Report; rule: AnyRule; setting: RuleSetting; key: string }>();
  for (const { rule, setting, reports } of ruleReports) {
    const counts = new Map<string, number>();
    for (const report of reports) {
      const subject = `${report.path ?? path}\n${report.key}`;
      const nth = (counts.get(subject) ?? 0) + 1;
      counts.set(subject, nth);
      // Each lint with its own pattern or fields is a check of its own.
      const check = rule.kind === 'custom' ? `${rule.id} ${setting.id}` : rule.id;
      const key = nth === 1 ? report.key : `${report.key} (${nth})`;
      const identity = `${check}\n${report.path ?? path}\n${key}`;
      const other = kept.get(identity);
      if (other && SEVERITY_WEIGHT[other.setting.severity] >= SEVERITY_WEIGHT[setting.severity]) continue;
      kept.set(identity, { report, rule, setting, key });
    }
  }
  const texts = new Map<string, string>();
  const detected: DetectedFinding[] = [];
  for (const { report, rule, setting, key } of kept.values()) {
    const { line, column } = await locateReport(report, report.path ?? path, snapshot, texts);
    const finding: Finding = {
      rule: setting.id,
      check: rule.id,
      code: report.code ?? rule.code,
      severity: setting.severity,
      path: report.path ?? path,
      line,
      column,
      message: report.message,
      suggestions: report.suggestions ?? [],
      fixable: report.fix !== undefined || rule.fixedBy === 'regenerate',
      key,
    };
    detected.push({ finding, report });
  }
  return detected.sort((a, b) => compareByPlace(a.finding, b.finding));
}

async function locateReport(
  { at }: Report,
  path: string,
  snapshot: Snapshot,
  texts: Map<string, string>,
): Promise<LineColumn> {
  if ('line' in at) return at;
  let text = texts.get(path);
  if (text === undefined) texts.set(path, (text = await readableText(snapshot, path)));
  return 'manifestField' in at ? locateField(text, at.manifestField) : locateField(text, at.field, at.item);
}

/** A file's text, or `''` when it cannot be read, which another rule reports. */
export async function readableText(snapshot: Snapshot, path: string): Promise<string> {
  try {
    return (await snapshot.text(path)) ?? '';
  } catch {
    return '';
  }
}

/** By path, line, column and rule; then by the parts that stay the same from pass to pass. */
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

/** Identifies a finding within a report, and across reports when lines move. */
export function identityOf(finding: Finding): string {
  return `${finding.rule}\n${finding.check}\n${finding.path}\n${finding.key}`;
}

import { type Finding } from '../../../workbench';

export const LINT_GROUPINGS = ['severity', 'rule', 'page'] as const;
export type LintGrouping = (typeof LINT_GROUPINGS)[number];

type Severity = Finding['severity'];

/** Worst first. */
const SEVERITIES: readonly Severity[] = ['error', 'warn', 'info'];

/** What the panel can do about a finding at one click. */
export type QuickFix =
  /** The one edit that is known to be safe. */
  | { readonly kind: 'fix' }
  /** The link may have meant one of these; the person knows which. */
  | { readonly kind: 'choose'; readonly targets: readonly string[] }
  /** Two pages disagree: they are best read beside each other. */
  | { readonly kind: 'compare'; readonly slug: string }
  /** The source is not what was ingested. */
  | { readonly kind: 'ingest'; readonly source: string }
  | { readonly kind: 'none' };

/** What `finding` offers. Only links can be pointed elsewhere; other suggestions are told, not done. */
export function quickFixOf(finding: Finding): QuickFix {
  if (finding.fixable) return { kind: 'fix' };
  if (finding.suggestions.length > 0) return { kind: 'choose', targets: finding.suggestions };
  // The key is the other page's slug, numbered where one page names it twice.
  if (finding.check === 'contradiction') return { kind: 'compare', slug: finding.key.replace(/ \(\d+\)$/, '') };
  if (finding.check === 'source-changed') return { kind: 'ingest', source: finding.path };
  return { kind: 'none' };
}

/**
 * A path of a finding as the vault has it. Findings about views lead out of the wiki: `../team/KNOWLEDGE.md`.
 * @param root the wiki's folder
 */
export function vaultPath(root: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${root}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** A path of a finding as a person reads it: in the wiki, or in the vault where it lies outside. */
export function shownPath(root: string, path: string): string {
  return path.startsWith('../') ? vaultPath(root, path) : path;
}

/** Tells a finding from all others of a report, also when its line moves. */
export function findingKey({ rule, check, path, key }: Finding): string {
  return [rule, check, path, key].join('\n');
}

/** A stretch of a message; what the message quotes is the thing to look at. */
export interface MessagePart {
  readonly text: string;
  readonly strong: boolean;
}

/** `Unexpected link to "a", expected …` as its parts, the quoted names without their quotes and strong. */
export function messageParts(message: string): readonly MessagePart[] {
  const parts = message.split('"');
  // An unpaired quote is no quotation: the message stays as it is.
  if (parts.length % 2 === 0) return [{ text: message, strong: false }];
  return parts.map((text, at) => ({ text, strong: at % 2 === 1 })).filter(({ text }) => text !== '');
}

/**
 * Whether every word of the filter stands in the message, the path as it is shown, the rule or the severity.
 * @param root the wiki's folder
 */
export function lintFilter(filter: string, root: string): (finding: Finding) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return ({ message, path, rule, check, severity, line }) => {
    const text = `${message}\n${shownPath(root, path)}:${line}\n${rule}\n${check}\n${severity}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

export interface LintGroup {
  /** Severity, rule id or path. */
  readonly key: string;
  /** The worst in it. */
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

/**
 * Findings in groups: severities worst first; rules with the worst first, then the most frequent; pages by path.
 * Within a group they keep the order of the report.
 */
export function groupFindings(findings: readonly Finding[], by: LintGrouping): readonly LintGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = by === 'severity' ? finding.severity : by === 'rule' ? finding.rule : finding.path;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const rank = ({ severity }: LintGroup): number => SEVERITIES.indexOf(severity);
  return [...groups]
    .map(([key, items]): LintGroup => ({ key, severity: worst(items), findings: items }))
    .sort((a, b) => {
      if (by === 'page') return compare(a.key, b.key);
      return rank(a) - rank(b) || b.findings.length - a.findings.length || compare(a.key, b.key);
    });
}

function worst(findings: readonly Finding[]): Severity {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'info';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One line of the panel's list, in drawing order. */
export type LintRow =
  | { readonly kind: 'group'; readonly key: string; readonly group: LintGroup; readonly open: boolean }
  | {
      readonly kind: 'finding';
      readonly key: string;
      readonly finding: Finding;
      /** Counted from 1, within its group. */
      readonly at: number;
      readonly of: number;
    };

/** The groups as rows; the findings of closed ones left out. */
export function lintRows(groups: readonly LintGroup[], closed: ReadonlySet<string>): readonly LintRow[] {
  const rows: LintRow[] = [];
  for (const group of groups) {
    const open = !closed.has(group.key);
    rows.push({ kind: 'group', key: `group\n${group.key}`, group, open });
    if (!open) continue;
    const of = group.findings.length;
    group.findings.forEach((finding, at) =>
      rows.push({ kind: 'finding', key: findingKey(finding), finding, at: at + 1, of }),
    );
  }
  return rows;
}

/** What the panel remembers in the workspace layout. */
export interface LintPanelState {
  readonly by: LintGrouping;
  readonly filter: string;
}

/** A remembered state, whatever an older version or another hand left there. */
export function readLintState(state: unknown): LintPanelState {
  const { by, filter } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return {
    by: LINT_GROUPINGS.find((grouping) => grouping === by) ?? 'severity',
    filter: typeof filter === 'string' ? filter : '',
  };
}

/** The row that the keyboard moves to. @returns `null` where it stays */
export function nextRow(rows: readonly LintRow[], key: string | null, move: RowMove): LintRow | null {
  const at = rows.findIndex((row) => row.key === key);
  switch (move) {
    case 'first':
      return rows[0] ?? null;
    case 'down':
      return rows[at + 1] ?? null;
    case 'up':
      return at > 0 ? (rows[at - 1] ?? null) : null;
  }
}

export type RowMove = 'first' | 'up' | 'down';

/** The row that takes over when the chosen one is gone: the one now in its place, so that the keyboard can go on. */
export function replacementRow(
  before: readonly LintRow[],
  after: readonly LintRow[],
  key: string | null,
): string | null {
  if (after.some((row) => row.key === key)) return key;
  const was = before.findIndex((row) => row.key === key);
  if (was < 0) return null;
  const left = new Set(after.map((row) => row.key));
  const next = [...before.slice(was + 1), ...before.slice(0, was).reverse()].find(
    (row) => row.kind === 'finding' && left.has(row.key),
  );
  return next?.key ?? null;
}

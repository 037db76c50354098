import { compareText } from '../../../base';
import { rules, type Finding } from '../../../workbench';
import { coreText } from '../../locale';

export const LINT_GROUPINGS = ['severity', 'rule', 'page'] as const;
export type LintGrouping = (typeof LINT_GROUPINGS)[number];

type Severity = Finding['severity'];

/** Worst first. */
const SEVERITIES: readonly Severity[] = ['error', 'warn', 'info'];

/** What the panel can do about a problem with one click. */
type QuickFix =
  /** An edit that is known to be safe. */
  | { readonly kind: 'fix' }
  /** The link may have meant one of these; the user chooses. */
  | { readonly kind: 'choose'; readonly targets: readonly string[] }
  /** Two pages contradict each other: a person decides which statement holds. */
  | { readonly kind: 'settle'; readonly slug: string }
  /** The source changed since it was ingested. */
  | { readonly kind: 'ingest'; readonly source: string }
  /** The file governs the wiki and changed: a person confirms it. */
  | { readonly kind: 'confirm'; readonly path: string }
  /** The source is older than the wiki keeps it. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'none' };

/** The quick fix of a finding. Only suggestions for links can be applied. */
export function quickFixOf(finding: Finding): QuickFix {
  if (finding.fixable) return { kind: 'fix' };
  if (finding.suggestions.length > 0) return { kind: 'choose', targets: finding.suggestions };
  // The key is the slug of the other page, with a number if the page names it twice.
  if (finding.check === 'contradiction') return { kind: 'settle', slug: finding.key.replace(/ \(\d+\)$/, '') };
  if (finding.check === 'source-changed') return { kind: 'ingest', source: finding.path };
  if (finding.check === 'unconfirmed-change') return { kind: 'confirm', path: finding.path };
  if (finding.check === 'source-expired') return { kind: 'expired' };
  return { kind: 'none' };
}

/** Whether a finding is fixed with the others; some fixes change how a page reads and are proposed by themselves. */
export function isFixedWithOthers({ fixable, check }: Finding): boolean {
  return fixable && rules.find(({ id }) => id === check)?.hasOwnProposal !== true;
}

/** Whether the manifest may ignore a finding. */
export function canIgnore({ check }: Finding): boolean {
  return rules.find(({ id }) => id === check)?.isBinding !== true;
}

/**
 * The vault path of a finding. Findings about views may lie outside the wiki: `../team/KNOWLEDGE.md`.
 * @param root folder of the wiki
 */
export function vaultPath(root: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${root}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** The path to display: wiki-relative, or vault-relative for what lies outside the wiki. */
export function shownPath(root: string, path: string): string {
  return path.startsWith('../') ? vaultPath(root, path) : path;
}

/** Identifies a finding in a report, even when its line moves. */
export function findingKey({ rule, check, path, key }: Finding): string {
  return [rule, check, path, key].join('\n');
}

/** A part of a message. Quoted names are strong. */
interface MessagePart {
  readonly text: string;
  readonly strong: boolean;
}

/**
 * Splits `Broken link: … "a".` at its quoted names; the quotes are dropped.
 * @param quotes those of the language that the message was translated to
 */
export function messageParts(message: string, quotes: readonly string[] = []): readonly MessagePart[] {
  const [open = '', close = ''] = quotes;
  const isTranslated = open !== '' && close !== '' && message.includes(open);
  const parts = isTranslated ? message.split(open).flatMap((part) => splitOnce(part, close)) : message.split('"');
  // An unpaired quote does not quote a name.
  if (parts.length % 2 === 0) return [{ text: message, strong: false }];
  return parts.map((text, at) => ({ text, strong: at % 2 === 1 })).filter(({ text }) => text !== '');
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

/**
 * Whether every word of the filter occurs in the message, the displayed path, the rule or the severity.
 * @param root folder of the wiki
 */
export function lintFilter(filter: string, root: string): (finding: Finding) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return ({ message, path, rule, check, severity, line }) => {
    const text =
      `${message}\n${coreText(message)}\n${shownPath(root, path)}:${line}\n${rule}\n${check}\n${severity}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

export interface LintGroup {
  /** Severity, rule id or path. */
  readonly key: string;
  /** The worst severity in the group. */
  readonly severity: Severity;
  readonly findings: readonly Finding[];
}

/**
 * Groups findings: severities worst first; rules by severity, then by frequency; pages by path. Within a group, findings
 * keep the order of the report.
 */
export function groupFindings(findings: readonly Finding[], by: LintGrouping): readonly LintGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = { severity: finding.severity, rule: finding.rule, page: finding.path }[by];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const rank = ({ severity }: LintGroup): number => SEVERITIES.indexOf(severity);
  return [...groups]
    .map(([key, items]): LintGroup => ({ key, severity: worst(items), findings: items }))
    .sort((a, b) => {
      if (by === 'page') return compareText(a.key, b.key);
      return rank(a) - rank(b) || b.findings.length - a.findings.length || compareText(a.key, b.key);
    });
}

function worst(findings: readonly Finding[]): Severity {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'info';
}

/** One row of the list. */
export type LintRow =
  | { readonly kind: 'group'; readonly key: string; readonly group: LintGroup; readonly open: boolean }
  | {
      readonly kind: 'finding';
      readonly key: string;
      readonly finding: Finding;
      /** Position in its group, counted from 1. */
      readonly at: number;
      readonly of: number;
    };

/** The groups as rows, without the findings of collapsed groups. */
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

/** State of the panel in the workspace layout. */
export interface LintPanelState {
  readonly by: LintGrouping;
  readonly filter: string;
}

/** Reads a saved state, whatever it contains. */
export function readLintState(state: unknown): LintPanelState {
  const { by, filter } = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return {
    by: LINT_GROUPINGS.find((grouping) => grouping === by) ?? 'severity',
    filter: typeof filter === 'string' ? filter : '',
  };
}

/** The row that the keyboard moves to; `null` if it stays. */
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

/** The row to choose when the chosen one is gone: the one that took its place. */
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

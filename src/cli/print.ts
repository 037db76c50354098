import { plural } from '../base';
import {
  formatCost,
  isAskFailure,
  modelCostInWords,
  type Finding,
  type GuardFinding,
  type ProposalResult,
  type ModelCost,
  type Notice,
  type Workbench,
  type WikiError,
} from '../workbench';
import { painter, printable, printablePath, type Painter, type Terminal } from './terminal';

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);
}

const SEVERITY_MARKS = { error: '✗', warn: '!', info: '·' } as const;

export function severityMark(paint: Painter, severity: 'error' | 'warn' | 'info'): string {
  const colour = { error: paint.red, warn: paint.yellow, info: paint.dim }[severity];
  return colour(SEVERITY_MARKS[severity]);
}

/** The most notes of one rule that are shown: an adopted folder has one per file. */
const MAX_NOTES = 5;

/**
 * Findings grouped by file, each with its place, its message and suggestions. Errors and warnings are
 * all shown; of notes that say the same of many files, the first few and how many more there are.
 */
export function printFindings(terminal: Terminal, findings: readonly Finding[]): void {
  const paint = painter(terminal);
  const notes = new Map<string, number>();
  let path: string | null = null;
  const lines: string[] = [];
  for (const finding of findings) {
    if (finding.severity === 'info') {
      const nth = (notes.get(finding.rule) ?? 0) + 1;
      notes.set(finding.rule, nth);
      if (nth > MAX_NOTES) continue;
    }
    if (finding.path !== path) {
      if (path !== null) lines.push('\n');
      path = finding.path;
      lines.push(`${paint.bold(printable(path))}\n`);
    }
    const place = paint.dim(`${finding.line}:${finding.column}`.padEnd(7));
    const fix = finding.fixable ? paint.green(' (fixable)') : '';
    const message = printable(finding.message);
    lines.push(`  ${severityMark(paint, finding.severity)} ${place} ${message}${fix}  ${paint.dim(finding.rule)}\n`);
    if (finding.suggestions.length > 0) {
      lines.push(paint.dim(`            did you mean ${finding.suggestions.map(printable).join(', ')}?\n`));
    }
  }
  for (const [rule, number] of notes) {
    if (number <= MAX_NOTES) continue;
    const more = plural(number - MAX_NOTES, 'more note', 'more notes');
    lines.push(`\n${severityMark(paint, 'info')} and ${more} like it  ${paint.dim(`${rule}, all with --json`)}\n`);
  }
  // Each write to a file or pipe is a call of the system.
  terminal.out(lines.join(''));
}

export function printCounts(terminal: Terminal, counts: Readonly<Record<'error' | 'warn' | 'info', number>>): void {
  const paint = painter(terminal);
  const { error, warn, info } = counts;
  if (error + warn + info === 0) terminal.out(`${paint.green('✓')} No problems found.\n`);
  else terminal.out(`${plural(error, 'error')}, ${plural(warn, 'warning')}, ${plural(info, 'note')}\n`);
}

function describeState(paint: Painter, { applied, blocked, conflicts }: ProposalResult): string {
  if (applied) return paint.green('applied');
  if (blocked) return paint.red('blocked');
  return conflicts.length > 0 ? paint.red('conflict') : paint.cyan('waits for review');
}

/** One proposal that was made or applied: its files, the results of the checks, and its state. */
export function printProposalResult(terminal: Terminal, proposal: ProposalResult): void {
  const paint = painter(terminal);
  const state = describeState(paint, proposal);
  const name = `proposal ${proposal.id}`;
  terminal.out(`${paint.bold(printable(proposal.source))}  ${name}, ${state}\n`);
  for (const file of proposal.files) {
    const colour = { created: paint.green, updated: paint.yellow, renamed: paint.cyan, deleted: paint.red }[file.kind];
    terminal.out(
      `  ${colour(file.kind.padEnd(8))} ${printable(file.path)}  ${paint.dim(plural(file.hunks, 'change'))}\n`,
    );
  }
  for (const finding of proposal.guard) printGuard(terminal, finding);
  for (const note of proposal.notes) terminal.out(`  ${paint.dim(printable(note))}\n`);
  for (const share of proposal.cost?.models ?? []) {
    terminal.out(`  ${paint.dim(printable(`${share.model}: ${formatCost(share)}`))}\n`);
  }
  const { introduced, fixed } = proposal.findings;
  for (const finding of introduced) {
    terminal.out(
      `  ${severityMark(paint, finding.severity)} new problem in ${printable(`${finding.path}: ${finding.message}`)}\n`,
    );
  }
  if (fixed.length > 0) terminal.out(`  ${paint.green('✓')} fixes ${plural(fixed.length, 'problem')}\n`);
  for (const conflict of proposal.conflicts) {
    terminal.out(`  ${paint.red('✗')} ${printable(`${conflict.path}: ${conflict.message}`)}\n`);
  }
}

function printGuard(terminal: Terminal, finding: GuardFinding): void {
  const paint = painter(terminal);
  const text = printable(`${finding.path}:${finding.line}: ${finding.message} ${finding.remedy}`);
  terminal.out(`  ${severityMark(paint, finding.severity)} ${text}\n`);
}

export function printNotices(terminal: Terminal, heading: string, notices: readonly Notice[]): void {
  if (notices.length === 0) return;
  const paint = painter(terminal);
  terminal.out(`\n${paint.bold(heading)}\n`);
  for (const notice of notices) {
    terminal.out(`  ${paint.yellow('!')} ${printable(notice.message)}\n`);
    terminal.out(`    ${paint.dim(printablePath(`${notice.at}  ${notice.code}`))}\n`);
  }
}

/** Warnings that every command prints: working files that came from elsewhere. */
export function printUrgentNotices(terminal: Terminal, notices: readonly Notice[]): void {
  const paint = painter(terminal);
  for (const { code, message } of notices) {
    if (!URGENT.has(code)) continue;
    terminal.err(`${paint.yellow('!')} ${printable(message)} ${paint.dim(code)}\n`);
  }
}

const URGENT: ReadonlySet<string> = new Set(['living-wiki:journal_foreign', 'living-wiki:state_foreign']);

/** Says, where that was just so, that this device looked at the rules of the wiki for the first time. */
export function printFirstLook(terminal: Terminal, { openingNotices }: Pick<Workbench, 'openingNotices'>): void {
  const first = openingNotices.filter(({ code }) => code === 'living-wiki:trust_baseline');
  printNotices(terminal, 'First look', first);
}

/** An error as one plain paragraph: what, where, and what to do. */
export function printError(terminal: Terminal, error: WikiError): void {
  const paint = painter(terminal);
  const at = error.line === undefined ? '' : `:${error.line}`;
  const isSaid = error.path === undefined || (at === '' && error.message.includes(error.path));
  const place = isSaid ? '' : ` (${error.path}${at})`;
  terminal.err(`${paint.red('✗')} ${printable(error.message + place)}\n`);
  for (const { line, message } of error.others) terminal.err(`    ${printable(`line ${line}: ${message}`)}\n`);
  if (error.remedy !== undefined) terminal.err(`  ${printable(error.remedy)}\n`);
  if (isAskFailure(error)) terminal.err(`  Used so far: ${describeModelCost(error.cost)}\n`);
  terminal.err(`  ${paint.dim(error.code)}\n`);
}

export function describeModelCost(cost: ModelCost): string {
  return printable(modelCostInWords(cost));
}

/** Code, in a block or in a line, or a character with the backslash that makes it no markup. */
const CODE_OR_ESCAPE = /(`{3,}|~{3,})[^]*?(?:\1|$)|(`+)[^`\n]+\2|\\([!-/:-@[-`{-~])/g;

/** Markdown as a person reads it in a terminal: "https://" and "$5" instead of `https\://` and `\$5`. Code stays as it is. */
export function withoutEscapes(markdown: string): string {
  return markdown.replace(CODE_OR_ESCAPE, (whole, _block: string, _line: string, escaped?: string) => escaped ?? whole);
}

import { clip, plural } from '../base';
import {
  readCost,
  formatCost,
  unifiedDiff,
  type Anchor,
  type Evidence,
  type Proposal,
  type DiffLine,
} from '../workbench';
import { severityMark } from './print';
import { printPlan } from './print-plan';
import { painter, printable, type Painter, type Terminal } from './terminal';

/**
 * A proposal for review: its plan, then every hunk with its place, its lines and its supporting quotes.
 * @param coverage what it uses of its source, in words; `null` if that is not known
 */
export function printProposal(terminal: Terminal, proposal: Proposal, coverage: string | null): void {
  const paint = painter(terminal);
  const { changeSet, checks } = proposal;
  terminal.out(`${paint.bold(printable(changeSet.title))}  ${paint.dim(`${proposal.id}, ${proposal.state}`)}\n`);
  printPlan(terminal, proposal, coverage);
  for (const note of changeSet.notes) terminal.out(`${printable(note)}\n`);
  for (const share of readCost(changeSet.facts)?.models ?? []) {
    terminal.out(`${paint.dim(printable(`${share.model}: ${formatCost(share)}`))}\n`);
  }
  printContents(terminal, proposal);
  for (const edit of changeSet.files) {
    const target = edit.to === undefined ? '' : ` → ${edit.to}`;
    terminal.out(
      `\n${paint.bold(printable(edit.path + target))}  ${edit.kind}, ${plural(edit.hunks.length, 'change')}\n`,
    );
    for (const why of edit.why) terminal.out(`  ${paint.dim(`Why: ${printable(why)}`)}\n`);
    for (const block of unifiedDiff(edit).blocks) {
      terminal.out('\n');
      // Several hunks of a block may have the same heading or quote; print each once.
      const headings = new Map<string, string[]>();
      for (const { id, title, reason } of block.hunks) {
        const heading = `  ${paint.cyan(printable(title))}  ${paint.dim(printable(reason))}`;
        headings.set(heading, [...(headings.get(heading) ?? []), id]);
      }
      for (const [heading, ids] of headings) terminal.out(`${heading}  ${paint.dim(`(${ids.join(', ')})`)}\n`);
      for (const line of block.lines) printLine(terminal, line);
      for (const { drops = [] } of block.hunks) {
        for (const { text, reason } of drops) {
          const why = reason === null ? '' : ` Because: ${reason}`;
          terminal.out(`    ${paint.yellow('!')} ${printable(`Removes the statement “${clip(text, 300)}”${why}`)}\n`);
        }
      }
      const quotes = block.hunks.flatMap((hunk) => hunk.evidence.map((item) => quoteLine(paint, item)));
      for (const quote of new Set(quotes)) terminal.out(quote);
    }
  }
  terminal.out('\n');
  for (const finding of checks.guard) {
    terminal.out(
      `${severityMark(paint, finding.severity)} ${printable(`${finding.path}:${finding.line}: ${finding.message}`)}\n`,
    );
  }
  for (const finding of checks.introduced) {
    terminal.out(
      `${severityMark(paint, finding.severity)} new problem in ${printable(`${finding.path}: ${finding.message}`)}\n`,
    );
  }
  if (checks.fixed.length > 0) terminal.out(`${paint.green('✓')} fixes ${plural(checks.fixed.length, 'problem')}\n`);
  terminal.out(paint.dim('_index.md, _log.md and _manifest.json are updated from what you accept.\n'));
  if (proposal.state === 'waiting') {
    terminal.out(`Apply:  living-wiki proposals apply ${proposal.id}\n`);
    if (changeSet.files.some(({ hunks }) => hunks.length > 1) || changeSet.files.length > 1) {
      terminal.out(`        add --leave-out CHANGE="…" for what you do not want; CHANGE is the code after a change\n`);
    }
    terminal.out(`Reject: living-wiki proposals reject ${proposal.id} --reason "…"\n`);
  }
}

/** What a proposal of several files holds, before all of it is printed. */
function printContents(terminal: Terminal, { changeSet: { files }, checks }: Proposal): void {
  if (files.length < 2) return;
  const paint = painter(terminal);
  const hunks = files.flatMap((edit) => edit.hunks);
  const drops = hunks.flatMap((hunk) => hunk.drops ?? []).length;
  const missing = hunks.flatMap(({ evidence }) => evidence).filter(({ verdict }) => verdict === 'not-found').length;
  const parts = [
    plural(files.length, 'file'),
    plural(hunks.length, 'change'),
    ...(drops === 0 ? [] : [`removes ${plural(drops, 'statement')}`]),
    ...(missing === 0 ? [] : [`${plural(missing, 'quote')} not in the source`]),
    ...(checks.guard.length === 0 ? [] : [`${plural(checks.guard.length, 'warning')} at the end`]),
  ];
  terminal.out(`\n${paint.bold('Files')}  ${parts.join(', ')}\n`);
  for (const { kind, path, hunks: own } of files) {
    terminal.out(`  ${kind.padEnd(9)}${paint.cyan(printable(path))} ${paint.dim(plural(own.length, 'change'))}\n`);
  }
}

const QUOTE_MARKS: Readonly<Record<Evidence['verdict'], (paint: Painter) => string>> = {
  found: (paint) => paint.green('✓'),
  'not-found': (paint) => paint.red('✗ not in the source:'),
  // A statement that the wiki makes already, so its words need not be those of the source.
  unchecked: (paint) => paint.dim('already in the wiki:'),
};

function quoteLine(paint: Painter, item: Evidence): string {
  const mark = QUOTE_MARKS[item.verdict](paint);
  return `    ${mark} ${paint.dim(printable(`“${clip(item.quote, 160)}” ${item.source}${placeOf(item.anchor)}`))}\n`;
}

function printLine(terminal: Terminal, line: DiffLine): void {
  const paint = painter(terminal);
  const text = printable(line.text);
  if (line.kind === 'added') terminal.out(`  ${paint.green(`+${text}`)}\n`);
  else if (line.kind === 'removed') terminal.out(`  ${paint.red(`-${text}`)}\n`);
  else terminal.out(`   ${text}\n`);
}

function placeOf(anchor: Anchor): string {
  if (anchor.page !== undefined) return `, page ${anchor.page}`;
  if (anchor.time !== undefined) return `, ${anchor.time}`;
  if (anchor.line !== undefined) return `, line ${anchor.line}`;
  return anchor.heading === undefined ? '' : `, under “${anchor.heading}”`;
}

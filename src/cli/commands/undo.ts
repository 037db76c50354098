import { type Command } from 'commander';
import { plural } from '../../base';
import { undoChange, type HistoryEntry, type UndoOrder, type UndoResult, type Workbench } from '../../workbench';
import { common, examples, type CommandHost } from '../options';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { printJson, severityMark } from '../print';
import { painter, printable, type Terminal, type TerminalRun } from '../terminal';

interface UndoOptions extends CommonOptions {
  readonly list?: boolean;
  readonly through?: string;
  readonly yes?: boolean;
}

/** `living-wiki undo [TRANSACTION]` */
async function undo(context: CommandContext, id: string | undefined, options: UndoOptions): Promise<ExitStatus> {
  return withWorkbench(context, options, async (workbench, run) => {
    const { terminal } = context;
    if (options.list === true) return listHistory(terminal, await workbench.history(), options);
    if (options.through !== undefined) return undoThrough(context, workbench, options.through, options, run);
    const result = await undoChange(workbench, id, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, result);
    else printUndone(terminal, result);
    return result.transaction === null ? EXIT.findings : EXIT.done;
  });
}

function listHistory(terminal: Terminal, history: readonly HistoryEntry[], { json }: UndoOptions): ExitStatus {
  if (json === true) printJson(terminal, { transactions: history });
  else if (history.length === 0) terminal.out('Nothing was applied yet.\n');
  else for (const entry of history) terminal.out(`${describe(terminal, entry)}\n`);
  return EXIT.done;
}

function describe(terminal: Terminal, { id, at, title, undoneBy }: HistoryEntry): string {
  const paint = painter(terminal);
  const note = undoneBy === null ? '' : paint.dim('  (undone)');
  return `${paint.cyan(id)}  ${paint.dim(at)}  ${printable(title)}${note}`;
}

/** `undo --through ID`: shows what is undone, and undoes it once that is confirmed. */
async function undoThrough(
  context: CommandContext,
  workbench: Workbench,
  id: string,
  options: UndoOptions,
  run: TerminalRun,
): Promise<ExitStatus> {
  const { terminal } = context;
  const order = await workbench.undoOrder(id, run);
  const isPossible = order.conflicts.length === 0;
  if (options.json !== true) printOrder(terminal, id, order);
  const isConfirmed = isPossible && (options.yes === true || (options.json !== true && (await confirm(context))));
  const steps = order.steps.map((step) => step.id);
  const results = isConfirmed ? await workbench.undoThrough(id, steps, run) : [];
  run.hideProgress();
  if (options.json === true) printJson(terminal, { ...order, results });
  else for (const result of results) printUndone(terminal, result);
  const isDone = results.length === steps.length && results.every(({ transaction }) => transaction !== null);
  return isDone ? EXIT.done : EXIT.findings;
}

function printOrder(terminal: Terminal, id: string, { steps, conflicts }: UndoOrder): void {
  if (conflicts.length > 0) {
    terminal.err(`${painter(terminal).red('✗')} ${id} cannot be undone, because files were edited by hand.\n`);
    printConflicts(terminal, conflicts);
    return;
  }
  terminal.out(`This undoes ${plural(steps.length, 'change')}, in this order:\n`);
  for (const step of steps) terminal.out(`  ${describe(terminal, step)}\n`);
}

async function confirm({ terminal, inputLines }: CommandContext): Promise<boolean> {
  if (!terminal.interactive || inputLines === undefined) {
    terminal.err('Nothing was undone. Add --yes to undo them.\n');
    return false;
  }
  terminal.err('Undo them? [y/N] ');
  for await (const line of inputLines()) return /^y(?:es)?$/i.test(line.trim());
  return false;
}

function printConflicts(terminal: Terminal, conflicts: UndoResult['conflicts']): void {
  for (const { path, message } of conflicts) terminal.err(`  ${printable(`${path}: ${message}`)}\n`);
}

function printUndone(terminal: Terminal, result: UndoResult): void {
  const paint = painter(terminal);
  const { transaction, undid, undoFirst } = result;
  if (transaction !== null) {
    terminal.out(`${paint.green('✓')} ${undid} was undone.\n`);
    for (const file of result.files) terminal.out(`  ${printable(file)}\n`);
    for (const { severity, path, message } of result.findings.introduced) {
      terminal.out(`  ${severityMark(paint, severity)} new problem in ${printable(`${path}: ${message}`)}\n`);
    }
    terminal.out(`Redo it with: living-wiki undo ${transaction}\n`);
    return;
  }
  terminal.err(`${paint.red('✗')} ${undid} was not undone; nothing was written.\n`);
  printConflicts(terminal, result.conflicts);
  if (undoFirst.length === 0) return;
  terminal.err('Later changes build on it. Undo these first, in this order:\n');
  for (const entry of undoFirst) terminal.err(`  ${describe(terminal, entry)}\n`);
  terminal.err(`Or undo all of them with: living-wiki undo --through ${undid}\n`);
}

/** `undo` */
export function declareUndo(program: Command, { context, execute }: CommandHost): void {
  common(program.command('undo'))
    .description('Undo an applied change and keep later edits')
    .argument('[transaction]', 'the id of the change (default: the newest that is not undone)')
    .option('--list', 'list all applied changes')
    .option('--through <transaction>', 'undo this change and the later ones that build on it')
    .option('--yes', 'with --through: do not ask')
    .addHelpText(
      'after',
      examples('living-wiki undo', 'living-wiki undo --list', 'living-wiki undo --through 20260427T150000Z-1-abcd'),
    )
    .action((id: string | undefined, options: Parameters<typeof undo>[2]) => execute(undo(context, id, options)));
}

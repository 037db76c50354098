import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { printJson, severityMark } from '../print';
import { painter, printable } from '../terminal';

/** `living-wiki undo [TRANSACTION]` */
export async function undo(
  context: CommandContext,
  id: string | undefined,
  options: CommonOptions & { readonly list?: boolean },
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const paint = painter(terminal);
    if (options.list === true) {
      const history = await workbench.history();
      if (options.json === true) printJson(terminal, { transactions: history });
      else if (history.length === 0) terminal.out('Nothing was applied yet.\n');
      else {
        for (const entry of history) {
          const note = entry.undoneBy === null ? '' : paint.dim('  (undone)');
          terminal.out(`${paint.cyan(entry.id)}  ${paint.dim(entry.at)}  ${printable(entry.title)}${note}\n`);
        }
      }
      return EXIT.done;
    }
    const result = await workbench.undo(id, run);
    run.hideProgress();
    const exit = result.transaction === null ? EXIT.findings : EXIT.done;
    if (options.json === true) {
      printJson(terminal, result);
      return exit;
    }
    if (result.transaction === null) {
      terminal.err(`${paint.red('✗')} ${result.undid} was not undone; nothing was written.\n`);
      for (const conflict of result.conflicts)
        terminal.err(`  ${printable(`${conflict.path}: ${conflict.message}`)}\n`);
    } else {
      terminal.out(`${paint.green('✓')} ${result.undid} was undone.\n`);
      for (const file of result.files) terminal.out(`  ${printable(file)}\n`);
      for (const { severity, path, message } of result.findings.introduced) {
        terminal.out(`  ${severityMark(paint, severity)} new: ${printable(`${path}: ${message}`)}\n`);
      }
      terminal.out(`Redo it with: living-wiki undo ${result.transaction}\n`);
    }
    return exit;
  });
}

/** `undo` */
export function declareUndo(program: Command, { context, execute }: CommandHost): void {
  common(program.command('undo'))
    .description('Undo an applied change and keep later edits')
    .argument('[transaction]', 'the id of the change (default: the newest that is not undone)')
    .option('--list', 'list all applied changes')
    .addHelpText('after', examples('living-wiki undo', 'living-wiki undo --list'))
    .action((id: string | undefined, options: Parameters<typeof undo>[2]) => execute(undo(context, id, options)));
}

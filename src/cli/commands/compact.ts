import { type Command } from 'commander';
import { plural } from '../../base';
import { compact, DEFAULT_RETENTION, planCompact, type CompactPlan } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, wholeNumber, type CommandHost } from '../options';
import { printJson } from '../print';
import { type Terminal } from '../terminal';

interface CompactOptions extends CommonOptions {
  readonly days?: number;
  readonly changes?: number;
  readonly yes?: boolean;
}

/** `living-wiki compact` */
async function runCompact(context: CommandContext, options: CompactOptions): Promise<ExitStatus> {
  const { days = DEFAULT_RETENTION.days, changes = DEFAULT_RETENTION.changes } = options;
  const retention = { days, changes };
  return withWorkbench(context, options, async (workbench, run) => {
    const plan = await planCompact(workbench, retention);
    const isDone = options.yes === true && !isEmpty(plan);
    if (isDone) await compact(workbench, plan, run);
    run.hideProgress();
    if (options.json === true) printJson(context.terminal, { ...plan, done: isDone });
    else printPlan(context.terminal, plan, isDone);
    return EXIT.done;
  });
}

function isEmpty({ transactions, proposals }: CompactPlan): boolean {
  return transactions.length === 0 && proposals.length === 0;
}

function printPlan(terminal: Terminal, plan: CompactPlan, isDone: boolean): void {
  const { retention, transactions, until, proposals, bytes } = plan;
  const { days, changes } = retention;
  terminal.out(
    `Undo is kept for all changes of the last ${plural(days, 'day')} and for the last ${plural(changes, 'change')}, whichever is more.\n`,
  );
  if (isEmpty(plan)) {
    terminal.out('There is nothing to remove.\n');
    return;
  }
  const verb = isDone ? 'can no longer' : 'could no longer';
  if (until !== null) {
    terminal.out(
      `${plural(transactions.length, 'change')} made until ${until.slice(0, 10)} ${verb} be undone. The history still lists them. (${(bytes / 1e6).toFixed(1)} MB)\n`,
    );
  }
  if (proposals.length > 0) {
    terminal.out(`${plural(proposals.length, 'applied proposal')} ${isDone ? 'removed' : 'would be removed'}.\n`);
  }
  if (!isDone) terminal.out('Nothing was removed. To remove it: living-wiki compact --yes\n');
}

/** `compact` */
export function declareCompact(program: Command, { context, execute }: CommandHost): void {
  common(program.command('compact'))
    .description('Show how much space the undo of old changes uses; with --yes, free it')
    .option(
      '--days <count>',
      `keep undo for all changes of this many days (default: ${DEFAULT_RETENTION.days})`,
      wholeNumber,
    )
    .option(
      '--changes <count>',
      `keep undo for at least this many changes (default: ${DEFAULT_RETENTION.changes})`,
      wholeNumber,
    )
    .option('--yes', 'remove the undo of older changes; this cannot be undone')
    .action((options: CompactOptions) => execute(runCompact(context, options)));
}

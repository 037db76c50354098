import { type Command } from 'commander';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { plural } from '../../base';
import { formatMoney, formatUsage, type UsageSummary } from '../../workbench';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { painter, printable } from '../terminal';

interface UsageOptions extends CommonOptions {
  readonly days: number;
}

/** `living-wiki usage` */
async function usage(context: CommandContext, options: UsageOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const report = await workbench.usage(options.days);
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, report);
      return EXIT.done;
    }
    const span = `the last ${plural(report.days, 'day')}`;
    if (report.rows.length === 0) {
      terminal.out(`No language model was used in ${span}.\n`);
      return EXIT.done;
    }
    const paint = painter(terminal);
    let day = '';
    for (const row of report.rows) {
      if (row.day !== day) terminal.out(`${day === '' ? '' : '\n'}${paint.bold(row.day)}\n`);
      day = row.day;
      terminal.out(`  ${printable(row.source)}  ${paint.dim(printable(row.model))}  ${describeSum(row)}\n`);
    }
    terminal.out(`\n${paint.bold('Total')} for ${span}: ${describeSum(report.total)}\n`);
    return EXIT.done;
  });
}

/** `3 calls, 12,400 tokens in (8,000 cached), 900 out, 0.0231 USD`; usage without a known price is named. */
function describeSum({ calls, usage: used, money, unpriced, unpricedSeconds }: UsageSummary): string {
  const without = [
    ...(unpriced === 0 ? [] : [`${unpriced.toLocaleString('en-US')} tokens`]),
    ...(unpricedSeconds === 0 ? [] : ['recordings']),
  ].join(' and ');
  const unknown = money.length === 0 ? 'price unknown' : `price unknown for ${without}`;
  const price = [...money.map(formatMoney), ...(without === '' ? [] : [unknown])];
  return [plural(calls, 'call'), formatUsage(used), ...price].join(', ');
}

/** `usage` */
export function declareUsage(program: Command, { context, execute }: CommandHost): void {
  common(program.command('usage'))
    .description('Show what language models have used and cost')
    .option('--days <count>', 'number of days, including today', wholeNumber, 30)
    .addHelpText('after', examples('living-wiki usage', 'living-wiki usage --days 7 --json'))
    .action((options: Parameters<typeof usage>[1]) => execute(usage(context, options)));
}

import { type Command } from 'commander';
import { common, type CommandHost } from '../options';
import { plural } from '../../base';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { printJson } from '../print';
import { painter, printable } from '../terminal';
import { verify } from '../../workbench';

/** `living-wiki verify` */
async function runVerify(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const result = await verify(workbench, run);
    run.hideProgress();
    const exit = result.ok ? EXIT.done : EXIT.findings;
    if (options.json === true) {
      printJson(terminal, result);
      return exit;
    }
    const paint = painter(terminal);
    for (const { path, line, message, code } of result.failures) {
      terminal.out(`${paint.red('✗')} ${printable(`${path}:${line}  ${message}`)} ${paint.dim(code)}\n`);
    }
    const { pages, sources, quotes } = result.checked;
    const looked = `${plural(pages, 'page')}, ${plural(sources, 'source')}, ${plural(quotes, 'quote')}`;
    if (result.ok) terminal.out(`${paint.green('✓')} No failures: ${looked} checked.\n`);
    else terminal.out(`\n${plural(result.failures.length, 'failure')}; ${looked} checked.\n`);
    return exit;
  });
}

/** `verify` */
export function declareVerify(program: Command, { context, execute }: CommandHost): void {
  common(program.command('verify'))
    .description('Check that the index, the log, the record of sources and the quotes match the files')
    .action((options: Parameters<typeof runVerify>[1]) => execute(runVerify(context, options)));
}

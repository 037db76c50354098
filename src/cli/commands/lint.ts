import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { printCounts, printFindings, printFirstLook, printProposalResult, printJson } from '../print';

interface LintOptions extends CommonOptions {
  readonly lens?: string;
  readonly fix?: boolean;
  readonly apply?: boolean;
  readonly log?: boolean;
}

/** `living-wiki lint` */
export async function lint(context: CommandContext, options: LintOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const { lens, fix, apply, log } = options;
    const result = await workbench.lint(
      {
        ...(lens !== undefined && { lens }),
        ...(fix !== undefined && { fix }),
        ...(apply !== undefined && { apply }),
        ...(log !== undefined && { log }),
      },
      run,
    );
    run.hideProgress();
    const exit = result.counts.error > 0 ? EXIT.findings : EXIT.done;
    if (options.json === true) {
      printJson(terminal, result);
      return exit;
    }
    printFindings(terminal, result.findings);
    if (result.findings.length > 0) terminal.out('\n');
    printCounts(terminal, result.counts);
    printFirstLook(terminal, workbench);
    if (result.proposal) {
      terminal.out('\n');
      printProposalResult(terminal, result.proposal);
      if (!result.proposal.applied) {
        terminal.out(`Show:  living-wiki proposals show ${result.proposal.id}\n`);
        terminal.out(`Apply: living-wiki proposals apply ${result.proposal.id}\n`);
      }
    } else if (fix === true) terminal.out('No problem has a safe fix.\n');
    return exit;
  });
}

/** `lint` */
export function declareLint(program: Command, { context, execute }: CommandHost): void {
  common(program.command('lint'))
    .description('Check the wiki for problems and stale claims')
    .option('--lens <name>', 'use this lens (a view of the wiki)')
    .option('--fix', 'propose the safe fixes')
    .option('--apply', 'with --fix: apply them at once')
    .option('--log', 'record this run in _log.md')
    .addHelpText(
      'after',
      examples('living-wiki lint', 'living-wiki lint --fix', 'living-wiki lint --lens research-analyst-view --json'),
    )
    .action((options: Parameters<typeof lint>[1]) => execute(lint(context, options)));
}

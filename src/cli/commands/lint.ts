import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { printCounts, printFindings, printProposalResult, printJson } from '../print';

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
    if (result.proposal) {
      terminal.out('\n');
      printProposalResult(terminal, result.proposal);
      if (!result.proposal.applied) {
        terminal.out(`Look:  living-wiki proposals show ${result.proposal.id}\n`);
        terminal.out(`Apply: living-wiki proposals apply ${result.proposal.id}\n`);
      }
    } else if (fix === true) terminal.out('There is nothing that can be mended safely.\n');
    return exit;
  });
}

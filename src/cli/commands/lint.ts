import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { isWikiError, type LintResult, type Workbench } from '../../workbench';
import { printable, type TerminalRun } from '../terminal';
import { printCounts, printFindings, printFirstLook, printProposalResult, printJson } from '../print';

interface LintOptions extends CommonOptions {
  readonly lens?: string;
  readonly fix?: boolean;
  readonly apply?: boolean;
  readonly log?: boolean;
}

/** `living-wiki lint` */
async function lint(context: CommandContext, options: LintOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const { fix } = options;
    const result = await lintAndLog(context, workbench, options, run);
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
    const proposals = [...(result.proposal === null ? [] : [result.proposal]), ...result.further];
    for (const proposal of proposals) {
      terminal.out('\n');
      printProposalResult(terminal, proposal);
      if (proposal.applied) continue;
      terminal.out(`Show:  living-wiki proposals show ${proposal.id}\n`);
      terminal.out(`Apply: living-wiki proposals apply ${proposal.id}\n`);
    }
    if (fix === true && proposals.length === 0) terminal.out('No problem has a safe fix.\n');
    return exit;
  });
}

/**
 * A pass through the wiki's own lens is logged, unless the log already ends with the same result. When it cannot be logged,
 * its findings are shown all the same.
 */
async function lintAndLog(
  { terminal }: CommandContext,
  workbench: Workbench,
  { lens, fix, apply, log }: LintOptions,
  run: TerminalRun,
): Promise<LintResult> {
  const request = {
    ...(lens !== undefined && { lens }),
    ...(fix !== undefined && { fix }),
    ...(apply !== undefined && { apply }),
  };
  if (log !== undefined || lens !== undefined) return workbench.lint({ ...request, log: log === true }, run);
  try {
    return await workbench.lint({ ...request, log: true, logUnchanged: false }, run);
  } catch (error) {
    if (fix === true || !isWikiError(error) || !NOT_WRITABLE.has(error.code)) throw error;
    terminal.err(`The run was not logged: ${printable(error.message)}\n`);
    return workbench.lint(request, run);
  }
}

/** Why a wiki can be read and not written. */
const NOT_WRITABLE: ReadonlySet<string> = new Set([
  'living-wiki:locked',
  'living-wiki:lock_lost',
  'living-wiki:read_only',
  'living-wiki:disk_full',
]);

/** `lint` */
export function declareLint(program: Command, { context, execute }: CommandHost): void {
  common(program.command('lint'))
    .description('Check the wiki for problems and stale claims')
    .option('--lens <name>', 'use this lens (a view of the wiki)')
    .option('--fix', 'propose the safe fixes')
    .option('--apply', 'with --fix: apply them at once')
    .option('--log', 'record this run in _log.md even when nothing changed since the last run, or with --lens')
    .option('--no-log', 'do not record this run')
    .addHelpText(
      'after',
      examples('living-wiki lint', 'living-wiki lint --fix', 'living-wiki lint --lens research-analyst-view --json'),
    )
    .action((options: Parameters<typeof lint>[1]) => execute(lint(context, options)));
}

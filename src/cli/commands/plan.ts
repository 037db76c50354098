import { type Command } from 'commander';
import { WikiError } from '../../base';
import { type PlanChange } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { printJson, printProposalResult } from '../print';
import { printPlan } from '../print-plan';
import { selectModel } from '../select-model';
import { describeCoverage } from './coverage';
import { describeEstimate } from './ingest';

interface PlanOptions extends CommonOptions {
  readonly never?: string;
  readonly merge?: string;
  readonly into?: string;
  readonly own?: string;
  readonly from?: string;
  readonly use?: string;
  readonly reset?: boolean;
  readonly always?: boolean;
}

/** `living-wiki proposals plan ID [--never PAGE | --merge PAGE --into TITLE | --own TITLE [--from PAGE] | --use UNITS | --reset]` */
function plan(context: CommandContext, id: string, options: PlanOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const change = changeOf(options);
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      let shown = id;
      if (change !== null) {
        const always = options.always === true;
        const onEstimate = (estimate: Parameters<typeof describeEstimate>[0]): void => {
          if (options.json !== true) terminal.err(`${describeEstimate(estimate)}\n`);
        };
        const result = await workbench.changePlan(id, { change, always, onEstimate }, run);
        const [proposal] = result.proposals;
        const [failure] = result.failed;
        const problem = failure ?? result.stopped;
        if (problem) {
          const { code, message, remedy } = problem;
          throw new WikiError(code, message, remedy === null ? {} : { remedy });
        }
        if (proposal === undefined) throw nothingPlanned(result.skipped[0]?.reason ?? '');
        shown = proposal.id;
        if (options.json !== true) printProposalResult(terminal, proposal);
      }
      const proposal = await workbench.findProposal(shown);
      const [source] = proposal.changeSet.sources;
      const isWaiting = proposal.state === 'waiting' && source !== undefined;
      const coverage = isWaiting ? await workbench.coverage(source.path, run) : null;
      run.hideProgress();
      if (options.json === true) printJson(terminal, { id: proposal.id, facts: proposal.changeSet.facts, coverage });
      else printPlan(terminal, proposal, coverage && describeCoverage(coverage));
      return EXIT.done;
    },
    change === null ? undefined : selectModel(context),
  );
}

function nothingPlanned(reason: string): WikiError {
  return new WikiError('living-wiki:plan_change_invalid', `The source was not read again. ${reason}`.trim());
}

/** @returns `null` if nothing is to be changed @throws WikiError `living-wiki:plan_change_invalid` */
function changeOf({ never, merge, into, own, from, use, reset }: PlanOptions): PlanChange | null {
  const changes: readonly (PlanChange | null)[] = [
    never === undefined ? null : { kind: 'never', page: never },
    merge === undefined ? null : { kind: 'merge', page: merge, into: into ?? '' },
    own === undefined ? null : { kind: 'own', title: own, ...(from !== undefined && { page: from }) },
    use === undefined ? null : { kind: 'use', units: use },
    reset === true ? { kind: 'reset' } : null,
  ];
  const [change, second] = changes.filter((each) => each !== null);
  if (second === undefined) return change ?? null;
  throw new WikiError('living-wiki:plan_change_invalid', 'A plan is changed one step at a time.', {
    remedy: 'Use one of --never, --merge, --own, --use and --reset.',
  });
}

/** `proposals plan` */
export function declarePlan(proposals: Command, { context, execute }: CommandHost): void {
  common(proposals.command('plan'))
    .description('Show the plan of a proposal, or change it and read the source again')
    .argument('<id>', 'the id of the proposal, or its first characters')
    .option('--never <page>', 'make no page for this; an existing page stays as it is')
    .option('--merge <page>', 'put the text planned for this page on another page (--into)')
    .option('--into <title>', 'the page that --merge puts it on')
    .option('--own <title>', 'make a page with this title')
    .option('--from <page>', 'with --own: take the text planned for this page')
    .option('--use <ranges>', 'use these passages, by number, such as 3,5-8')
    .option('--reset', 'discard what you asked for this source')
    .option('--always', 'keep a decision about a name for every source, in KNOWLEDGE.md')
    .addHelpText(
      'after',
      examples(
        'living-wiki proposals plan 1',
        'living-wiki proposals plan 1 --never table-of-contents --always',
        'living-wiki proposals plan 1 --merge tas --into "Topology Aware Scheduling"',
        'living-wiki proposals plan 1 --own "Storm of 14 March" --from skerry-point-lighthouse',
      ),
    )
    .action((id: string, options: PlanOptions) => execute(plan(context, id, options)));
}

import { type Command } from 'commander';
import { formatCost, type IngestEstimate } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { describeModelCost, printJson, printProposalResult } from '../print';
import { selectModel } from '../select-model';
import { printable } from '../terminal';

/** `living-wiki compose` */
function compose(context: CommandContext, options: CommonOptions & { readonly apply?: boolean }): Promise<ExitStatus> {
  const { terminal } = context;
  const apply = options.apply === true;
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      const onEstimate = ({ model, tokens, money }: IngestEstimate): void => {
        const usage = { ...tokens, cached: 0, estimated: true };
        if (options.json !== true) terminal.err(`${printable(`Asking ${model}: ${formatCost({ usage, money })}.`)}\n`);
      };
      const result = await workbench.composeOverview({ apply, onEstimate }, run);
      run.hideProgress();
      const { proposal, notes, cost } = result;
      const isStuck = proposal !== null && (proposal.blocked || proposal.conflicts.length > 0);
      if (options.json === true) printJson(terminal, result);
      else {
        if (proposal === null) terminal.out(`${printable(notes.join(' '))}\n`);
        else printProposalResult(terminal, proposal);
        if (cost.models.length + cost.reused > 0) terminal.out(`\n${describeModelCost(cost)}\n`);
        if (proposal !== null && !proposal.applied) terminal.out(`Show:  living-wiki proposals show ${proposal.id}\n`);
      }
      return isStuck ? EXIT.findings : EXIT.done;
    },
    selectModel(context, 'model'),
  );
}

/** `compose` */
export function declareCompose(program: Command, { context, execute }: CommandHost): void {
  common(program.command('compose'))
    .description('Have the model write or update the overview, timeline and tables from what the pages already say')
    .option('--apply', 'apply the result at once, except what removes a statement')
    .addHelpText('after', examples('living-wiki compose', 'living-wiki compose --apply'))
    .action((options: Parameters<typeof compose>[1]) => execute(compose(context, options)));
}

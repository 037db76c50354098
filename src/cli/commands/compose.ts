import { type Command } from 'commander';
import { formatCost, type IngestEstimate } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { describeModelCost, printJson, printProposalResult } from '../print';
import { selectModel } from '../select-model';
import { printable } from '../terminal';

interface ComposeOptions extends CommonOptions {
  readonly apply?: boolean;
}

/** `living-wiki compose` */
function compose(context: CommandContext, pages: readonly string[], options: ComposeOptions): Promise<ExitStatus> {
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
      const result = await workbench.compose({ apply, onEstimate, ...(pages.length > 0 && { pages }) }, run);
      run.hideProgress();
      const { proposal: overview, rewritten, notes, cost } = result;
      const proposals = [rewritten, overview].filter((each) => each !== null);
      const isStuck = proposals.some(({ blocked, conflicts }) => blocked || conflicts.length > 0);
      if (options.json === true) printJson(terminal, result);
      else {
        if (proposals.length === 0) terminal.out(`${printable(notes.join(' '))}\n`);
        for (const proposal of proposals) printProposalResult(terminal, proposal);
        if (cost.models.length + cost.reused > 0) terminal.out(`\n${describeModelCost(cost)}\n`);
        for (const { applied, id } of proposals)
          if (!applied) terminal.out(`Show:  living-wiki proposals show ${id}\n`);
      }
      return isStuck ? EXIT.findings : EXIT.done;
    },
    selectModel(context, 'model'),
  );
}

/** `compose` */
export function declareCompose(program: Command, { context, execute }: CommandHost): void {
  common(program.command('compose [page...]'))
    .description(
      'Have the model write pages anew to which several sources were added, or those that you name, and write or update the overview, timeline and tables, from what the pages already say',
    )
    .option('--apply', 'apply the result at once, except what removes a statement')
    .addHelpText(
      'after',
      examples('living-wiki compose', 'living-wiki compose --apply', 'living-wiki compose halden-light'),
    )
    .action((pages: readonly string[], options: ComposeOptions) => execute(compose(context, pages, options)));
}

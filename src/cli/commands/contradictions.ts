import { Argument, type Command } from 'commander';
import { describePlace, type SettledContradiction, type WikiContradiction } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { printJson } from '../print';
import { printProposal } from '../print-proposal';
import { painter, printable, type Terminal } from '../terminal';

const ANSWERS = { first: 'current', second: 'proposed', both: 'both' } as const;
type Answer = keyof typeof ANSWERS;

/** `living-wiki contradictions` */
function listContradictions(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const contradictions = await workbench.contradictions(run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { contradictions });
    else if (contradictions.length === 0) terminal.out('No contradictions.\n');
    else {
      contradictions.forEach((each, at) => printContradiction(terminal, each, at + 1));
      terminal.out('Settle one: living-wiki contradictions settle NUMBER first|second|both\n');
    }
    return EXIT.done;
  });
}

function printContradiction(terminal: Terminal, found: WikiContradiction, number: number): void {
  const paint = painter(terminal);
  const { id, attribute, sides, pages, declaredBy } = found;
  const about = attribute === '' ? 'Two pages disagree' : attribute;
  terminal.out(`${String(number).padStart(2)}  ${paint.bold(printable(about))}  ${paint.dim(id)}\n`);
  for (const [at, side] of (sides ?? []).entries()) {
    const place = describePlace(side.anchor, 'text');
    const from = [side.source ?? 'no source', ...(place === '' ? [] : [place])].join(', ');
    terminal.out(`    ${at === 0 ? 'first ' : 'second'}  “${printable(side.text)}”  ${paint.dim(printable(from))}\n`);
  }
  if (sides === null) terminal.out('    It is unclear which statements conflict. Read both pages.\n');
  terminal.out(`    ${paint.dim(printable(`on ${(pages.length > 0 ? pages : declaredBy).join(', ')}`))}\n`);
}

/** `living-wiki contradictions settle ID first|second|both` */
function settleContradiction(
  context: CommandContext,
  id: string,
  answer: Answer,
  options: CommonOptions,
): Promise<ExitStatus> {
  const { terminal } = context;
  const settled: SettledContradiction = ANSWERS[answer];
  return withWorkbench(context, options, async (workbench, run) => {
    const proposal = await workbench.proposeSettlement(id, settled, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { proposal: proposal?.id ?? null });
    else if (proposal === null) terminal.out('Nothing to change: the pages say so already.\n');
    else printProposal(terminal, proposal, null);
    return EXIT.done;
  });
}

/** `contradictions` */
export function declareContradictions(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('contradictions');
  command.description('List the contradictions between pages, and settle them');
  common(command.command('list', { isDefault: true }))
    .description('List the contradictions that wait for you, with both statements')
    .action((options: CommonOptions) => execute(listContradictions(context, options)));
  common(command.command('settle'))
    .description('Decide which statement is right, and propose the change to the pages')
    .argument('<id>', 'the id of the contradiction, its first characters, or its number in the list')
    .addArgument(new Argument('<answer>', 'which statement is right').choices(Object.keys(ANSWERS)))
    .addHelpText('after', examples('living-wiki contradictions settle 1 second'))
    .action((id: string, answer: Answer, options: CommonOptions) =>
      execute(settleContradiction(context, id, answer, options)),
    );
}

import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { plural } from '../../base';
import {
  applyProposal as applyTo,
  decideNames,
  DROPS_STATEMENTS,
  type Proposal,
  proposalPatch,
  type Workbench,
} from '../../workbench';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { describeCoverage } from './coverage';
import { declarePlan } from './plan';
import { printProposal } from '../print-proposal';
import { printProposalResult, printJson } from '../print';
import { painter, printable } from '../terminal';

/** `living-wiki proposals list` */
async function listProposals(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench) => {
    const proposals = await workbench.proposals();
    if (options.json === true) printJson(terminal, { proposals: proposals.map(summary) });
    else if (proposals.length === 0) terminal.out('No proposals to review.\n');
    else {
      const paint = painter(terminal);
      for (const proposal of proposals) {
        const files = plural(proposal.changeSet.files.length, 'file');
        terminal.out(
          `${paint.cyan(proposal.id)}  ${printable(proposal.changeSet.title)}  ${paint.dim(`${files}, ${proposal.createdAt}`)}\n`,
        );
      }
    }
    return EXIT.done;
  });
}

function summary(proposal: Proposal): object {
  const { id, createdAt, state, changeSet, checks, buildsOn } = proposal;
  return {
    id,
    title: changeSet.title,
    createdAt,
    state,
    source: changeSet.sources[0]?.path ?? null,
    files: changeSet.files.map((edit) => ({ path: edit.path, kind: edit.kind, hunks: edit.hunks.length })),
    findings: { introduced: checks.introduced, fixed: checks.fixed },
    guard: checks.guard,
    buildsOn,
  };
}

/** `living-wiki proposals show ID` */
async function showProposal(
  context: CommandContext,
  id: string,
  options: CommonOptions & { readonly patch?: boolean },
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench) => {
    const proposal = await workbench.findProposal(id);
    if (options.json === true) printJson(terminal, proposal);
    else if (options.patch === true) terminal.out(proposalPatch(proposal));
    else printProposal(terminal, proposal, await coverageOf(workbench, proposal));
    return EXIT.done;
  });
}

/** What a waiting proposal would use of its source; `null` if that is not known. */
async function coverageOf(workbench: Workbench, { state, changeSet }: Proposal): Promise<string | null> {
  const [source, second] = changeSet.sources;
  if (state !== 'waiting' || source === undefined || second !== undefined) return null;
  const found = workbench.snapshot.source(source.path) && (await workbench.coverage(source.path));
  return found ? describeCoverage(found) : null;
}

/** `living-wiki proposals apply ID [--only PATH…] [--leave-out HUNK=REASON]…` */
async function applyProposal(
  context: CommandContext,
  id: string,
  options: CommonOptions & {
    readonly only?: readonly string[];
    readonly unfounded?: boolean;
    readonly drops?: boolean;
    readonly leaveOut?: readonly string[];
    readonly reason?: string;
  },
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const { only, unfounded, drops, leaveOut, reason } = options;
    const request = {
      ...(only && { only }),
      ...(unfounded !== undefined && { unsupported: unfounded }),
      ...(drops !== undefined && { drops }),
      ...(leaveOut && { leaveOut: Object.fromEntries(leaveOut.map(hunkAndReason)) }),
      ...(reason !== undefined && { reason }),
    };
    const { files } = (await workbench.findProposal(id)).changeSet;
    const applied = await applyTo(workbench, id, request, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, applied);
    else {
      printProposalResult(terminal, applied);
      const left =
        countHunks(files.map(({ hunks }) => hunks.length)) - countHunks(applied.files.map(({ hunks }) => hunks));
      if (applied.applied && left > 0) terminal.out(`  ${plural(left, 'change')} not applied\n`);
      if (drops !== true && applied.notes.includes(DROPS_STATEMENTS))
        terminal.out(`Apply it all the same with: living-wiki proposals apply ${applied.id} --drops\n`);
      if (applied.transaction !== null) terminal.out(`Undo it with: living-wiki undo ${applied.transaction}\n`);
    }
    return applied.applied ? EXIT.done : EXIT.findings;
  });
}

const countHunks = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** `HUNK=REASON`, or a hunk alone. */
function hunkAndReason(text: string): readonly [hunk: string, reason: string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1)];
}

/** `living-wiki proposals reject ID --reason TEXT` */
async function rejectProposal(
  context: CommandContext,
  id: string,
  options: CommonOptions & { readonly reason: string; readonly never?: readonly string[] },
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench) => {
    const rejected = await workbench.rejectProposal(id, options.reason);
    const { never = [] } = options;
    if (never.length > 0)
      await decideNames(
        workbench,
        never.map((name) => ({ kind: 'never', name }) as const),
      );
    if (options.json === true) printJson(terminal, summary(rejected));
    else terminal.out(`Proposal ${rejected.id} was rejected; nothing was written.\n`);
    return EXIT.done;
  });
}

/** `proposals` */
export function declareProposals(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('proposals');
  command.description('Review proposed changes');
  common(command.command('list', { isDefault: true }))
    .description('List the proposals that wait for review')
    .action((options: Parameters<typeof listProposals>[1]) => execute(listProposals(context, options)));
  common(command.command('show'))
    .description('Show every change of a proposal with its evidence')
    .argument('<id>', 'the id of the proposal, or its first characters')
    .option('--patch', 'print a unified diff that git can apply')
    .addHelpText(
      'after',
      examples('living-wiki proposals show 1', 'living-wiki proposals show 1 --patch | git apply --check'),
    )
    .action((id: string, options: Parameters<typeof showProposal>[2]) => execute(showProposal(context, id, options)));
  declarePlan(command, { context, execute });
  common(command.command('apply'))
    .description('Apply a proposal, or a part of it')
    .argument('<id>', 'the id of the proposal, or its first characters')
    .option('--only <path...>', 'apply only the changes of these files')
    .option('--unfounded', 'also apply changes whose quote is not in the source')
    .option('--drops', 'also apply changes that remove a statement from a page')
    .option(
      '--leave-out <change=reason>',
      'leave out one change, by the id that "proposals show" prints; repeatable',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .option('--reason <text>', 'why the rest is left out; guides later proposals')
    .addHelpText(
      'after',
      examples(
        'living-wiki proposals apply 1',
        'living-wiki proposals apply 1 --only concepts/retrieval.md',
        'living-wiki proposals apply 1 --leave-out 3f9a="already covered"',
      ),
    )
    .action((id: string, options: Parameters<typeof applyProposal>[2]) => execute(applyProposal(context, id, options)));
  common(command.command('reject'))
    .description('Reject a proposal; the reason guides later proposals')
    .argument('<id>', 'the id of the proposal, or its first characters')
    .requiredOption('--reason <text>', 'why it is rejected')
    .option('--never <name...>', 'names that get no page from now on, in KNOWLEDGE.md')
    .addHelpText('after', examples('living-wiki proposals reject 1 --reason "not a topic of this wiki"'))
    .action((id: string, options: Parameters<typeof rejectProposal>[2]) =>
      execute(rejectProposal(context, id, options)),
    );
}

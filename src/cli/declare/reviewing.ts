import { type Command } from 'commander';
import { explainLens, listLenses, showLens } from '../commands/lens';
import { applyProposal, listProposals, rejectProposal, showProposal } from '../commands/proposals';
import { type CommandContext } from '../context';
import { common, examples, type Set } from './options';

/** `proposals`. */
export function proposalCommands(command: Command, context: CommandContext, set: Set): void {
  command.description('Review what was proposed');
  common(command.command('list', { isDefault: true }))
    .description('List the proposals that wait')
    .action((options: Parameters<typeof listProposals>[1]) => set(listProposals(context, options)));
  common(command.command('show'))
    .description('Show every change of a proposal with its evidence')
    .argument('<id>', 'the proposal, or the beginning of its name')
    .option('--patch', 'print a unified diff that git can apply')
    .addHelpText(
      'after',
      examples('living-wiki proposals show 1', 'living-wiki proposals show 1 --patch | git apply --check'),
    )
    .action((id: string, options: Parameters<typeof showProposal>[2]) => set(showProposal(context, id, options)));
  common(command.command('apply'))
    .description('Write a proposal, or the part of it that is named')
    .argument('<id>', 'the proposal, or the beginning of its name')
    .option('--only <path...>', 'only the changes of these files, without their links to what is left out')
    .option('--unfounded', 'also what rests on a quote that is not in the source')
    .option(
      '--leave-out <change=reason>',
      'leave out one change, by the name that show gives it; may be given again',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .option('--reason <text>', 'why the rest is left out; it steers what is proposed next')
    .addHelpText(
      'after',
      examples(
        'living-wiki proposals apply 1',
        'living-wiki proposals apply 1 --only concepts/retrieval.md',
        'living-wiki proposals apply 1 --leave-out 3f9a="said already"',
      ),
    )
    .action((id: string, options: Parameters<typeof applyProposal>[2]) => set(applyProposal(context, id, options)));
  common(command.command('reject'))
    .description('Decide against a proposal; its reason is kept')
    .argument('<id>', 'the proposal, or the beginning of its name')
    .requiredOption('--reason <text>', 'why')
    .addHelpText('after', examples('living-wiki proposals reject 1 --reason "not a topic of this wiki"'))
    .action((id: string, options: Parameters<typeof rejectProposal>[2]) => set(rejectProposal(context, id, options)));
}

/** `lens`. */
export function lensCommands(command: Command, context: CommandContext, set: Set): void {
  command.description('See the views on the wiki and where their values come from');
  common(command.command('list', { isDefault: true }))
    .description('List the views, refused ones included')
    .action((options: Parameters<typeof listLenses>[1]) => set(listLenses(context, options)));
  common(command.command('show'))
    .description('Show the effective values of a view')
    .argument('<name>', 'the view')
    .addHelpText('after', examples('living-wiki lens show research-analyst-view'))
    .action((name: string, options: Parameters<typeof showLens>[2]) => set(showLens(context, name, options)));
  common(command.command('explain'))
    .description('Say why a field of a view has its value')
    .argument('<name>', 'the view')
    .argument('<field>', 'the field, dotted')
    .addHelpText('after', examples('living-wiki lens explain research-analyst-view curation.tone'))
    .action((name: string, field: string, options: Parameters<typeof explainLens>[3]) =>
      set(explainLens(context, name, field, options)),
    );
}

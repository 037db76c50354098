import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { addRule, ownersRules, removeRule } from '../../workbench';
import { changeManifest } from './manifest-change';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { printable } from '../terminal';

/** `living-wiki rules list` */
function listRules(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, (workbench, run) => {
    const rules = ownersRules(workbench);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { rules });
    else if (rules.length === 0)
      terminal.out('No instructions for the model yet. Add one: living-wiki rules add "…"\n');
    else rules.forEach((rule, at) => terminal.out(`${String(at + 1).padStart(2)}  ${printable(rule)}\n`));
    return Promise.resolve(EXIT.done);
  });
}

/** `rules` */
export function declareRules(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('rules');
  command.description('Manage the instructions that a model gets with every ingest (“rules” in KNOWLEDGE.md)');
  common(command.command('list', { isDefault: true }))
    .description('List the instructions')
    .action((options: CommonOptions) => execute(listRules(context, options)));
  common(command.command('add'))
    .description('Add an instruction')
    .argument('<rule...>', 'one sentence')
    .addHelpText('after', examples('living-wiki rules add "Persons get no page of their own."'))
    .action((words: string[], options: CommonOptions) =>
      execute(changeManifest(context, options, (workbench) => addRule(workbench, words.join(' ')))),
    );
  common(command.command('remove'))
    .description('Remove an instruction')
    .argument('<rule>', 'its number in the list, or its words')
    .addHelpText('after', examples('living-wiki rules remove 2'))
    .action((rule: string, options: CommonOptions) =>
      execute(changeManifest(context, options, (workbench) => removeRule(workbench, rule))),
    );
}

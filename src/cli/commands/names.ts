import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { type NameDecision, decideNames, decidedNames, forgetName } from '../../workbench';
import { changeManifest } from './manifest-change';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { painter, printable, type Terminal } from '../terminal';

/** `living-wiki names list` */
function listNames(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, (workbench, run) => {
    const names = decidedNames(workbench);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { names });
    else if (names.length === 0)
      terminal.out('No decisions about names yet. Make one: living-wiki names never|always|same|rename\n');
    else for (const decision of names) printName(terminal, decision);
    return Promise.resolve(EXIT.done);
  });
}

function printName(terminal: Terminal, decision: NameDecision): void {
  const paint = painter(terminal);
  const name = printable(decision.name);
  if (decision.kind === 'never' || decision.kind === 'always') terminal.out(`${decision.kind.padEnd(8)}${name}\n`);
  else if (decision.kind === 'same') terminal.out(`same    ${name} ${paint.dim('is')} ${printable(decision.as)}\n`);
  else terminal.out(`rename  ${name} ${paint.dim('to')} ${printable(decision.to)}\n`);
}

/** `names` */
export function declareNames(program: Command, { context, execute }: CommandHost): void {
  const decide = (options: CommonOptions, decision: NameDecision): Promise<void> =>
    execute(changeManifest(context, options, (workbench) => decideNames(workbench, [decision])));
  const command = program.command('names');
  command.description('Decide which names get a page, get none, mean the same, or have another title');
  common(command.command('list', { isDefault: true }))
    .description('List your decisions about names')
    .action((options: CommonOptions) => execute(listNames(context, options)));
  common(command.command('never'))
    .description('Never make a page for a name')
    .argument('<name>', 'the name')
    .addHelpText('after', examples('living-wiki names never "Table of contents"'))
    .action((name: string, options: CommonOptions) => decide(options, { kind: 'never', name }));
  common(command.command('always'))
    .description('Make a page for a name as soon as a source says something about it')
    .argument('<name>', 'the name')
    .addHelpText('after', examples('living-wiki names always "Harbour Trust"'))
    .action((name: string, options: CommonOptions) => decide(options, { kind: 'always', name }));
  common(command.command('same'))
    .description('Treat a name as another name of a subject')
    .argument('<name>', 'the name')
    .argument('<as>', 'the name of the subject')
    .addHelpText('after', examples('living-wiki names same TAS "Topology Aware Scheduling"'))
    .action((name: string, as: string, options: CommonOptions) => decide(options, { kind: 'same', name, as }));
  common(command.command('rename'))
    .description('Give the page of a name another title')
    .argument('<name>', 'the name as sources write it')
    .argument('<to>', 'the title')
    .addHelpText('after', examples('living-wiki names rename teams "Team memory"'))
    .action((name: string, to: string, options: CommonOptions) => decide(options, { kind: 'rename', name, to }));
  common(command.command('forget'))
    .description('Forget what was decided about a name')
    .argument('<name>', 'the name')
    .addHelpText('after', examples('living-wiki names forget TAS'))
    .action((name: string, options: CommonOptions) =>
      execute(changeManifest(context, options, (workbench) => forgetName(workbench, name))),
    );
}

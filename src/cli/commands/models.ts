import { type Command } from 'commander';
import { json, type CommandHost } from '../options';
import { plural } from '../../base';
import { formatMoney, listServerModels, testModelServer, type ModelServer } from '../../workbench';
import { type CommandContext } from '../context';
import { nodeRandom, loadModelConfig, createNodeModelHost } from '../../node';
import { EXIT, type ExitStatus } from '../exit';
import { describeModelCost, printJson } from '../print';
import { painter, printable, terminalRun, type TerminalRun } from '../terminal';
import { reportConfigProblems } from './config';

interface ModelsOptions {
  readonly json?: boolean;
}

async function withServer<T>(
  context: CommandContext,
  { json }: ModelsOptions,
  work: (server: ModelServer, run: TerminalRun) => Promise<T>,
): Promise<T> {
  const config = loadModelConfig(context, nodeRandom);
  reportConfigProblems(context, config);
  const run = terminalRun(context.terminal, context.signal, json === true);
  try {
    const host = createNodeModelHost(context, config.settings);
    return await work({ ...host, clock: context.clock, random: nodeRandom }, run);
  } finally {
    run.hideProgress();
  }
}

/** `living-wiki models list` */
async function listModels(context: CommandContext, options: ModelsOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const models = await withServer(context, options, listServerModels);
  if (options.json === true) {
    printJson(terminal, { models });
    return EXIT.done;
  }
  const paint = painter(terminal);
  for (const { id, context: takes, pictures, price } of models) {
    const facts = [
      ...(takes === null ? [] : [`${takes.toString()} tokens`]),
      ...(pictures === true ? ['accepts pictures'] : []),
      ...(price === null ? [] : [`${money(price.input)} in, ${money(price.output)} out per million tokens`]),
    ];
    terminal.out(`${printable(id)}${facts.length === 0 ? '' : paint.dim(`  ${facts.join(', ')}`)}\n`);
  }
  terminal.out(`\n${plural(models.length, 'model')}. Choose one: living-wiki config set model NAME\n`);
  return EXIT.done;
}

const money = (amount: number): string => formatMoney({ amount, currency: 'USD' });

/** `living-wiki models test` */
async function testModel(context: CommandContext, options: ModelsOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const { ok, message, remedy, code, warnings, cost } = await withServer(context, options, testModelServer);
  const exit = ok ? EXIT.done : EXIT.findings;
  if (options.json === true) {
    printJson(terminal, { ok, message, remedy, code, warnings, cost });
    return exit;
  }
  const paint = painter(terminal);
  const say = (line: string): void => (ok ? terminal.out(`${line}\n`) : terminal.err(`${line}\n`));
  for (const warning of warnings) terminal.err(`${paint.yellow('!')} ${printable(warning)}\n`);
  say(`${ok ? paint.green('✓') : paint.red('✗')} ${printable(message)}`);
  if (remedy !== null) say(`  ${printable(remedy)}`);
  if (code !== null) say(`  ${paint.dim(code)}`);
  if (cost.models.length > 0) say(`  ${paint.dim(describeModelCost(cost))}`);
  return exit;
}

/** `models` */
export function declareModels(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('models');
  command.description('List the models of the server and test the chosen one');
  json(command.command('list', { isDefault: true }))
    .description('List the models that the server offers')
    .action((options: Parameters<typeof listModels>[1]) => execute(listModels(context, options)));
  json(command.command('test'))
    .description('Ask the chosen model two short questions and report problems')
    .action((options: Parameters<typeof testModel>[1]) => execute(testModel(context, options)));
}

import { describeMoney, offeredModels, tryModel } from '../../workbench';
import type { ServerLook } from '../../workbench';
import { nodeRandom } from '../context';
import type { Context } from '../context';
import { EXIT } from '../exit';
import type { ExitStatus } from '../exit';
import { modelConfig, nodeModelHost } from '../model-config';
import { count, describeModelCost, printJson } from '../print';
import { painter, printable, terminalRun } from '../terminal';
import type { TerminalRun } from '../terminal';
import { tellOf } from './config';

interface ModelsOptions {
  readonly json?: boolean;
}

async function look<T>(
  context: Context,
  { json }: ModelsOptions,
  work: (server: ServerLook, run: TerminalRun) => Promise<T>,
): Promise<T> {
  const config = modelConfig(context, nodeRandom);
  tellOf(context, config);
  const run = terminalRun(context.terminal, context.signal, json === true);
  try {
    const host = nodeModelHost(context, config.settings);
    return await work({ ...host, clock: context.clock, random: nodeRandom }, run);
  } finally {
    run.stop();
  }
}

/** `living-wiki models list` */
export async function listOffered(context: Context, options: ModelsOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const models = await look(context, options, offeredModels);
  if (options.json === true) {
    printJson(terminal, { models });
    return EXIT.done;
  }
  const paint = painter(terminal);
  for (const { id, context: takes, pictures, price } of models) {
    const facts = [
      ...(takes === null ? [] : [`${takes.toString()} tokens`]),
      ...(pictures === true ? ['takes pictures'] : []),
      ...(price === null ? [] : [`${money(price.input)} in, ${money(price.output)} out for a million tokens`]),
    ];
    terminal.out(`${printable(id)}${facts.length === 0 ? '' : paint.dim(`  ${facts.join(', ')}`)}\n`);
  }
  terminal.out(`\n${count(models.length, 'model')}. Choose one: living-wiki config set model NAME\n`);
  return EXIT.done;
}

const money = (amount: number): string => describeMoney({ amount, currency: 'USD' });

/** `living-wiki models test` */
export async function testModel(context: Context, options: ModelsOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const { ok, message, remedy, code, warnings, cost } = await look(context, options, tryModel);
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

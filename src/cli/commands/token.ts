import { InvalidArgumentError, Option, type Command } from 'commander';
import { type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { withServer } from '../from-server';
import { collect, dateOption, examples, json, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable } from '../terminal';

interface TokenOptions {
  readonly config: string;
  readonly json?: boolean;
}

interface NewTokenOptions extends TokenOptions {
  readonly name: string;
  readonly role: 'metrics' | 'read' | 'propose' | 'review';
  readonly wiki: readonly string[];
  readonly expires?: number;
}

/** `living-wiki token new` */
async function newToken(context: CommandContext, options: NewTokenOptions): Promise<ExitStatus> {
  const { terminal, clock, env = {} } = context;
  const { config, name, role, wiki: wikis, expires } = options;
  await withServer((server) => {
    const settings = server.readServerConfig(config, env);
    const unknown = wikis.find((wiki) => wiki !== '*' && !settings.wikis.some((each) => each.name === wiki));
    if (unknown !== undefined) throw new InvalidArgumentError(`The configuration has no wiki "${unknown}".`);
    const ends = expires === undefined ? null : new Date(expires).toISOString();
    const token = new server.TokenFile(settings.tokens, clock).make({ name, role, wikis, expires: ends });
    if (options.json === true) printJson(terminal, { token, name, role, wikis, expires: ends });
    else {
      terminal.out(`${token}\n`);
      terminal.err('The token is shown only once. Store it where its owner stores passwords.\n');
    }
  });
  return EXIT.done;
}

/** `living-wiki token list` */
async function listTokens(context: CommandContext, { config, json: asJson }: TokenOptions): Promise<ExitStatus> {
  const { terminal, clock, env = {} } = context;
  await withServer((server) => {
    const tokens = new server.TokenFile(server.readServerConfig(config, env).tokens, clock).list();
    if (asJson === true) printJson(terminal, { tokens });
    else if (tokens.length === 0) terminal.out('There are no tokens.\n');
    const paint = painter(terminal);
    for (const { token, name, role, wikis, expires } of asJson === true ? [] : tokens) {
      const until = expires === null ? '' : endOf(expires, clock.now());
      terminal.out(`${paint.cyan(token)}  ${printable(name)}  ${paint.dim(`${role}: ${wikis.join(', ')}${until}`)}\n`);
    }
  });
  return EXIT.done;
}

function endOf(expires: string, now: number): string {
  return Date.parse(expires) <= now ? ', expired' : `, until ${expires.slice(0, 10)}`;
}

/** `living-wiki token remove ID` */
async function removeToken(
  context: CommandContext,
  id: string,
  { config, json: asJson }: TokenOptions,
): Promise<ExitStatus> {
  const { terminal, clock, env = {} } = context;
  const isRemoved = await withServer((server) =>
    new server.TokenFile(server.readServerConfig(config, env).tokens, clock).remove(id),
  );
  if (asJson === true) printJson(terminal, { removed: isRemoved });
  else if (isRemoved) terminal.out('The token was removed. A server that runs refuses it within a second.\n');
  else terminal.err('There is no such token.\n');
  return isRemoved ? EXIT.done : EXIT.findings;
}

/** `token` */
export function declareToken(program: Command, { context, execute }: CommandHost): void {
  const command = program
    .command('token')
    .description('Make, list and remove the tokens that give people and agents access to a server');
  const ofServer = (name: string, settings = {}): Command =>
    json(command.command(name, settings)).requiredOption('--config <file>', 'the configuration of the server');
  ofServer('new')
    .description('Make a token. It is shown once; the server keeps a hash of it')
    .requiredOption('--name <text>', 'whose token it is, for your list')
    .addOption(
      new Option(
        '--role <role>',
        'what it may do: read; propose (and read); review (and propose and read); or metrics, which reads figures only',
      )
        .choices(['read', 'propose', 'review', 'metrics'])
        .makeOptionMandatory(),
    )
    .requiredOption('--wiki <name>', 'a wiki that it may see; repeatable; "*" for all', collect)
    .option('--expires <date>', 'the day on which it ends, such as 2027-01-31 (in UTC)', dateOption)
    .addHelpText(
      'after',
      examples('living-wiki token new --config server.yaml --name ada --role review --wiki handbook'),
    )
    .action((options: NewTokenOptions) => execute(newToken(context, options)));
  ofServer('list', { isDefault: true })
    .description('List the tokens, without their secrets')
    .action((options: TokenOptions) => execute(listTokens(context, options)));
  ofServer('remove')
    .description('Remove a token')
    .argument('<id>', 'the id that the list shows')
    .action((id: string, options: TokenOptions) => execute(removeToken(context, id, options)));
}

import { type Command } from 'commander';
import { type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { withServer } from '../from-server';
import { examples, type CommandHost } from '../options';
import { printable } from '../terminal';

interface ServeOptions {
  readonly config: string;
}

/** `living-wiki serve --config FILE` */
async function serve(context: CommandContext, { config }: ServeOptions): Promise<ExitStatus> {
  const { terminal, clock, signal, env = {} } = context;
  await withServer(async (server) => {
    const settings = server.readServerConfig(config, env);
    await server.serve(settings, {
      environment: context,
      log: server.createLog(
        (line) => terminal.out(line),
        () => clock.now(),
      ),
      signal,
      onReady: (address) => terminal.err(`Serving on ${printable(address)}. Stop with Ctrl-C.\n`),
    });
  });
  return EXIT.done;
}

/** `serve` */
export function declareServe(program: Command, { context, execute }: CommandHost): void {
  program
    .command('serve')
    .description('Serve wikis to a team: over HTTP, and to agents over the Model Context Protocol')
    .requiredOption('--config <file>', 'the configuration of the server (docs/server.md)')
    .addHelpText('after', examples('living-wiki serve --config server.yaml'))
    .action((options: ServeOptions) => execute(serve(context, options)));
}

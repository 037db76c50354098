import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { selectEmbedder, selectModel } from '../select-model';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';

/** `living-wiki mcp`: speaks the protocol on standard input and output until the other side hangs up. */
export async function mcp(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  // Only who serves needs the protocol.
  const [{ createMcpServer }, { StdioServerTransport }] = await Promise.all([
    import('../mcp/server'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ]);
  const model = selectModel(context);
  return withWorkbench(
    context,
    { ...options, json: true },
    async (workbench, run) => {
      const server = createMcpServer(workbench, run);
      const transport = new StdioServerTransport();
      await new Promise<void>((resolve, reject) => {
        const end = (): void => void server.close().then(resolve, reject);
        server.server.onclose = resolve;
        process.stdin.once('end', end);
        context.signal.addEventListener('abort', end, { once: true });
        server.connect(transport).catch(reject);
      });
      return EXIT.done;
    },
    model,
    model ?? selectEmbedder(context),
  );
}

/** `mcp` */
export function declareMcp(program: Command, { context, execute }: CommandHost): void {
  common(program.command('mcp'))
    .description('Serve the wiki to other agents (Model Context Protocol, over standard input and output)')
    .addHelpText('after', examples('living-wiki mcp --wiki my-wiki'))
    .action((options: Parameters<typeof mcp>[1]) => execute(mcp(context, options)));
}

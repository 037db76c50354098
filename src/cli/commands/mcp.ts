import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { selectEmbedder, selectModel } from '../select-model';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { createNodeVault, version } from '../../node';
import { readDigest } from '../../workbench';
import { EXIT, type ExitStatus } from '../exit';

/** Longer than any valid request, and shorter than the limit of the protocol library. */
const MAX_REQUEST_BYTES = 4_000_000;
const TOO_LONG = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: `The request is longer than ${MAX_REQUEST_BYTES} bytes.` },
};

/** `living-wiki mcp`: serves the protocol on standard input and output until the client closes them. */
async function mcp(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  // Only this command needs the protocol.
  const [{ createMcpServer }, { BoundedLines }, { StdioServerTransport }] = await Promise.all([
    import('../../mcp'),
    import('../bounded-lines'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ]);
  const model = selectModel(context);
  return withWorkbench(
    context,
    { ...options, json: true },
    async (workbench, run, located) => {
      const server = createMcpServer(workbench, run, {
        version: version(),
        digest: () => readDigest(createNodeVault(located.vault)),
      });
      // The id was in the request that was dropped, so the answer has none.
      const lines = new BoundedLines(MAX_REQUEST_BYTES, () => context.terminal.out(`${JSON.stringify(TOO_LONG)}\n`));
      const transport = new StdioServerTransport(process.stdin.pipe(lines));
      await new Promise<void>((resolve, reject) => {
        const end = (): void => void server.close().then(resolve, reject);
        server.server.onclose = resolve;
        lines.once('end', end);
        context.signal.addEventListener('abort', end, { once: true });
        server.connect(transport).catch(reject);
      });
      process.stdin.unpipe(lines).pause();
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

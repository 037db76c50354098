import { type StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as z from 'zod/mini';
import { createMcpServer, TOOLS, type ToolName } from '../../mcp';
import { version } from '../../node';
import { WikiError } from '../../workbench';
import { failureOf } from '../http/errors';
import { route, STREAMED } from '../http/route';
import { includesRole, type Access } from '../tokens';
import { queueSources } from './jobs';

/** The wiki for other agents: the tools and pages that `living-wiki mcp` gives, as far as the token reaches. */
export const mcpRoutes = [
  route({
    method: 'POST',
    path: '/mcp',
    role: 'read',
    id: 'mcp',
    summary: 'The Model Context Protocol over streamable HTTP, without sessions.',
    body: z.union([z.looseObject({}), z.array(z.looseObject({})).check(z.maxLength(20))]),
    answer: 'mcp',
    handle: async ({ wiki, access, body, run, lasting, raw: { request, response } }) => {
      const { StreamableHTTPServerTransport: Transport } =
        await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
      const workbench = await wiki.current(run);
      const server = createMcpServer(workbench, run, {
        version: version(),
        offers: (tool) => offersTool(access, tool),
        refresh: async () => {
          await wiki.current(run);
        },
        enqueue: (request) => queueSources(wiki, request, lasting),
        tells: (error) => failureOf(error).body.error,
        ...wiki.lensFor(undefined),
      });
      // Each request has a server of its own, so that no answer reaches another caller.
      const transport: StreamableHTTPServerTransport = new Transport({ enableJsonResponse: true });
      response.once('close', () => void transport.close());
      try {
        await server.connect(transport);
        await transport.handleRequest(request, response, body);
      } catch (error) {
        if (response.headersSent) return STREAMED;
        throw new WikiError('living-wiki:unexpected', 'The request could not be answered.', { cause: error });
      }
      return STREAMED;
    },
  }),
];

/** Whether a tool exists for a caller. */
function offersTool({ role }: Access, tool: ToolName): boolean {
  return includesRole(role, TOOLS[tool] === 'propose' ? 'propose' : 'read');
}

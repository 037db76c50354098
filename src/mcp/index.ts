/**
 * mcp: a wiki for other agents over the Model Context Protocol, whatever carries it.
 *
 * Promises: nothing that is offered writes a page; what pages say is data; errors have the code and the remedy that a person sees.
 */
export { TOOLS, type ToolName } from './add-tool';
export { createMcpServer } from './server';

import type * as z from 'zod/mini';
import { type Run } from '../workbench';

/** Every tool, with what it does: `read` changes nothing, `ask` spends, `propose` leaves a proposal for a person. */
export const TOOLS = {
  search: 'read',
  search_sources: 'read',
  read_page: 'read',
  ask: 'ask',
  lint: 'read',
  status: 'read',
  propose_ingest: 'propose',
  list_packs: 'read',
  activate_pack: 'read',
  resolve_context: 'read',
  list_units: 'read',
  read_unit: 'read',
} as const;

export type ToolName = keyof typeof TOOLS;

/** Adds a tool to the server. @param does answers a call with text, or with what is sent as JSON */
export type AddTool = <Shape extends Record<string, z.ZodMiniType>>(
  name: ToolName,
  description: string,
  inputSchema: Shape,
  does: (args: z.infer<z.ZodMiniObject<Shape>>, run: Run) => Promise<unknown>,
) => void;

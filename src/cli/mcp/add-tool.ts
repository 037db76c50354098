import type * as z from 'zod/mini';
import { type Run } from '../../workbench';

/** Adds a tool to the server. @param does answers a call with text, or with what is sent as JSON */
export type AddTool = <Shape extends Record<string, z.ZodMiniType>>(
  name: string,
  description: string,
  inputSchema: Shape,
  does: (args: z.infer<z.ZodMiniObject<Shape>>, run: Run) => Promise<unknown>,
) => void;

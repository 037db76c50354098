import { type IncomingMessage, type ServerResponse } from 'node:http';
import type * as z from 'zod/mini';
import { type Run } from '../../workbench';
import { type Access, type Role } from '../tokens';
import { type WikiHost } from '../wiki-host';

/** The names in braces of an address. */
export type Params = Readonly<Record<string, string>>;

/** A request that was let in and whose parts are valid. */
interface WikiRequest<Query, Body> {
  readonly wiki: WikiHost;
  readonly access: Access;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Ends when the caller goes away, or the server stops. */
  readonly run: Run;
  /** Ends when the server stops: for what must not be left half done because somebody closes a window. */
  readonly lasting: Run;
  readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
}

/** `STREAMED`: the handler has written the answer itself. */
export const STREAMED: unique symbol = Symbol('streamed');

/** One operation on a wiki. The same list makes the routes, the checks of access and the OpenAPI document. */
export interface WikiRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/api/v1/wikis/{wiki}`, with names in braces. */
  readonly path: string;
  readonly role: Exclude<Role, 'metrics'>;
  readonly id: string;
  readonly summary: string;
  readonly query: z.ZodMiniType | null;
  readonly body: z.ZodMiniType | 'bytes' | null;
  readonly status: number;
  readonly answer: z.ZodMiniType | 'events' | 'mcp';
  handle(request: WikiRequest<unknown, unknown>): Promise<unknown>;
}

type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : null;

/** Declares a route; the types of the query and the body follow from their schemas. */
export function route<
  Query extends z.ZodMiniType | null = null,
  Body extends z.ZodMiniType | 'bytes' | null = null,
>(declared: {
  readonly method: WikiRoute['method'];
  readonly path: string;
  readonly role: WikiRoute['role'];
  readonly id: string;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  readonly status?: number;
  readonly answer: WikiRoute['answer'];
  readonly handle: (request: WikiRequest<Parsed<Query>, Parsed<Body>>) => Promise<unknown>;
}): WikiRoute {
  const { query = null, body = null, status = 200, handle } = declared;
  // The parts were parsed by these very schemas.
  return { ...declared, query, body, status, handle: (request) => handle(request as never) };
}

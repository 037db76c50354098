import * as z from 'zod/mini';
import { version } from '../../node';
import { failure } from '../routes/shapes';
import { type ServerConfig } from '../config';
import { type WikiRoute } from './route';

type Json = Readonly<Record<string, unknown>>;

/** Describes every route, from the very schemas that check requests. Source: OpenAPI 3.1. */
export function openApi(routes: readonly WikiRoute[], { limits }: Pick<ServerConfig, 'limits'>): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const add = (path: string, method: string, operation: Json): void => {
    paths[path] = { ...paths[path], [method]: operation };
  };
  for (const declared of routes) {
    add(`/api/v1/wikis/{wiki}${declared.path}`, declared.method.toLowerCase(), operationOf(declared, limits.upload));
  }
  for (const { path, ...operation } of OWN) add(path, 'get', operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Living Wiki',
      version: version(),
      description: 'What a token may not see is answered like what does not exist: 404.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: { failure: { description: 'Why it failed.', content: jsonContent(schemaOf(failure(), 'output')) } },
    },
  };
}

function operationOf({ id, summary, path, role, query, body, status, answer }: WikiRoute, upload: number): Json {
  const names = ['wiki', ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')];
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    operationId: id,
    summary,
    description: `Needs the role "${role}".`,
    parameters: [...inPath, ...(query === null ? [] : queryParameters(query))],
    ...(body !== null && {
      requestBody: {
        required: true,
        content:
          body === 'bytes'
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: upload } } }
            : jsonContent(schemaOf(body, 'input')),
      },
    }),
    responses: { [status]: responseOf(answer), default: { $ref: '#/components/responses/failure' } },
  };
}

function responseOf(answer: WikiRoute['answer']): Json {
  if (answer === 'events') {
    return { description: 'Server-sent events.', content: { 'text/event-stream': { schema: { type: 'string' } } } };
  }
  if (answer === 'mcp') return { description: 'An answer of the protocol.', content: jsonContent({ type: 'object' }) };
  return { description: 'Done.', content: jsonContent(schemaOf(answer, 'output')) };
}

function queryParameters(query: z.ZodMiniType): readonly Json[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

const said = (description: string, schema: Json = { type: 'object' }): Json => ({
  responses: { 200: { description, content: jsonContent(schema) } },
});

const OWN: readonly (Json & { readonly path: string })[] = [
  {
    path: '/health',
    operationId: 'health',
    summary: 'Whether the process answers.',
    security: [],
    ...said('It does.'),
  },
  {
    path: '/ready',
    operationId: 'ready',
    summary: 'Whether the server can work: 503 while it stops, or its database does not answer.',
    security: [],
    ...said('It can.'),
  },
  {
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Figures for Prometheus, of the wikis of a token with the role "metrics".',
    responses: { 200: { description: 'Text.', content: { 'text/plain': { schema: { type: 'string' } } } } },
  },
  {
    path: '/api/openapi.json',
    operationId: 'openapi',
    summary: 'This document.',
    security: [],
    ...said('The document.'),
  },
  {
    path: '/api/v1/wikis',
    operationId: 'listWikis',
    summary: 'The wikis that the token may see.',
    ...said('Names and titles.'),
  },
];

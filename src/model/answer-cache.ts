import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { type Run } from '../base';
import { MARKER_PATTERN } from './fence';
import { readAnswerValue } from './repair';
import { NO_USAGE } from './tokens';
import { type LanguageModel, type ModelAnswer, type ModelRequest } from './types';

/** The host's storage for answers. Keys are 64 hexadecimal digits; entries may disappear at any time. */
export interface AnswerCache {
  get(key: string): Promise<string | null>;
  put(key: string, text: string): Promise<void>;
}

const VERSION = 1;

const stored = z.lazy(() =>
  z.object({
    version: z.literal(VERSION),
    model: z.string(),
    text: z.string(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  }),
);

/**
 * The cache key of a request: SHA-256 of everything that can change its answer, in a canonical form (keys sorted, pictures by
 * their hash, markers of fences numbered in order).
 *
 * @param identity identity of the model
 * @returns 64 hexadecimal digits
 */
export function requestKey(identity: string, request: ModelRequest<unknown>): string {
  const { messages, tools = [], schema, asText = false, maxOutputTokens = null, temperature = null } = request;
  const form = canonicalJson({
    version: VERSION,
    identity,
    messages,
    tools,
    schema: schema === undefined ? null : { name: schema.name, json: schema.json },
    ...(asText && schema?.layout !== undefined ? { layout: schema.layout.instructions } : {}),
    maxOutputTokens,
    temperature,
  });
  return sha256Hex(new TextEncoder().encode(normaliseMarkers(form)));
}

const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** Replaces each marker by its number in order of appearance. */
export function normaliseMarkers(text: string): string {
  const order = new Map<string, number>();
  return text.replace(MARKER_PATTERN, (marker) => {
    const at = order.get(marker) ?? order.size + 1;
    order.set(marker, at);
    return `untrusted-#${at}`;
  });
}

/** JSON with sorted keys, and bytes as their hash. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof Uint8Array) return `sha256:${sha256Hex(each)}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(each).sort()) sorted[key] = (each as Record<string, unknown>)[key];
    return sorted;
  });
}

/**
 * Adds a cache to a model, so that an answer is never paid for twice. Only accepted answers are stored; an entry that is
 * unreadable or does not fit the schema is requested again. Wrap a model with its fallback, so that both share the cache.
 */
export function withAnswerCache(model: LanguageModel, cache: AnswerCache): LanguageModel {
  return {
    name: model.name,
    identity: model.identity,
    async ask<T>(request: ModelRequest<T>, run: Run): Promise<ModelAnswer<T>> {
      const key = requestKey(model.identity, request);
      const known = readStored(await cache.get(key), request);
      if (known !== null) {
        if (known.text !== '') request.listener?.text(known.text);
        return known;
      }
      const answer = await model.ask(request, run);
      const { text, toolCalls } = answer;
      await cache.put(key, JSON.stringify({ version: VERSION, model: answer.model, text, toolCalls }));
      return answer;
    },
  };
}

function readStored<T>(text: string | null, { schema }: ModelRequest<T>): ModelAnswer<T> | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const entry = stored.safeParse(value);
  if (!entry.success) return null;
  const { model, text: answerText, toolCalls } = entry.data;
  const shared = { text: answerText, toolCalls, model, calls: [], usage: NO_USAGE, cached: true };
  if (schema === undefined || toolCalls.length > 0) return { ...shared, data: undefined as T };
  const json = readAnswerValue(answerText, schema);
  const checked = json.ok ? schema.validate(json.value) : null;
  return checked?.ok === true ? { ...shared, data: checked.data } : null;
}

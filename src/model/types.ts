import { type JsonObject, type JsonValue, type Run } from '../base';

/** The host's network, with the interface of `fetch`. The global `fetch` is never used. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The host's timer, so that tests need not wait. */
export interface Timer {
  /** Waits `ms` milliseconds, or until `signal` is aborted. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

interface TextContentPart {
  readonly type: 'text';
  readonly text: string;
}

interface ImagePart {
  readonly type: 'image';
  /** `image/png`, `image/jpeg`, `image/webp` or `image/gif`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export type ContentPart = TextContentPart | ImagePart;

/** A tool call that the model asked for. `arguments` is text that should be JSON and often is not. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly content: string | readonly ContentPart[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

/** The description of a tool for the model. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
}

export type Validation<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly problems: readonly string[] };

/**
 * An answer as lines of text. Long Markdown needs no escaping in it, it takes fewer tokens than JSON, and servers that know no JSON
 * Schema can be asked for it.
 */
export interface AnswerLayout {
  /** What the model is told, at the end of the prompt. */
  readonly instructions: string;
  /** The value for `validate`; why there is none, in one sentence, if the text has another layout. */
  readonly read: (text: string) => ReadLayout;
}

export type ReadLayout =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/** The shape of an answer. The server gets it as JSON Schema; every answer is checked here as well. */
export interface AnswerSchema<T> {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly json: JsonObject;
  /** Returns typed data, or the problems, one sentence each; the model is shown the problems when it is asked again. */
  readonly validate: (value: unknown) => Validation<T>;
  /** The same as lines of text: asked for with `asText`, and where the server takes no JSON Schema. JSON is read all the same. */
  readonly layout?: AnswerLayout;
}

/** Receives an answer while it is written. */
export interface AnswerListener {
  text(delta: string): void;
  /** Discard the text so far: the model is asked again. */
  restart(reason: string): void;
}

export interface ModelRequest<T = undefined> {
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly schema?: AnswerSchema<T>;
  /** Ask for the layout of `schema`, if it has one, also where the server takes a JSON Schema. */
  readonly asText?: boolean;
  /** Most tokens in the answer. Default: the server's limit. */
  readonly maxOutputTokens?: number;
  /** 0 to 2. Default: the server's. */
  readonly temperature?: number;
  readonly listener?: AnswerListener;
}

/** Tokens that a call used. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  /** The part of `input` that the provider had in its cache. */
  readonly cached: number;
  /** The server did not report usage, and the numbers are an estimate. */
  readonly estimated: boolean;
  /** Length of a transcribed recording. Most providers charge for it instead of tokens. */
  readonly seconds?: number;
}

/** One call to a model and how it ended. */
export interface CallRecord {
  readonly model: string;
  /** `answered`, or the code of the error. */
  readonly outcome: string;
  /** The reason for a failure; empty for an accepted answer. */
  readonly note: string;
  readonly usage: Usage;
}

export interface ModelAnswer<T = undefined> {
  /** As the model wrote it, without its thinking. */
  readonly text: string;
  /** The data that `schema` read; `undefined` without a schema or when the model asks for tools. */
  readonly data: T;
  readonly toolCalls: readonly ToolCall[];
  /** The model that answered. */
  readonly model: string;
  /** All calls made for this answer, in order, including retries and the failed calls before a fallback. */
  readonly calls: readonly CallRecord[];
  /** The sum over `calls`. */
  readonly usage: Usage;
  /** The answer came from the cache, without a call. */
  readonly cached: boolean;
}

/** What a server can do; `null` means not tried yet. */
export interface Capabilities {
  readonly structured: 'json_schema' | 'json_object' | 'text' | null;
  readonly tools: boolean | null;
  readonly streaming: boolean | null;
  /** Reports usage at the end of a stream. */
  readonly streamUsage: boolean | null;
  readonly temperature: boolean | null;
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens' | 'none' | null;
  readonly pictures: boolean | null;
  readonly transcription: boolean | null;
}

/** Stores what servers can do. The key names endpoint and model and contains no secret. */
export interface CapabilityStore {
  get(key: string): Promise<JsonValue | undefined>;
  set(key: string, value: JsonValue): Promise<void>;
}

/** The port: one question, one answer. */
export interface LanguageModel {
  /** The model's name, for people. */
  readonly name: string;
  /** Endpoint and model, without secrets. Part of the key of a cached answer. */
  readonly identity: string;
  /**
   * @returns the answer; with tool calls instead of text when the model asks for tools
   * @throws ModelError with one of {@link ModelErrorCode}; WikiError `living-wiki:cancelled`
   */
  ask<T = undefined>(request: ModelRequest<T>, run: Run): Promise<ModelAnswer<T>>;
}

/** A piece of a transcript; times in seconds from the start. */
export interface TranscriptSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Transcript {
  readonly text: string;
  /** Empty if the server gives no times. */
  readonly segments: readonly TranscriptSegment[];
  readonly language: string | null;
  /** Seconds; `null` if the server does not say. */
  readonly duration: number | null;
  readonly model: string;
  /** Seconds, and tokens if the server counts them. */
  readonly usage: Usage;
}

/** A model that also transcribes recordings and knows what its server can do. */
export interface EndpointModel extends LanguageModel {
  /**
   * @param bytes a recording in a format that the server accepts (mp3, m4a, wav, ogg, webm, flac)
   * @param name the file name; its extension gives the format
   * @throws ModelError `living-wiki:model_no_transcription` if the endpoint cannot transcribe, and the codes of `ask`
   */
  transcribe(bytes: Uint8Array, name: string, run: Run): Promise<Transcript>;
  /** What is known so far, without a call. */
  capabilities(): Promise<Capabilities>;
}

export type ModelErrorCode =
  | 'living-wiki:model_address_invalid'
  | 'living-wiki:model_authentication'
  | 'living-wiki:model_budget_exhausted'
  | 'living-wiki:model_certificate'
  | 'living-wiki:model_context_too_long'
  | 'living-wiki:model_credit_exhausted'
  | 'living-wiki:model_cut_off'
  | 'living-wiki:model_empty_answer'
  | 'living-wiki:model_incompatible_server'
  | 'living-wiki:model_invalid_answer'
  | 'living-wiki:model_missing'
  | 'living-wiki:model_network'
  | 'living-wiki:model_no_embeddings'
  | 'living-wiki:model_no_pictures'
  | 'living-wiki:model_no_transcription'
  | 'living-wiki:model_not_approved'
  | 'living-wiki:model_not_encrypted'
  | 'living-wiki:model_price_unknown'
  | 'living-wiki:model_rate_limited'
  | 'living-wiki:model_refused'
  | 'living-wiki:model_rejected_request'
  | 'living-wiki:model_server'
  | 'living-wiki:model_timeout';

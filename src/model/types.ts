import { type JsonObject, type JsonValue, type Run } from '../base';

/** The network, given by the host: a `fetch` as browsers and Node define it. The room never uses the global one. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Waiting, given by the host, so that a test need not wait. */
export interface Timer {
  /** @param ms milliseconds @returns when they are over, or at once when `signal` is aborted; never rejects */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

export interface ImagePart {
  readonly type: 'image';
  /** `image/png`, `image/jpeg`, `image/webp` or `image/gif`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export type ContentPart = TextPart | ImagePart;

/** A tool that the model asked for. `arguments` is what it wrote: a text that should be JSON, and often is not. */
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

/** A tool as the model is told of it. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
}

export type Validation<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly problems: readonly string[] };

/** The shape that an answer must have: told to the server as JSON Schema, and checked here whatever the server promises. */
export interface AnswerSchema<T> {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly json: JsonObject;
  /** Typed data, or what is wrong, one plain sentence each: the model is shown them once. */
  readonly validate: (value: unknown) => Validation<T>;
}

/** Whoever watches an answer while it is written. */
export interface AnswerListener {
  text(delta: string): void;
  /** What was shown so far is void: the work is asked for again. */
  restart(reason: string): void;
}

export interface ModelRequest<T = undefined> {
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly schema?: AnswerSchema<T>;
  /** At most so many tokens in the answer; the server's own limit when absent. */
  readonly maxOutputTokens?: number;
  /** 0 to 2; the server's default when absent. */
  readonly temperature?: number;
  readonly listener?: AnswerListener;
}

/** What a call used, in tokens. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  /** The part of `input` that the provider had cached. */
  readonly cached: number;
  /** True where the server said nothing and the figures are our estimate. */
  readonly estimated: boolean;
  /** Length of recordings that were transcribed, which most providers charge for instead of tokens; absent where there were none. */
  readonly seconds?: number;
}

/** One call to one model, as it ended: for the record of an answer and for the log. */
export interface CallRecord {
  readonly model: string;
  /** `answered`, or the code of the error. */
  readonly outcome: string;
  /** Why, in plain words; empty for an answer that was taken. */
  readonly note: string;
  readonly usage: Usage;
}

export interface ModelAnswer<T = undefined> {
  /** As the model wrote it, its thinking left out. */
  readonly text: string;
  /** What `schema` made of it; `undefined` without a schema or when the model asks for tools. */
  readonly data: T;
  readonly toolCalls: readonly ToolCall[];
  /** The model whose answer this is. */
  readonly model: string;
  /** Every call that was made for it, in order: repeats after errors and the refusal that led to the fallback included. */
  readonly calls: readonly CallRecord[];
  /** The sum over `calls`. */
  readonly usage: Usage;
  /** True when nothing was asked, since the answer was known. */
  readonly cached: boolean;
}

/** What a server can do: `null` while nobody has tried. */
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

/** Where it is remembered what a server can do. The key names endpoint and model and holds no secret. */
export interface CapabilityStore {
  get(key: string): Promise<JsonValue | undefined>;
  set(key: string, value: JsonValue): Promise<void>;
}

/** The port: one question, one answer. */
export interface LanguageModel {
  /** What people see: the model's name. */
  readonly name: string;
  /** Endpoint and model, without secrets: part of the key of a remembered answer. */
  readonly identity: string;
  /**
   * @returns the answer, with tool calls instead of text when the model wants tools
   * @throws ModelError with one of {@link ModelErrorCode}; WikiError `living-wiki:cancelled`
   */
  ask<T = undefined>(request: ModelRequest<T>, run: Run): Promise<ModelAnswer<T>>;
}

/** A stretch of speech; times in seconds from the beginning. */
export interface TranscriptSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Transcript {
  readonly text: string;
  /** Empty where the server gives no times. */
  readonly segments: readonly TranscriptSegment[];
  readonly language: string | null;
  /** Seconds; `null` where the server does not say. */
  readonly duration: number | null;
  readonly model: string;
  /** Seconds, and tokens where the server counts them. */
  readonly usage: Usage;
}

/** A model that also takes recordings and knows what its server can do. */
export interface EndpointModel extends LanguageModel {
  /**
   * @param bytes a recording in a format that the server takes (mp3, m4a, wav, ogg, webm, flac)
   * @param name its file name; the ending tells the format
   * @throws ModelError `living-wiki:model_no_transcription` where the endpoint has none, and the codes of `ask`
   */
  transcribe(bytes: Uint8Array, name: string, run: Run): Promise<Transcript>;
  /** What has been found out so far; asks nobody. */
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
  | 'living-wiki:model_price_unknown'
  | 'living-wiki:model_rate_limited'
  | 'living-wiki:model_refused'
  | 'living-wiki:model_rejected_request'
  | 'living-wiki:model_server'
  | 'living-wiki:model_timeout';

import { clip, type Clock, isWikiError } from '../base';
import { ModelError, type ModelErrorDetails } from './errors';
import { type ModelErrorCode } from './types';
import { scrubSecrets } from './scrub-secrets';
import { BrokenBodyError, ConnectionError, HttpError } from './transport-errors';

export interface ErrorContext {
  readonly model: string;
  readonly secrets: readonly string[];
  readonly clock: Clock;
}

/**
 * Turns anything that a call threw into a typed error with a plain message.
 *
 * @throws WikiError if the host's network threw one
 */
export function explainError(error: unknown, context: ErrorContext): ModelError {
  if (error instanceof ModelError) return error;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if (at instanceof HttpError) return explainStatus(at, context);
    if (at instanceof ConnectionError) {
      if (isWikiError(at.reason)) throw at.reason;
      return explainConnection(at.reason);
    }
    if (at instanceof BrokenBodyError) return connectionBrokenError();
  }
  const message = scrubSecrets(error instanceof Error ? error.message : String(error), context.secrets);
  return new ModelError(
    'living-wiki:model_server',
    `The answer of the model server could not be read: "${quotable(message)}"`,
  );
}

export const connectionBrokenError = (): ModelError =>
  new ModelError('living-wiki:model_cut_off', 'The connection broke during the answer.', {
    remedy: 'Try again. If it happens often, choose another server.',
  });

/** Collects the messages and codes from an error body of any shape. */
function parseErrorBody(body: string): {
  readonly text: string;
  readonly code: string;
  readonly isJson: boolean;
} {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { text: body, code: '', isJson: false };
  }
  const parts: string[] = [];
  const codes: string[] = [];
  let level = [value];
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const each of level.slice(0, 20)) {
      if (typeof each === 'string' && depth < 3) parts.push(each);
      else if (Array.isArray(each)) next.push(...(each as unknown[]));
      else if (typeof each === 'object' && each !== null) {
        const { error, message, detail, code, type, msg, metadata, raw } = each as Record<string, unknown>;
        for (const tag of [code, type]) if (typeof tag === 'string') codes.push(tag);
        next.push(...[error, message, detail, msg, metadata, raw].filter((one) => one !== undefined));
      }
    }
    level = next;
  }
  return { text: parts.join(' '), code: codes.join(' '), isJson: true };
}

const CONTEXT_TOO_LONG =
  /context_length|context length|context window|maximum context|too many tokens|exceeds? the (?:available )?context|prompt is too long|input is too long|context size|n_ctx|reduce the length/i;
const NO_CREDIT =
  /insufficient_quota|insufficient credits?|exceeded your current quota|billing|payment required|no credit/i;
const MODEL_MISSING =
  /model_not_found|(?:model|deployment)\b.{0,120}\b(?:not found|does not exist|not exist|not available|unknown|not loaded)|no (?:such )?model|invalid model|unknown model|not a valid model|try pulling it/i;
const UNSUPPORTED =
  /not (?:yet )?(?:supported|implemented)|unsupported|does not support|(?:that|which) support|requires? --jinja/i;
const CONTENT_FILTERED = /content_filter|content policy|content management policy|safety system|flagged|moderation/i;

function explainStatus({ status, headers, body }: HttpError, { model, secrets, clock }: ErrorContext): ModelError {
  const { text, code, isJson } = parseErrorBody(body);
  const about = `${code} ${text}`;
  const quoted = quoteServer(scrubSecrets(text, secrets), isJson);
  const retryAfter = parseRetryAfter(headers, clock);
  const wait = retryAfter === undefined ? {} : { retryAfter };
  const error = (errorCode: ModelErrorCode, message: string, details: ModelErrorDetails = {}): ModelError =>
    new ModelError(errorCode, `${message}${quoted}`, details);
  if (status === 402 || (status === 429 && NO_CREDIT.test(about))) {
    return error('living-wiki:model_credit_exhausted', 'The account at the provider has no credit left.');
  }
  if (status === 429) {
    const details = { ...wait, isRetryable: true };
    return error('living-wiki:model_rate_limited', 'The model server accepts no more requests for now.', details);
  }
  if (status === 413 || ([400, 422, 500].includes(status) && CONTEXT_TOO_LONG.test(about))) {
    return error('living-wiki:model_context_too_long', `The text is too long for ${model}.`);
  }
  if (status === 401 || status === 407) {
    return error('living-wiki:model_authentication', 'The model server does not accept the key.');
  }
  if ((status === 400 || status === 403) && CONTENT_FILTERED.test(about)) {
    return error('living-wiki:model_refused', 'The provider refused the request.');
  }
  if (status === 403) return error('living-wiki:model_authentication', 'The key may not use this model or server.');
  if ((status === 404 || status === 400) && isJson && MODEL_MISSING.test(about)) {
    return error('living-wiki:model_missing', `The server has no model "${model}".`);
  }
  if ([408, 504, 524].includes(status)) {
    return error('living-wiki:model_timeout', 'The model server timed out.', { ...wait, isRetryable: true });
  }
  if ((status === 404 || status >= 500) && UNSUPPORTED.test(about) && isJson) {
    return error('living-wiki:model_rejected_request', 'The model server does not support the request.');
  }
  if (status === 404 || status === 405) {
    return error('living-wiki:model_incompatible_server', 'This address has no OpenAI-compatible API.');
  }
  if (status >= 500 || status === 409 || status === 425) {
    const details = { ...wait, isRetryable: status !== 501 };
    return error('living-wiki:model_server', `The model server failed (status ${status}).`, details);
  }
  if (status >= 300 && status < 400) {
    const message = `The server redirects to another address (status ${status}), and redirects are not followed.`;
    const remedy = 'Enter the address that the server redirects to, if you trust it.';
    return new ModelError('living-wiki:model_incompatible_server', message, { remedy });
  }
  return error('living-wiki:model_rejected_request', `The model server did not accept the request (status ${status}).`);
}

/** Explains a network error. The words differ by platform: codes of Node and of Chromium. */
function explainConnection(reason: unknown): ModelError {
  const words: string[] = [];
  // No `instanceof`: the errors may come from another realm.
  let level: readonly unknown[] = [reason];
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const each of level.slice(0, 8)) {
      if (typeof each !== 'object' || each === null) continue;
      const { name, message, code, cause, errors } = each as Readonly<Record<string, unknown>>;
      for (const word of [name, message, code]) if (typeof word === 'string') words.push(word);
      next.push(cause, ...(Array.isArray(errors) ? (errors as readonly unknown[]) : []));
    }
    level = next;
  }
  const text = words.join(' ');
  const fail = (message: string, remedy?: string): ModelError =>
    new ModelError('living-wiki:model_network', message, {
      isRetryable: true,
      ...(remedy === undefined ? {} : { remedy }),
    });
  if (
    /ERR_SSL|EPROTO|ERR_TLS|CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|certificate|wrong version number|ssl/i.test(
      text,
    )
  ) {
    const message = 'A secure connection to the model server failed.';
    return new ModelError('living-wiki:model_certificate', message);
  }
  if (/ECONNREFUSED|ERR_CONNECTION_REFUSED/i.test(text)) {
    return fail('No model server is running at this address.', 'Start the server, or check the address and the port.');
  }
  if (/ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/i.test(text)) {
    return fail('The host name of the model server was not found.', 'Check the address and the network connection.');
  }
  if (/ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_(?:CONNECTION_)?TIMED_OUT/i.test(text)) {
    return new ModelError('living-wiki:model_timeout', 'The model server could not be reached in time.', {
      isRetryable: true,
    });
  }
  if (/HPE_|UND_ERR_(?:HEADERS|INVALID)|ERR_INVALID_HTTP_RESPONSE|Parse Error/i.test(text)) {
    return new ModelError('living-wiki:model_incompatible_server', 'The server at this address does not speak HTTP.');
  }
  return fail('The connection to the model server failed.');
}

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3), and `retry-after-ms`. Returns milliseconds. */
function parseRetryAfter(headers: Headers, clock: Clock): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return Math.round(exact);
  const text = headers.get('retry-after')?.trim() ?? '';
  if (text === '') return undefined;
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.round(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

function quoteServer(message: string, isJson: boolean): string {
  const text = quotable(message);
  if (text === '' || (!isJson && /^\s*</.test(message))) return '';
  // What to do follows on the same line.
  return ` It says: "${text.replace(/\.$/, '')}".`;
}

/** A server's message on one line, without format characters that could reverse the text around it. */
function quotable(message: string): string {
  return clip(message.replace(/\p{Cf}/gu, ' '), 300);
}

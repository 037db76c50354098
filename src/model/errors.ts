import { WikiError } from '../base';
import { type CallRecord, type ModelErrorCode } from './types';

export interface ModelErrorDetails {
  /** Default: the remedy for the code. */
  readonly remedy?: string;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number;
  /** The calls made before this error. */
  readonly calls?: readonly CallRecord[];
  /** The server did not start to answer, so a retry is not paid twice. */
  readonly isRetryable?: boolean;
  /** The limit that was reached. */
  readonly limit?: 'job' | 'day';
}

/** An error of a model or its server, with the calls made (and paid) until then. */
export class ModelError extends WikiError {
  declare readonly code: ModelErrorCode;
  readonly retryAfter: number | undefined;
  readonly calls: readonly CallRecord[];
  readonly isRetryable: boolean;
  readonly limit: 'job' | 'day' | undefined;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(code, message, { remedy: details.remedy ?? REMEDIES[code] });
    this.retryAfter = details.retryAfter;
    this.calls = details.calls ?? [];
    this.isRetryable = details.isRetryable ?? false;
    this.limit = details.limit;
  }

  /** The same error with earlier calls added in front. */
  withEarlierCalls(calls: readonly CallRecord[]): ModelError {
    return new ModelError(this.code, this.message, {
      ...(this.remedy === undefined ? {} : { remedy: this.remedy }),
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
      calls: [...calls, ...this.calls],
      isRetryable: this.isRetryable,
      ...(this.limit === undefined ? {} : { limit: this.limit }),
    });
  }
}

export function isModelError(error: unknown): error is ModelError {
  return error instanceof ModelError;
}

/** What the person can do, by code. */
const REMEDIES: Readonly<Record<ModelErrorCode, string>> = {
  'living-wiki:model_address_invalid': 'Enter an address such as http://localhost:11434/v1, without a key in it.',
  'living-wiki:model_authentication':
    'Check the key in the settings. It may be mistyped, expired or for another service.',
  'living-wiki:model_budget_exhausted': 'Raise the limit in the settings, or continue tomorrow. Finished work is kept.',
  'living-wiki:model_certificate':
    'Check that the address begins with http:// or https:// as the server expects, and that its certificate is valid.',
  'living-wiki:model_context_too_long': 'Choose a model with a longer context, or split the source.',
  'living-wiki:model_credit_exhausted': 'Add credit to the account at the provider, or choose another provider.',
  'living-wiki:model_cut_off': 'Allow longer answers in the settings, choose another model, or split the source.',
  'living-wiki:model_empty_answer': 'Try again, or choose another model.',
  'living-wiki:model_incompatible_server': 'Check the address. For most servers it ends in /v1.',
  'living-wiki:model_invalid_answer': 'Try again, or choose a more capable model.',
  'living-wiki:model_missing': "Choose a model from the server's list. A local server may have to download it first.",
  'living-wiki:model_network': 'Check that the server is running and the network is up, then try again.',
  'living-wiki:model_no_embeddings': 'Choose a model that makes embeddings, or turn embeddings off.',
  'living-wiki:model_no_pictures': 'Choose a model that accepts pictures.',
  'living-wiki:model_no_transcription':
    'Choose an endpoint that transcribes recordings, or add a transcript as a source.',
  'living-wiki:model_not_approved': 'Open the settings under “Language model”, check the server, and agree to it.',
  'living-wiki:model_not_encrypted':
    'Use an https:// address. If you trust the network, allow this server in the settings: living-wiki config set plain-http yes.',
  'living-wiki:model_price_unknown': 'Enter the price of this model, or limit tokens instead of money.',
  'living-wiki:model_rate_limited': 'Wait a while and try again.',
  'living-wiki:model_refused': 'Choose another model, or name a fallback model in the settings.',
  'living-wiki:model_rejected_request': 'Choose another model or server. This one does not support the request.',
  'living-wiki:model_server': 'Try again later. The problem is on the server.',
  'living-wiki:model_timeout': 'Try again, allow more time in the settings, or choose a faster model.',
};

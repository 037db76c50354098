import { isMapping, isWikiError, WikiError } from '../../base';

/** What a caller is told of a failure. */
export interface HttpFailure {
  readonly status: number;
  readonly body: {
    readonly error: { readonly code: string; readonly message: string; readonly remedy: string | null };
  };
}

/** What is not there, and what a token may not see: nobody can tell one from the other. */
export class NotFound extends Error {}

/** Too much was asked for at once. */
export class TooManyRequests extends Error {}

const failure = (status: number, code: string, message: string, remedy: string | null = null): HttpFailure => ({
  status,
  body: { error: { code, message, remedy } },
});

export const NOT_FOUND = failure(404, 'living-wiki:not_found', 'There is nothing at this address.');
export const UNAUTHORIZED = failure(
  401,
  'living-wiki:token_refused',
  'The request has no token, or one that is not valid.',
  'Send "Authorization: Bearer TOKEN". The owner of the server makes tokens with: living-wiki token new.',
);
export const WRONG_HOST = failure(421, 'living-wiki:host_refused', 'This server is not reached under that name.');
const TOO_MANY = failure(429, 'living-wiki:too_many_requests', 'Too many requests.', 'Wait a minute.');
const UNEXPECTED = failure(
  500,
  'living-wiki:unexpected',
  'Something went wrong on the server. Nothing is half-written.',
);
const TOO_LARGE = failure(413, 'living-wiki:request_too_large', 'The request is larger than this server accepts.');

const STATUS: Readonly<Record<string, number>> = {
  'living-wiki:cancelled': 503,
  'living-wiki:database_failed': 503,
  'living-wiki:database_unreachable': 503,
  'living-wiki:disk_full': 507,
  'living-wiki:edited_meanwhile': 409,
  'living-wiki:file_exists': 409,
  'living-wiki:file_system': 503,
  'living-wiki:git_busy': 503,
  'living-wiki:git_conflict': 409,
  'living-wiki:git_damaged': 503,
  'living-wiki:git_missing': 503,
  'living-wiki:git_refused': 503,
  'living-wiki:git_rewritten': 503,
  'living-wiki:job_state': 409,
  'living-wiki:lock_lost': 503,
  'living-wiki:locked': 503,
  'living-wiki:nothing_to_undo': 409,
  'living-wiki:proposal_decided': 409,
  'living-wiki:queue_full': 503,
  'living-wiki:read_only': 503,
  'living-wiki:request_too_large': 413,
  'living-wiki:rules_not_approved': 409,
  'living-wiki:undo_foreign': 409,
  'living-wiki:undo_order_changed': 409,
  source_not_found: 404,
};

/** Their messages name files of the machine. */
const PRIVATE =
  /^living-wiki:(unexpected|file_system|read_only|config_|server_|tokens_|no_wiki|no_vault|database_|git_(?!busy|conflict|unreachable))/;

/** Turns anything that was thrown into an answer. It never repeats what was sent, nor where the server keeps its files. */
export function failureOf(error: unknown): HttpFailure {
  if (error instanceof NotFound) return NOT_FOUND;
  if (error instanceof TooManyRequests) return TOO_MANY;
  if (isWikiError(error)) return ofWikiError(error);
  if (isOfSystem(error)) return unable('living-wiki:file_system');
  const status = statusOf(error);
  if (status === 413) return TOO_LARGE;
  if (status === 429) return TOO_MANY;
  if (status >= 400 && status < 500) {
    return failure(
      status,
      'living-wiki:request_invalid',
      'The request cannot be read.',
      'docs/server.md describes each request.',
    );
  }
  return UNEXPECTED;
}

/** A file, a socket or a process that the system refused: `EMFILE`, `EBUSY` and their like, wherever they were raised. */
const isOfSystem = (error: unknown): boolean =>
  isMapping(error) && typeof error.syscall === 'string' && typeof error.code === 'string';

/** What prevents it is no matter of the caller, who may try again later. */
const unable = (code: string): HttpFailure =>
  failure(
    503,
    code,
    'The server cannot do this now. Nothing is half-written.',
    'Try again later. If it goes on, the log of the server says why.',
  );

const UNREACHABLE = failure(
  503,
  'living-wiki:git_unreachable',
  'The repository of this wiki cannot be reached now, so nothing can be changed.',
  'Try again later.',
);

function ofWikiError(error: WikiError): HttpFailure {
  const { code, message, remedy } = error;
  // What git says names the repository.
  if (code === UNREACHABLE.body.error.code) return UNREACHABLE;
  if (PRIVATE.test(code) && STATUS[code] === 503) return unable(code);
  if (PRIVATE.test(code)) return { ...UNEXPECTED, body: { error: { ...UNEXPECTED.body.error, code } } };
  if (code === 'living-wiki:file_missing') return NOT_FOUND;
  const isMissing = code.endsWith('_missing') && code !== 'schema_missing';
  const usual = code.startsWith('living-wiki:model_') ? 502 : 400;
  return failure(STATUS[code] ?? (isMissing ? 404 : usual), code, message, remedy ?? null);
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

export function requestInvalid(field: string, expected: string): WikiError {
  return new WikiError('living-wiki:request_invalid', `"${field}" is not valid: ${expected}.`, {
    remedy: 'docs/server.md describes each request.',
  });
}

import { isMapping, WikiError } from '../../base';

/** What PostgreSQL and sockets say when a connection cannot be made or broke, and a later try on another one may succeed. */
const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  // This machine has no socket left, or the queue of one is full.
  'EAGAIN',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  // The server is shut down, crashed, starts, or has no connection left.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // It ended a connection that nothing was asked of for too long, inside a transaction or not.
  '25P03',
  '57P05',
  // Another server has taken its place, and this one only reads.
  '25006',
]);
/** Another transaction came first, or the server had too much to do; the same may succeed on the same connection. */
const TRANSIENT = new Set([
  '40001',
  '40P01',
  '55P03',
  // The statement took too long: with the limit that is set here, it waited for another one, or for the machine.
  '57014',
  // It has no memory, no disk or no other means left.
  '53000',
  '53100',
  '53200',
  '53400',
  '58000',
  '58030',
]);

/** Errors of `pg` itself have no code. */
const LOST_MESSAGE =
  /connection terminated|connection ended|timeout exceeded when trying to connect|timeout expired|client has encountered a connection error|client was closed|received unexpected \w+ message from backend/i;

export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null) return LOST.has(code) || code.startsWith('08');
  if (!isMapping(error)) return false;
  const inner = Array.isArray(error.errors) ? (error.errors as readonly unknown[]) : [];
  return inner.some(isConnectionLost) || LOST_MESSAGE.test(messageOf(error));
}

/** Whether the same may succeed a little later, on the same connection. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(codeOf(error) ?? '');
}

/** Whether PostgreSQL itself said so: its codes have five characters. */
export function isOfDatabase(error: unknown): boolean {
  return isMapping(error) && 'severity' in error && /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | null {
  return isMapping(error) && typeof error.code === 'string' && error.code !== '' ? error.code : null;
}

function messageOf(error: unknown): string {
  return isMapping(error) && typeof error.message === 'string' ? error.message : '';
}

/** The message never holds the address, which may hold a password. */
export function databaseUnreachable(error: unknown): WikiError {
  const inner = isMapping(error) && Array.isArray(error.errors) ? messageOf(error.errors[0]) : '';
  const why = messageOf(error) || inner || 'no answer';
  return new WikiError('living-wiki:database_unreachable', `The database cannot be reached: ${why}.`, {
    remedy: 'Check that PostgreSQL runs, and the address, the user and the password under "database".',
    cause: error,
  });
}

/** Who may connect, to what: PostgreSQL names the user, the database or the table, and no value. */
const ABOUT_ACCESS = /^(?:28|3D|42501)/;

/** The message holds nothing that may repeat what was stored. */
export function databaseFailed(error: unknown): WikiError {
  const code = codeOf(error) ?? 'no code';
  const why = ABOUT_ACCESS.test(code) ? `${messageOf(error)}, ${code}` : code;
  return new WikiError('living-wiki:database_failed', `The database could not do what it was asked (${why}).`, {
    remedy: 'Try again. If it goes on, look for the code in the log of PostgreSQL.',
    cause: error,
  });
}

import { isMapping, WikiError } from '../../base';

/** What PostgreSQL and sockets say when a connection cannot be made or broke, and a later try may succeed. */
const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // The server is shut down, crashed, starts, or has no connection left.
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
/** Another transaction came first; PostgreSQL asks for another try. */
const COLLIDED = new Set(['40001', '40P01']);

/** Errors of `pg` itself have no code. */
const LOST_MESSAGE =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered a connection error/i;

export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null) return LOST.has(code) || code.startsWith('08');
  if (!isMapping(error)) return false;
  const inner = Array.isArray(error.errors) ? (error.errors as readonly unknown[]) : [];
  return inner.some(isConnectionLost) || LOST_MESSAGE.test(messageOf(error));
}

export function isCollision(error: unknown): boolean {
  return COLLIDED.has(codeOf(error) ?? '');
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

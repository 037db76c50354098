import type * as ServerModule from '../server';
import { WikiError } from '../workbench';

type ServerRoom = typeof ServerModule;

/**
 * Does `work` with the server, which is a bundle of its own, so that no other command loads it. That bundle has its own copy of the class
 * of errors; what it throws is made one of ours.
 */
export async function withServer<T>(work: (server: ServerRoom) => T | Promise<T>): Promise<T> {
  try {
    return await work(await import('../server'));
  } catch (error) {
    if (error instanceof WikiError || !isForeign(error)) throw error;
    const { code, message, path, line, remedy } = error;
    throw new WikiError(code, message, {
      ...(path !== undefined && { path }),
      ...(line !== undefined && { line }),
      ...(remedy !== undefined && { remedy }),
      cause: error,
    });
  }
}

function isForeign(error: unknown): error is WikiError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^living-wiki:|^[a-z_]+$/.test(error.code)
  );
}

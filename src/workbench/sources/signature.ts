import { isWikiError, WikiError } from '../../base';
import { hashBytes, type Hash, type Vault } from '../../vault';
import { type Lens } from '../../workspace';
import { type WikiSession } from '../wiki-session';

/** Bytes; a signature has about 300. */
const MAX_SIZE = 4096;

/** Whether a lens asks that sources are signed. A view may ask for it, and cannot give up what its wiki asks for. */
export function asksForSignatures({ lens }: Pick<WikiSession, 'lens'>, view: Pick<Lens, 'effective'> = lens): boolean {
  return [lens, view].some(({ effective }) => effective.sources.signing === 'required');
}

/** The keys that may sign, by the policies of the wiki itself. Of several lists, only what is in all of them. */
function signersOf({ policies }: Pick<Lens, 'policies'>): readonly string[] {
  const [first = [], ...others] = policies.flatMap(({ signers }) => (signers.length === 0 ? [] : [signers]));
  return first.filter((key) => others.every((list) => list.includes(key)));
}

/**
 * Refuses a source whose detached signature (`NAME.sig`) is not by a key that the policy names, where the wiki asks for signatures.
 * @param hash of the bytes that will be read; `null`: of the bytes as they are @throws WikiError `living-wiki:signature_invalid`
 */
export async function requireSignature(
  session: Pick<WikiSession, 'lens' | 'vault'>,
  path: string,
  hash: Hash | null = null,
  view: Pick<Lens, 'effective'> = session.lens,
): Promise<void> {
  if (!asksForSignatures(session, view)) return;
  const { parsePublicKey, parseSignature, SIGNATURE_ENDING, verify } = await import('../../signing');
  const signers = signersOf(session.lens);
  if (signers.length === 0) {
    throw refused(path, 'This wiki asks for signed sources, and its policy names no key.', 'Add its signers.');
  }
  const place = `${path}${SIGNATURE_ENDING}`;
  const text = await readSignature(session.vault, place);
  if (text === null) {
    const remedy = `Ask whoever signs for ${place}, or sign it yourself: living-wiki sign.`;
    throw refused(path, `It has no signature ${place}, and this wiki asks for one.`, remedy);
  }
  const bytes = await session.vault.readBytes(path);
  if (hash !== null && hashBytes(bytes) !== hash) {
    throw refused(path, 'It changed while its signature was checked.', 'Try again.');
  }
  const keys = signers.map((line) => parsePublicKey(line));
  try {
    verify(bytes, parseSignature(text), keys);
  } catch (error) {
    if (isWikiError(error)) throw refused(path, error.message, error.remedy ?? '');
    throw error;
  }
}

async function readSignature(vault: Vault, place: string): Promise<string | null> {
  const stat = await vault.stat(place);
  return stat?.kind === 'file' && stat.size <= MAX_SIZE ? vault.readText(place) : null;
}

function refused(path: string, message: string, remedy: string): WikiError {
  return new WikiError('living-wiki:signature_invalid', message, { path, remedy });
}

/** The files of a wiki in which a source that is not signed as the wiki asks cannot be read. @param isSource of a path */
export function onlySigned(
  vault: Vault,
  session: Pick<WikiSession, 'lens' | 'vault'>,
  isSource: (path: string) => boolean,
): Vault {
  if (!asksForSignatures(session)) return vault;
  const check = async (path: string): Promise<void> => {
    if (isSource(path)) await requireSignature(session, path, null);
  };
  return {
    list: (folder) => vault.list(folder),
    stat: (path) => vault.stat(path),
    readText: async (path) => {
      await check(path);
      return vault.readText(path);
    },
    readBytes: async (path) => {
      await check(path);
      return vault.readBytes(path);
    },
    write: (path, content, options) => vault.write(path, content, options),
    rename: (from, to, options) => vault.rename(from, to, options),
    remove: (path, options) => vault.remove(path, options),
    watch: (listener) => vault.watch(listener),
  };
}

import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { WikiError } from '../../base';

/** Bytes that an archive may unpack to. A data export of many years is smaller. */
const MAX_UNPACKED = 4 * 1024 ** 3;
/** No honest archive of texts packs better. Small files are exempt. */
const MAX_RATIO = 200;
const RATIO_FREE_BYTES = 64 * 1024 * 1024;

/**
 * The bytes of one file of a ZIP archive while the archive arrives, in memory that a chunk bounds.
 *
 * @param wanted the name of the file, whatever folder it is in; names are never used as paths
 * @throws WikiError `living-wiki:conversation_unreadable` for an archive that is damaged, without that file, or unpacks to too much
 */
export async function* unzipFile(
  chunks: AsyncIterable<Uint8Array>,
  wanted: string,
  path: string,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const state: { isFound: boolean; failure: Error | null } = { isFound: false, failure: null };
  const unzip = new Unzip((file) => {
    if (state.isFound || (file.name.split('/').at(-1) ?? '') !== wanted) return;
    state.isFound = true;
    file.ondata = (error, data) => {
      // The typings leave out that there is no error mostly.
      if ((error as Error | null) !== null) state.failure = error;
      else ready.push(data);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  let packed = 0;
  let unpacked = 0;
  for await (const chunk of inPieces(chunks)) {
    packed += chunk.length;
    try {
      unzip.push(chunk);
    } catch (error) {
      throw damaged(path, error);
    }
    if (state.failure !== null) throw damaged(path, state.failure);
    for (const data of ready.splice(0)) {
      unpacked += data.length;
      if (unpacked > MAX_UNPACKED || (unpacked > RATIO_FREE_BYTES && unpacked > packed * MAX_RATIO)) {
        throw new WikiError('living-wiki:conversation_unreadable', `"${path}" is too large when unpacked.`, {
          path,
          remedy: 'Unpack it with a program that you trust, and use the file "conversations.json" instead.',
        });
      }
      yield data;
    }
  }
  if (!state.isFound) {
    throw new WikiError('living-wiki:conversation_unreadable', `"${path}" holds no file named "${wanted}".`, {
      path,
      remedy: 'Use the archive that ChatGPT or Claude sent you, as it is.',
    });
  }
}

/** Bytes that are unpacked at once: texts grow a hundredfold, and what is unpacked waits in memory. */
const PIECE = 16 * 1024;

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

function damaged(path: string, cause: unknown): WikiError {
  return new WikiError('living-wiki:conversation_unreadable', `The archive "${path}" is damaged.`, {
    path,
    remedy: 'Download the export again.',
    cause,
  });
}

import { concatBytes } from '../base';
import { type Vault, type WriteOptions } from './types';

/** UTF-16 units. Longer texts gain nothing from the dictionary, and are compressed off the thread that draws. */
const MAX_PACKED = 60_000;

/** Writes a text as a packed file (see `packText`), a long one as a gzip file. @throws what the vault throws */
export async function writePacked(vault: Vault, path: string, text: string, options?: WriteOptions): Promise<void> {
  const { compressText, packText } = await import('./compress');
  await vault.write(path, text.length > MAX_PACKED ? await compressText([text]) : packText(text), options);
}

/**
 * The text of a packed or compressed file, or of one that holds it as it is.
 * @returns `null` when it is damaged, too large or not UTF-8
 * @throws what the vault throws
 */
export async function readPacked(vault: Vault, path: string): Promise<string | null> {
  return (await readPackedAgain(vault, path)).text;
}

/**
 * {@link readPacked}, with a way to unpack it again without the vault.
 * @throws what the vault throws
 */
export async function readPackedAgain(
  vault: Vault,
  path: string,
): Promise<{ readonly text: string | null; readonly again: () => string | null }> {
  const { decompressLong, decompressText } = await import('./compress');
  const bytes = await vault.readBytes(path);
  const text = bytes.length > MAX_PACKED / 4 ? await decompressLong(bytes) : decompressText(bytes);
  return { text, again: () => decompressText(bytes) };
}

/** Writes lines, each with its line feed, for {@link readPackedLines}. @throws what the vault throws */
export async function writePackedLines(vault: Vault, path: string, lines: readonly string[]): Promise<void> {
  const { compressText } = await import('./compress');
  await vault.write(path, await compressText(lines));
}

/**
 * The lines of a long file, without their line feeds; what follows the last line feed is left out. The text is never in memory as a whole.
 * @throws what the vault throws, and a `RangeError` or `TypeError` once the file turns out to be damaged, too large or not UTF-8
 */
export async function* readPackedLines(vault: Vault, path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const line of readPackedLineBytes(vault, path)) yield decoder.decode(line);
}

const LINE_FEED = 0x0a;

/**
 * {@link readPackedLines} as bytes, for lines whose seal is checked before they are decoded.
 * @throws what the vault throws, and a `RangeError` or `TypeError` once the file turns out to be damaged or too large
 */
export async function* readPackedLineBytes(vault: Vault, path: string): AsyncGenerator<Uint8Array> {
  const { decompressChunks } = await import('./compress');
  let parts: Uint8Array[] = [];
  for await (const chunk of decompressChunks(await vault.readBytes(path))) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield concatBytes(...parts, chunk.subarray(start, end));
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
}

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
  const { decompressLong, decompressText } = await import('./compress');
  const bytes = await vault.readBytes(path);
  return bytes.length > MAX_PACKED / 4 ? decompressLong(bytes) : decompressText(bytes);
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
  const { decompressParts } = await import('./compress');
  let rest = '';
  for await (const part of decompressParts(await vault.readBytes(path))) {
    const [first = '', ...others] = part.split('\n');
    rest += first;
    // A long line comes in many parts: it is put together once, not looked through again with each.
    for (const line of others) {
      yield rest;
      rest = line;
    }
  }
}

import { guessEncoding } from '../../../src/node/encoding';
import { markupReader } from '../../../src/node/markup';
import { silentRun, WikiError } from '../../../src/base';
import { extract, type ExtractedText, type PdfReader } from '../../../src/ingest';

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Extracts a source from text or bytes. */
export function extracted(path: string, content: string | Uint8Array, pdf?: PdfReader): Promise<ExtractedText> {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return extract({ path, bytes, hash: 'hash', run: silentRun, pdf, markup: markupReader, guessEncoding });
}

/** The passages as `line kind text`, for short assertions. */
export async function outline(path: string, content: string | Uint8Array): Promise<string[]> {
  const { passages } = await extracted(path, content);
  return passages.map(({ anchor, kind, level, text }) => {
    const place = anchor.line ?? (anchor.page === undefined ? '-' : `p${anchor.page}`);
    return `${place} ${kind}${level ?? ''} ${text}`;
  });
}

/** The error with which a source is rejected. */
export async function refusal(path: string, content: string | Uint8Array, pdf?: PdfReader): Promise<WikiError> {
  try {
    await extracted(path, content, pdf);
  } catch (error) {
    if (error instanceof WikiError) return error;
    throw error;
  }
  throw new Error(`"${path}" was read, but an error was expected.`);
}

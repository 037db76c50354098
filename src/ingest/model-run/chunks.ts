import { estimateTokens } from '../../model';
import { type ExtractedText, type Passage } from '../types';

/** Tokens of the source in one survey prompt. */
export const MAX_CHUNK_TOKENS = 12_000;
/** Neighbouring chunks share some text, so that nothing loses its context. */
const OVERLAP_TOKENS = 400;

/** Splits a source between passages into as few chunks as possible. Each begins with the end of the chunk before. */
export function splitIntoChunks(
  text: Pick<ExtractedText, 'passages'>,
  limit = MAX_CHUNK_TOKENS,
  overlap = OVERLAP_TOKENS,
): readonly string[] {
  const pieces = text.passages.flatMap((passage) => splitPassage(passage, limit));
  const chunks: string[] = [];
  let chunk: { readonly text: string; readonly tokens: number }[] = [];
  let size = 0;
  let added = 0;
  for (const piece of pieces) {
    if (added > 0 && size + piece.tokens > limit) {
      chunks.push(chunk.map((each) => each.text).join('\n\n'));
      chunk = tailOf(chunk, Math.min(overlap, limit - piece.tokens));
      size = chunk.reduce((sum, each) => sum + each.tokens, 0);
      added = 0;
    }
    chunk.push(piece);
    size += piece.tokens;
    added += 1;
  }
  if (added > 0) chunks.push(chunk.map((each) => each.text).join('\n\n'));
  return chunks;
}

function tailOf<T extends { readonly tokens: number }>(chunk: readonly T[], limit: number): T[] {
  const tail: T[] = [];
  let size = 0;
  for (const piece of [...chunk].reverse()) {
    size += piece.tokens;
    if (size > limit) break;
    tail.unshift(piece);
  }
  return tail;
}

/** Splits a passage that is too long for one chunk. */
function splitPassage({ text }: Passage, limit: number): readonly { readonly text: string; readonly tokens: number }[] {
  const tokens = estimateTokens(text);
  if (tokens <= limit) return text.trim() === '' ? [] : [{ text, tokens }];
  const pieces: { text: string; tokens: number }[] = [];
  const length = Math.max(1, Math.floor((text.length * limit * 0.8) / tokens));
  for (let at = 0; at < text.length;) {
    const space = at + length < text.length ? text.lastIndexOf(' ', at + length) : -1;
    const end = space > at + length / 2 ? space : at + length;
    const piece = text.slice(at, end);
    pieces.push({ text: piece, tokens: estimateTokens(piece) });
    at = end;
  }
  return pieces;
}

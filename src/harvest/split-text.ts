import { byteLength } from './conversation-text';

/**
 * Cuts a text into parts of at most so many bytes of UTF-8, at the end of a turn, else of a line, else of a character. Joined again,
 * the parts are the text.
 */
export function splitText(text: string, maxBytes: number): readonly string[] {
  const parts: string[] = [];
  let open = '';
  let size = 0;
  const close = (): void => {
    if (open !== '') parts.push(open);
    open = '';
    size = 0;
  };
  for (const piece of pieces(text, maxBytes)) {
    const bytes = byteLength(piece);
    if (size + bytes > maxBytes) close();
    open += piece;
    size += bytes;
  }
  close();
  return parts;
}

/** Whole turns where they fit, else lines, else runs of characters, each with what separates it from the next. */
function* pieces(text: string, maxBytes: number): Generator<string> {
  for (const turn of turnsOf(text)) {
    if (byteLength(turn) <= maxBytes) {
      yield turn;
      continue;
    }
    for (const line of linesOf(turn)) {
      if (byteLength(line) <= maxBytes) yield line;
      else yield* characters(line, maxBytes);
    }
  }
}

/** The lines with their breaks. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function* turnsOf(text: string): Generator<string> {
  let open = '';
  for (const line of linesOf(text)) {
    if (open.endsWith('\n\n') && /^(?:User|Assistant):\n$/.test(line)) {
      yield open;
      open = '';
    }
    open += line;
  }
  if (open !== '') yield open;
}

function* characters(line: string, maxBytes: number): Generator<string> {
  let open = '';
  // No character takes more than four bytes.
  const most = Math.floor(maxBytes / 4);
  let count = 0;
  for (const character of line) {
    open += character;
    if (++count < most) continue;
    yield open;
    open = '';
    count = 0;
  }
  if (open !== '') yield open;
}

/**
 * File names in patches as git writes them: C-style quoted when they hold a quote, a backslash or a control character.
 * Source: git, `quote.c`; git-apply(1).
 */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\u0007', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['"', '"'],
  ['\\', '\\'],
]);
const UNESCAPES: ReadonlyMap<string, string> = new Map([...ESCAPES].map(([plain, letter]) => [letter, plain]));

/** A name as it stands in a patch. Other alphabets are written as they are, in UTF-8. */
export function quoteName(name: string): string {
  let quoted = '';
  let needed = false;
  for (const char of name) {
    const letter = ESCAPES.get(char);
    const code = char.codePointAt(0) ?? 0;
    if (letter !== undefined) quoted += `\\${letter}`;
    else if (code < 0x20 || code === 0x7f) quoted += `\\${code.toString(8).padStart(3, '0')}`;
    else {
      quoted += char;
      continue;
    }
    needed = true;
  }
  return needed ? `"${quoted}"` : name;
}

/**
 * Reads a quoted name at the start of `text`; octal escapes are bytes of UTF-8.
 *
 * @returns `null` when the quotes do not close, an escape is unknown, or the bytes are not UTF-8
 */
export function readQuoted(text: string): { readonly name: string; readonly length: number } | null {
  if (!text.startsWith('"')) return null;
  const encoder = new TextEncoder();
  const bytes: number[] = [];
  let at = 1;
  for (;;) {
    const code = text.codePointAt(at);
    if (code === undefined) return null;
    const char = String.fromCodePoint(code);
    at += char.length;
    if (char === '"') break;
    if (char !== '\\') {
      bytes.push(...encoder.encode(char));
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at, at + 3))?.[0];
    const plain = UNESCAPES.get(text[at] ?? '');
    if (octal !== undefined) bytes.push(parseInt(octal, 8));
    else if (plain !== undefined) bytes.push(...encoder.encode(plain));
    else return null;
    at += octal === undefined ? 1 : 3;
  }
  try {
    return {
      name: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes)),
      length: at,
    };
  } catch {
    return null;
  }
}

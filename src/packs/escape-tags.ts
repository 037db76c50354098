/**
 * The words of the wrappers, of which none may begin a tag inside a wrapper. Between their letters the marks of a tag may
 * stand, so that `</know<!-- -->ledge_pack>` is found as well.
 */
const NAMES = ['knowledgepack', 'knowledgeresource', 'availableknowledgepack'].map((name) =>
  Array.from(name).join('[</]*'),
);
const NAME = new RegExp(NAMES.join('|'), 'g');

/** What stands for a bracket that begins a tag, to a reader: ＜ ‹ 〈 ⟨ « and the like. */
const OPENING = new Set(
  Array.from(
    '<\uff1c\ufe64\u2039\u2329\u3008\u27e8\u276e\u276c\u2770\u1438\u02c2\u300a\u00ab\u29fc\u227a\u22d6\u2af7\u1433\u16b2',
  ),
);
const SLASHES = new Set(Array.from('/\\\uff0f\u2044\u2215\u2571\u29f8\uff3c\u2216\u29f5\u27cb\u1735'));

/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ⍺',
    b: 'Ьвᖯ',
    c: 'сϲⅽᴄ',
    d: 'ԁⅾᑯ',
    e: 'еєҽεℯ',
    g: 'ɡց',
    i: 'іıι',
    k: 'кκҡⱪ',
    l: 'ӏⅼǀⵏ',
    n: 'пոռη',
    o: 'оοօᴏ',
    p: 'рρⲣ',
    r: 'гᴦⲅ',
    s: 'ѕꜱ',
    u: 'υսц',
    v: 'ѵνᴠⅴ',
    w: 'ѡԝωᴡ',
  }).flatMap(([letter, others]) => Array.from(others).map((other): [string, string] => [other, letter])),
);

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  sol: '/',
  bsol: '\\',
  lowbar: '_',
  underbar: '_',
  nbsp: ' ',
  shy: '\u00ad',
  zwj: '\u200d',
  zwnj: '\u200c',
  hyphen: '-',
  dash: '-',
  lang: '\u27e8',
  langle: '\u27e8',
  laquo: '\u00ab',
  lsaquo: '\u2039',
  tab: ' ',
  newline: ' ',
};

/** `&lt;`, `&#60;`, `&#x3c;` with or without their end, `%3C`, `\u003c`, `\x3c`, `\74`. */
const ESCAPE =
  /&#0*(\d{1,7});?|&#x0*([0-9a-f]{1,6});?|&([a-z]{2,8});?|%([0-9a-f]{2})|\\u\{?0*([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})/iy;

/** `&amp;amp;lt;` is unfolded so often. */
const MAX_NESTED = 8;

/** Replaces the bracket before a word of a wrapper: it is still read, and is no tag. */
const HARMLESS = '[';

interface Folded {
  readonly text: string;
  /** For each UTF-16 unit of `text`, where the character that it stands for begins and ends in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Takes from a text everything that could be read as an opening or closing tag of a wrapper, in whatever case, spacing,
 * escape or look-alike letters. All other text stays as it is.
 */
export function escapeTags(text: string): string {
  // An ordinary text has no word of a wrapper, and most have few brackets.
  const folded = fold(text);
  const cuts: { readonly start: number; readonly end: number }[] = [];
  for (const match of folded.text.matchAll(NAME)) {
    let at = match.index - 1;
    while (at >= 0 && isTagMark(folded.text.charAt(at))) {
      if (folded.text.charAt(at) === '<') {
        cuts.push({ start: folded.starts[at] ?? 0, end: folded.ends[at] ?? 0 });
      }
      at -= 1;
    }
    for (let inside = 0; inside < match[0].length; inside += 1) {
      if (match[0].charAt(inside) !== '<') continue;
      const place = match.index + inside;
      cuts.push({ start: folded.starts[place] ?? 0, end: folded.ends[place] ?? 0 });
    }
  }
  if (cuts.length === 0) return text;
  cuts.sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of cuts) {
    if (start < from) continue;
    parts.push(text.slice(from, start), HARMLESS);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

const isTagMark = (char: string): boolean => char === '<' || char === '/';

/** The letters, brackets and slashes of a text, as a reader sees them. Everything else is left out. */
function fold(text: string): Folded {
  const letters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  while (at < text.length) {
    const read = characterAt(text, at);
    for (const letter of foldCharacter(read.char)) {
      letters.push(letter);
      starts.push(at);
      ends.push(read.end);
    }
    at = read.end;
  }
  return { text: letters.join(''), starts, ends };
}

/** The character at a place, escapes undone, and where it ends. */
function characterAt(text: string, at: number): { readonly char: string; readonly end: number } {
  let char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  let end = at + char.length;
  if (char !== '&' && char !== '%' && char !== '\\') return { char, end };
  for (let nested = 0; nested < MAX_NESTED; nested += 1) {
    // After `&amp;` an escape goes on without its first character.
    const rest = nested === 0 ? text.slice(at, at + 24) : `&${text.slice(end, end + 24)}`;
    ESCAPE.lastIndex = 0;
    const match = ESCAPE.exec(rest);
    const decoded = match === null ? null : decode(match);
    if (decoded === null) break;
    end = nested === 0 ? at + decoded.length : end + decoded.length - 1;
    char = decoded.char;
    if (char !== '&') break;
  }
  return { char, end };
}

/** Names that need no semicolon in HTML. */
const LOOSE_NAME = /^(?:lt|gt|amp|nbsp|shy|laquo)/i;

/** @returns the character, and how long its escape is */
function decode([whole, decimal, hex, name, percent, unicode, byte]: RegExpExecArray) {
  if (name !== undefined) {
    const char = NAMED[name.toLowerCase()];
    if (char !== undefined) return { char, length: whole.length };
    const [start = ''] = LOOSE_NAME.exec(name) ?? [];
    return start === '' ? null : { char: NAMED[start.toLowerCase()] ?? '', length: start.length + 1 };
  }
  const code = decimal === undefined ? parseInt(hex ?? percent ?? unicode ?? byte ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? { char: String.fromCodePoint(code), length: whole.length } : null;
}

function foldCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  // Tag characters repeat ASCII where nobody sees it.
  const seen = code >= 0xe0020 && code <= 0xe007e ? String.fromCodePoint(code - 0xe0000) : char;
  if (OPENING.has(seen)) return '<';
  if (SLASHES.has(seen)) return '/';
  const known = LOOKALIKES.get(seen) ?? LOOKALIKES.get(seen.toLowerCase());
  if (known !== undefined) return known;
  if (code < 0x80) return /[a-z]/i.test(seen) ? seen.toLowerCase() : '';
  return Array.from(seen.normalize('NFKD').toLowerCase())
    .map(asciiOf)
    .filter((each) => /[a-z</]/.test(each))
    .join('');
}

function asciiOf(char: string): string {
  if (OPENING.has(char)) return '<';
  return SLASHES.has(char) ? '/' : (LOOKALIKES.get(char) ?? char);
}

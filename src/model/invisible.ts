/** How many characters were removed, by what they can hide. */
export interface HiddenCharacters {
  /** Tag characters and supplementary variation selectors: a hidden text that only a model reads. */
  readonly smuggled: number;
  /** Direction overrides and isolates: the text looks different from what it says. */
  readonly direction: number;
  /** Zero-width and control characters: they split words so that a search misses them. */
  readonly invisible: number;
}

interface VisibleText {
  readonly text: string;
  readonly hidden: HiddenCharacters;
}

type CharacterKind = keyof HiddenCharacters | 'break' | 'joiner' | 'selector' | 'surrogate' | 'seen';

type CodeRange = readonly [from: number, to: number];

const KIND_RANGES: readonly (readonly [CharacterKind, readonly CodeRange[]])[] = [
  [
    'break',
    [
      [0x85, 0x85],
      [0x2028, 0x2029],
    ],
  ],
  ['joiner', [[0x200c, 0x200d]]],
  ['selector', [[0xfe00, 0xfe0f]]],
  ['surrogate', [[0xd800, 0xdfff]]],
  ['smuggled', [[0xe0000, 0xe0fff]]],
  [
    'direction',
    [
      [0x61c, 0x61c],
      [0x200e, 0x200f],
      [0x202a, 0x202e],
      [0x2066, 0x2069],
    ],
  ],
  [
    'invisible',
    [
      [0x00, 0x08],
      [0x0b, 0x0c],
      [0x0e, 0x1f],
      [0x7f, 0x9f],
      [0xad, 0xad],
      [0x34f, 0x34f],
      [0x115f, 0x1160],
      [0x17b4, 0x17b5],
      [0x180b, 0x180f],
      [0x200b, 0x200b],
      [0x2060, 0x206f],
      [0x3164, 0x3164],
      [0xfeff, 0xfeff],
      [0xffa0, 0xffa0],
      [0xfff0, 0xfffb],
    ],
  ],
];

function kindOf(code: number): CharacterKind {
  if (code >= 0x20 && code < 0x7f) return 'seen';
  return KIND_RANGES.find(([, list]) => list.some(([from, to]) => code >= from && code <= to))?.[0] ?? 'seen';
}

/** Characters that a joiner may join: letters, marks and parts of an emoji. */
const JOINABLE = /^(?:\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier})$/u;
/** Scripts in which a joiner has no effect. */
const NEVER_JOINED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hangul}]$/u;

/**
 * Removes and counts invisible characters, so that the model reads what the reviewer sees. Quotes are still found in the
 * source, because the quote check ignores these characters too. Joiners stay where a script needs them, and one variation
 * selector stays after its character. All line breaks become `\n`, and a lone surrogate becomes U+FFFD.
 */
export function stripInvisible(text: string): VisibleText {
  const hidden = { smuggled: 0, direction: 0, invisible: 0 };
  const visible = scanInvisible(text, (kind) => {
    hidden[kind]++;
  });
  return { text: visible, hidden };
}

/** As {@link stripInvisible}. @param onHidden called with each character that is removed, and with what is visible before it */
export function scanInvisible(
  text: string,
  onHidden: (kind: keyof HiddenCharacters, char: string, before: readonly string[]) => void,
): string {
  const chars = Array.from(text.replace(/\r\n?/g, '\n'));
  const out: string[] = [];
  for (const [at, char] of chars.entries()) {
    const kind = kindOf(char.codePointAt(0) ?? 0);
    const before = out[out.length - 1] ?? '';
    switch (kind) {
      case 'seen':
        out.push(char);
        break;
      case 'break':
        out.push('\n');
        break;
      case 'surrogate':
        out.push('\ufffd');
        break;
      case 'selector':
        if (before === '' || kindOf(before.codePointAt(0) ?? 0) === 'selector') onHidden('smuggled', char, out);
        else out.push(char);
        break;
      case 'joiner':
        if (canJoin(before) && canJoin(chars[at + 1] ?? '')) out.push(char);
        else onHidden('invisible', char, out);
        break;
      case 'smuggled':
      case 'direction':
      case 'invisible':
        onHidden(kind, char, out);
    }
  }
  return out.join('');
}

const canJoin = (char: string): boolean => (JOINABLE.test(char) || char === '\ufe0f') && !NEVER_JOINED.test(char);

/** Writing systems that distinguish languages, each with a pattern of its letters. */
const SCRIPT_PATTERNS = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  devanagari: /\p{Script=Devanagari}/u,
  bengali: /\p{Script=Bengali}/u,
  thai: /\p{Script=Thai}/u,
  // Chinese and Japanese share characters, so they count as one script.
  eastAsian: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
  hangul: /\p{Script=Hangul}/u,
} as const;

export type Script = keyof typeof SCRIPT_PATTERNS | 'other';

const LETTER = /\p{L}/u;
const scriptNames = Object.keys(SCRIPT_PATTERNS) as (keyof typeof SCRIPT_PATTERNS)[];

/** The script of a letter; `null` if the character is not a letter. */
function detectScript(char: string): Script | null {
  if (/^[A-Za-z]$/.test(char)) return 'latin';
  if (!LETTER.test(char)) return null;
  return scriptNames.find((name) => SCRIPT_PATTERNS[name].test(char)) ?? 'other';
}

/** Counts the letters of each script in a text. */
export function countScripts(text: string): ReadonlyMap<Script, number> {
  const counts = new Map<Script, number>();
  for (const char of text) {
    const script = detectScript(char);
    if (script !== null) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return counts;
}

/** Whether a text contains a letter of `script`. */
export function usesScript(text: string, script: Script): boolean {
  for (const char of text) if (detectScript(char) === script) return true;
  return false;
}

/** The writing systems that tell languages apart, each by a pattern of its letters. */
const SCRIPT_PATTERNS = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  devanagari: /\p{Script=Devanagari}/u,
  bengali: /\p{Script=Bengali}/u,
  thai: /\p{Script=Thai}/u,
  // Chinese and Japanese share their characters, so these count as one; Korean writes some of them too.
  eastAsian: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
  hangul: /\p{Script=Hangul}/u,
} as const;

export type Script = keyof typeof SCRIPT_PATTERNS | 'other';

const LETTER = /\p{L}/u;
const scriptNames = Object.keys(SCRIPT_PATTERNS) as (keyof typeof SCRIPT_PATTERNS)[];

/** The script of a letter; `null` for anything that is no letter. */
export function detectScript(char: string): Script | null {
  if (/^[A-Za-z]$/.test(char)) return 'latin';
  if (!LETTER.test(char)) return null;
  return scriptNames.find((name) => SCRIPT_PATTERNS[name].test(char)) ?? 'other';
}

/** How many letters of each script stand in a text. */
export function countScripts(text: string): ReadonlyMap<Script, number> {
  const counts = new Map<Script, number>();
  for (const char of text) {
    const script = detectScript(char);
    if (script !== null) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return counts;
}

/** Whether at least `atLeast` letters of `script` stand in `text`; stops at the last of them. */
export function usesScript(text: string, script: Script, atLeast: number): boolean {
  let count = 0;
  for (const char of text) {
    if (detectScript(char) === script && ++count >= atLeast) return true;
  }
  return false;
}

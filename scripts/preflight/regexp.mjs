/**
 * Whether a pattern looks behind (`(?<=…)`, `(?<!…)`), as opposed to naming a group (`(?<name>…)`).
 * @param {string} pattern the source of a regular expression
 */
export function hasLookbehind(pattern) {
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(' && /^\(\?<[=!]/.test(pattern.slice(at, at + 4))) return true;
  }
  return false;
}

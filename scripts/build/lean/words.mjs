import { edit } from './edit.mjs';

/** Shorter texts gain nothing. Characters. */
const SHORT = 100;

/**
 * Words in the form that `wordSet` of `src/ingest/extractive/word-set.ts` reads as well: `abbey abbot able` is
 * `0abbey3ot2le`. A third shorter.
 * @param {string} text
 */
export function packWords(text) {
  if (/\d/.test(text)) throw new Error('A list of words holds a digit.');
  let [packed, before] = ['', ''];
  for (const word of [...new Set(text.trim().split(/\s+/))].sort()) {
    let shared = 0;
    while (shared < 9 && shared < before.length && word[shared] === before[shared]) shared++;
    packed += shared + word.slice(shared);
    before = word;
  }
  return packed;
}

/**
 * Packs the word lists of the extractive curator, which are a thirtieth of the bundle.
 *
 * @param {string} code a module of `src/ingest/extractive`
 */
export function withPackedWords(code) {
  return code.includes('wordSet(') ? edit(code, packed, { mayFindNothing: true }) : code;
}

function packed({ type, callee, arguments: given }) {
  if (type !== 'CallExpression' || callee.name !== 'wordSet') return undefined;
  const [list] = given;
  const text = list.type === 'TemplateLiteral' ? list.quasis[0].value.cooked : list.value;
  if (list.expressions?.length > 0 || typeof text !== 'string' || text.length < SHORT) return undefined;
  return `wordSet(${JSON.stringify(packWords(text))})`;
}

import { irregularForms } from './irregular-forms';

const INFLECTED = /^[a-z]{3,}$/;
const ENDINGS = ['', 's', 'es', 'ed', 'ing', 'e', 'y', 'ies', 'ied', 'd', 'er', 'ers', 'or', 'ors', 'ly'];

/** What an English word has in common with its plural and its other forms: roughly, and only where that is safe to say. */
export function stemOf(word: string): string {
  let stem = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:([^aius])s|(ss|sh|ch|x)es)$/, '$1$2');
  // "creator" and "created"; a doctor is no part of "doct".
  const cut = stem.replace(/(?:ing|ed|er|ly)$/, '').replace(/ator$/, 'at');
  if (cut !== stem && cut.length > 2 && /[aeiouy]/.test(cut)) stem = cut.replace(/([bdgklmnprt])\1$/, '$1');
  return stem.length > 3 ? stem.replace(/e$/, '') : stem;
}

/** Other forms that an English word may have, whether there are such words or not; none of a word in any other script. */
export function formsOf(word: string): string[] {
  if (!INFLECTED.test(word)) return [];
  const regular = regularForms(word);
  // "speeds" and "sped" have "speed" in common.
  const irregular = [word, ...regular].flatMap(irregularForms);
  const [base] = irregular;
  const all = base === undefined ? regular : [...regular, ...irregular, ...regularForms(base)];
  return [...new Set(all)].filter((form) => form !== word);
}

function regularForms(word: string): readonly string[] {
  const stem = stemOf(word);
  const bases = [stem, `${stem}${stem.slice(-1)}`];
  if (stem.endsWith('y')) bases.push(stem.slice(0, -1));
  return bases.flatMap((base) => ENDINGS.map((ending) => base + ending)).filter((form) => stemOf(form) === stem);
}

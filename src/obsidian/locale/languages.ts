/** The languages that the app's texts are in. */
export type Language = 'en' | 'de' | 'es' | 'fr' | 'ja' | 'zh';

const BASES = new Map<string, Language>([
  ['de', 'de'],
  ['es', 'es'],
  ['fr', 'fr'],
  ['ja', 'ja'],
]);

/** Codes of Chinese that mean Simplified. The others, such as zh-TW, get English and not a script that they did not choose. */
const SIMPLIFIED = new Set(['zh', 'zh-cn', 'zh-sg', 'zh-hans']);

/** The language for a code of the app, such as `de` or `pt-BR`. English where there is no other. */
export function languageFor(code: string): Language {
  const name = code.toLowerCase().replaceAll('_', '-');
  if (SIMPLIFIED.has(name) || name.startsWith('zh-hans-')) return 'zh';
  return BASES.get(name.split('-')[0] ?? '') ?? 'en';
}

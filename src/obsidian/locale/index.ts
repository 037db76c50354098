/**
 * locale: every word that a person reads in the app, one file an area, and how dates and numbers are written. English is
 * in the folder `en`; each other language is a folder like it, loaded when the app is in that language.
 */
import { translate } from './area';
import { type CoreTranslator } from './core/translate';
import { app } from './en/app';
import { formatIn } from './format';
import { languageFor, type Language } from './languages';
import { type Texts } from './texts';

export { app } from './en/app';
export { chat } from './en/chat';
export { evidence } from './en/evidence';
export { home } from './en/home';
export { jobs } from './en/jobs';
export { maintain } from './en/maintain';
export { memory } from './en/memory';
export { packs } from './en/packs';
export { panels } from './en/panels';
export { pictures } from './en/pictures';
export { plan } from './en/plan';
export { retention } from './en/retention';
export { review } from './en/review';
export { settings } from './en/settings';
export { trust } from './en/trust';
export { units } from './en/units';
export { dateText, listText, numberText } from './format';

const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>> = {
  de: () => import('./de'),
  es: () => import('./es'),
  fr: () => import('./fr'),
  ja: () => import('./ja'),
  zh: () => import('./zh'),
};

/** Translates what the core composes; `null` in English. */
let core: CoreTranslator | null = null;

/** Shows the texts in the language of the app. @param code as the app gives it, such as `de` or `pt-BR` */
export async function useLanguage(code: string): Promise<void> {
  const language = languageFor(code);
  if (language === 'en') {
    showTexts(code, null);
    return;
  }
  const areas = { ...(await TRANSLATIONS[language]()) };
  showTexts(code, { areas, core: (await import('./core')).translatorFor(language) });
}

/** Shows texts that were loaded. @param translation `null` for English */
export function showTexts(
  code: string,
  translation: { readonly areas: Readonly<Record<string, object>>; readonly core: CoreTranslator } | null,
): void {
  // An app in a language that is not here is in English, with English dates.
  formatIn(translation !== null || code.toLowerCase().startsWith('en') ? code : 'en');
  translate(translation?.areas ?? null);
  core = translation?.core ?? null;
}

/** A text that the core composed, such as the message of an error, a finding or a title, in the language of the app where it is known. */
export function coreText(text: string): string {
  return core?.translate(text) ?? text;
}

/** A text in the quotation marks of the language. */
export function quoteText(text: string): string {
  return app.quote(text);
}

/** Facts or names in a row, with the comma of the language. Empty ones are left out. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(app.comma);
}

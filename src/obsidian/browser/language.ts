import { showTexts } from '../locale';
import { type CoreTranslator } from '../locale/core/translate';
import { type browser } from '../locale/en/browser';
import { languageFor, type Language } from '../locale/languages';
import { type Texts } from '../locale/texts';

interface PageTexts {
  readonly areas: Texts;
  readonly browser: typeof browser;
  readonly core: CoreTranslator;
  /** The numbers in these texts have a language of their own, because they are a file of their own. */
  formatIn(language: string): void;
}

const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<PageTexts>>> = {
  de: () => import('./texts/de'),
  es: () => import('./texts/es'),
  fr: () => import('./texts/fr'),
  ja: () => import('./texts/ja'),
  zh: () => import('./texts/zh'),
};

/** The first language of the browser that the texts are in; English where there is none. @param codes in the order of preference */
export function chosenLanguage(codes: readonly string[]): string {
  return codes.find((code) => languageFor(code) !== 'en' || /^en\b/i.test(code)) ?? 'en';
}

/** Shows the page in the language of the browser. Where its file cannot be loaded, the page is in English. */
export async function followLanguage({ languages }: Pick<Navigator, 'languages'>): Promise<void> {
  const code = chosenLanguage(languages);
  const language = languageFor(code);
  const texts = language === 'en' ? null : await TRANSLATIONS[language]().catch(() => null);
  if (texts === null) {
    showTexts(language === 'en' ? code : 'en', null);
    return;
  }
  texts.formatIn(code);
  showTexts(code, { areas: { ...texts.areas, browser: texts.browser }, core: texts.core });
  window.document.documentElement.lang = code;
}

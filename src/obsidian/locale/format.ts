let tag = 'en';

/**
 * Sets the language that numbers, dates and amounts of money are written in: the region of the system where the system
 * speaks the same language, so that an app in English on a British computer writes British dates.
 */
export function formatIn(language: string, system = new Intl.DateTimeFormat().resolvedOptions().locale): void {
  tag = system.split('-')[0] === language.split('-')[0] ? system : language;
}

export function dateText(at: Date | number, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tag, style).format(at);
}

export function numberText(value: number, style?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(tag, style).format(value);
}

/** As "a, b and c", or as "a, b or c". */
export function listText(items: readonly string[], kind: 'and' | 'or' = 'and'): string {
  return new Intl.ListFormat(tag, { type: kind === 'and' ? 'conjunction' : 'disjunction' }).format(items);
}

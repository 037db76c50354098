/**
 * A text of the core in every language. `{0}`, `{1}`… stand for what the core fills in: as it is, or with `*` a text that is translated
 * too, with `#` a number, with `@` a day such as 2026-04-18. The translations only number them.
 */
export type Row = readonly [en: string, de: string, es: string, fr: string, ja: string, zh: string];

/** The columns of a row, by language. */
export const COLUMNS = { de: 1, es: 2, fr: 3, ja: 4, zh: 5 } as const;

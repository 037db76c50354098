/** What a translation of `T` looks like: the same keys and parameters, any words. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Words<Said>
    : { readonly [Key in keyof T]: Words<T[Key]> };

/** The words of every area, by the name of the area. */
type Areas = Readonly<Record<string, object>>;
type Texts = Record<string, unknown>;

interface Area {
  /** What screens hold and read. */
  readonly shown: object;
  /** The English words, kept while another language is shown. */
  english: object | null;
}

const registered = new Map<string, Area>();
let translation: Areas | null = null;

/**
 * The words of one area. The object, and every object in it, stays the same when the language changes: a module may keep
 * one of them, but must read a text only when it shows it.
 */
export function area<const T extends object>(name: string, english: T): Words<T> {
  const added: Area = { shown: english, english: null };
  registered.set(name, added);
  show(name, added);
  return added.shown as Words<T>;
}

/** Puts a translation into every area, now and as areas are loaded. `null`: English. */
export function translate(areas: Areas | null): void {
  translation = areas;
  for (const [name, each] of registered) show(name, each);
}

function show(name: string, each: Area): void {
  const translated = translation?.[name];
  if (translated === undefined && each.english === null) return;
  each.english ??= copyOf(each.shown);
  fill(each.shown as Texts, each.english as Texts);
  if (translated !== undefined) fill(each.shown as Texts, translated as Texts);
}

function fill(shown: Texts, words: Texts): void {
  for (const [key, value] of Object.entries(words)) {
    const before = shown[key];
    if (isObject(value) && isObject(before)) fill(before, value);
    else shown[key] = value;
  }
}

function copyOf(words: object): object {
  const values: readonly [string, unknown][] = Object.entries(words);
  const copies = values.map(([key, value]) => [key, isObject(value) ? copyOf(value) : value] as const);
  return Array.isArray(words) ? copies.map(([, value]) => value) : Object.fromEntries(copies);
}

const isObject = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

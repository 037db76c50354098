/** Words whose final `s` is not a plural, and irregular plurals. */
const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map(
  'lens:lens lenses:lens series:series species:species news:news physics:physics mathematics:mathematics women:woman men:man children:child'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** A rough singular, good enough to count words by. */
export function stem(key: string): string {
  const known = IRREGULAR_STEMS.get(key);
  if (known !== undefined) return known;
  if (key.length > 4 && key.endsWith('ies')) return `${key.slice(0, -3)}y`;
  if (key.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(key)) return key.slice(0, -2);
  if (key.length > 3 && key.endsWith('s') && !/(?:ss|us|is)$/.test(key)) return key.slice(0, -1);
  return key;
}

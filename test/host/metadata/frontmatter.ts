type Frontmatter = Readonly<Record<string, unknown>> | null | undefined;

const asList = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).map((each) => String(each).trim());

/** d.ts `parseFrontMatterEntry`. */
export function parseFrontMatterEntry(frontmatter: Frontmatter, key: string | RegExp): unknown {
  const names = Object.keys(frontmatter ?? {});
  const name = names.find((each) =>
    typeof key === 'string' ? each.toLowerCase() === key.toLowerCase() : key.test(each),
  );
  return name === undefined ? null : (frontmatter?.[name] ?? null);
}

/** d.ts `parseFrontMatterStringArray`. */
export function parseFrontMatterStringArray(frontmatter: Frontmatter, key: string | RegExp): string[] | null {
  const list = asList(parseFrontMatterEntry(frontmatter, key)).filter(Boolean);
  return list.length === 0 ? null : list;
}

/** d.ts `parseFrontMatterAliases`. */
export function parseFrontMatterAliases(frontmatter: Frontmatter): string[] | null {
  return parseFrontMatterStringArray(frontmatter, /^alias(es)?$/i);
}

/** d.ts `parseFrontMatterTags`; each with its `#`. */
export function parseFrontMatterTags(frontmatter: Frontmatter): string[] | null {
  const tags = parseFrontMatterStringArray(frontmatter, /^tags?$/i);
  return tags?.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`)) ?? null;
}

/** d.ts `getAllTags`: "Combines all tags from frontmatter and note content into a single array." */
export function getAllTags(cache: {
  readonly tags?: readonly { readonly tag: string }[];
  readonly frontmatter?: Readonly<Record<string, unknown>>;
}): string[] | null {
  return [...(parseFrontMatterTags(cache.frontmatter) ?? []), ...(cache.tags ?? []).map(({ tag }) => tag)];
}

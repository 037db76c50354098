/** Says whether pages rest on the source of a passage, for people and models. @param pages those that do, best first */
export function describeSourceUse(pages: readonly { readonly title: string }[]): string {
  if (pages.length === 0) return 'in a source, not yet in the wiki';
  const titles = pages.slice(0, 3).map(({ title }) => title);
  return `in a source used by ${titles.join(', ')}${pages.length > titles.length ? ' and others' : ''}`;
}

/** A passage of a source as one text: what introduces it, and the sentences beside it. */
export function inContext({
  lead,
  before,
  text,
  after,
}: Readonly<Record<'lead' | 'before' | 'after', string | null>> & { readonly text: string }): string {
  return [lead, before, text, after].filter(Boolean).join(' ');
}

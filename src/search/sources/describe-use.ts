/** Says whether pages rest on the source of a passage, for people and models. @param pages those that do, best first */
export function describeSourceUse(pages: readonly { readonly title: string }[]): string {
  if (pages.length === 0) return 'in a source, not yet in the wiki';
  const titles = pages.slice(0, 3).map(({ title }) => title);
  return `in a source used by ${titles.join(', ')}${pages.length > titles.length ? ' and others' : ''}`;
}

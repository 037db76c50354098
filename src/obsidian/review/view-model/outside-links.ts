/**
 * Notes outside the wiki that link to one of its files. Their links are not updated, because a review never writes outside
 * the wiki.
 *
 * @param links Obsidian's resolved links: for each note, how often it links to which paths
 * @param isOutside whether a path of the vault lies outside the wiki
 */
export function outsideBacklinks(
  links: Readonly<Record<string, Readonly<Record<string, number>>>>,
  path: string,
  isOutside: (path: string) => boolean,
): readonly string[] {
  return Object.keys(links)
    .filter((from) => Object.hasOwn(links[from] ?? {}, path) && isOutside(from))
    .sort();
}

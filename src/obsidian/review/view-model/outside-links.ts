/**
 * Notes outside the wiki that link to a file of it. A change rewrites the wiki's own links; those of other notes stay as
 * they are, since no change under review writes outside the wiki.
 *
 * @param links what the app resolved: by the path of a note, how often it links to which paths
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

/** Slugs that differ only in case or Unicode form are the same slug. */
export function slugKey(slug: string): string {
  return slug.normalize('NFC').toLowerCase();
}

/**
 * Keys of the facts that the check of a page can depend on. The page itself and the targets of its links have no keys:
 * the snapshot tells which pages changed and which mention a name.
 */
export const factKey = {
  slug: (slug: string): string => `slug ${slugKey(slug)}`,
  declared: (slug: string): string => `declared ${slugKey(slug)}`,
  contradicts: (path: string): string => `contradicts ${path}`,
  source: (ref: string): string => `source ${ref}`,
  anchors: (path: string): string => `anchors ${path}`,
  inbound: (path: string): string => `inbound ${path}`,
  file: (path: string): string => `file ${path.toLowerCase()}`,
  indexed: (slug: string): string => `indexed ${slug}`,
  nearest: (target: string): string => `nearest ${target}`,
};

/** d.ts `parseLinktext`: "subpath can refer either to a block id, or a heading"; the subpath keeps its `#`. */
export function parseLinktext(linktext: string): { path: string; subpath: string } {
  const clean = linktext.replace(/\u00A0/g, ' ').normalize('NFC');
  const hash = clean.indexOf('#');
  return hash < 0 ? { path: clean, subpath: '' } : { path: clean.slice(0, hash), subpath: clean.slice(hash) };
}

/** d.ts `getLinkpath`. */
export function getLinkpath(linktext: string): string {
  return parseLinktext(linktext).path;
}

/** d.ts `stripHeading`: "stripping out special characters and shrinking consecutive spaces". */
export function stripHeading(heading: string): string {
  return heading
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** d.ts `stripHeadingForLink`: "stripping out some bad combinations of special characters that could break links". */
export function stripHeadingForLink(heading: string): string {
  return heading
    .replace(/([:#|^\\\r\n]|%%|\[\[|\]\])/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What begins a link to a place in a pack. */
const PACK_SCHEME = 'pack:';

/** Where a citation of a pack leads. */
export interface PackPlace {
  readonly pack: string;
  /** Relative to the pack. */
  readonly path: string;
  /** As the link names it; `null` for the file as a whole. */
  readonly section: string | null;
}

/** How a section is cited, without the characters that would end or split a wikilink. */
export function packLink(pack: string, path: string, section: string | null): string {
  const file = path.replace(/[%[\]|#^\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const name = section === null ? '' : linkedSection(section);
  return `${PACK_SCHEME}${pack}/${file}${name === '' ? '' : `#${name}`}`;
}

/** The name of a section as a link has it. `Bearings#Limits` is the section of that name under another. */
export const linkedSection = (section: string): string =>
  section
    .replace(/[[\]|^\\:%<>`]/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** Reads a link to a pack; `null` for any other. */
export function readPackLink(link: string): PackPlace | null {
  const [, pack, file, section] = /^pack:([a-z0-9][a-z0-9-]{0,63})\/([^#]+)(?:#(.*))?$/i.exec(link.trim()) ?? [];
  if (pack === undefined || file === undefined) return null;
  const path = file.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return { pack: pack.toLowerCase(), path, section: section === undefined || section === '' ? null : section };
}

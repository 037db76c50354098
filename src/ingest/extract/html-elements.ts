import { type PassageKind } from '../types';

/** The part of a page that a block is in. `chrome` is navigation, headers, footers and the like. */
export type PageZone = 'body' | 'main' | 'article' | 'chrome';

/** Elements whose content is not text of the page. */
export const SKIPPED_ELEMENTS = new Set(
  'script style template noscript svg iframe frame object embed audio video canvas map select button textarea input datalist dialog rp del s strike'.split(
    ' ',
  ),
);
/** Elements that begin and end a block. */
export const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
/** Elements whose text is a name. */
export const NAME_ELEMENTS = new Set(['a', 'code', 'dfn', 'kbd', 'samp', 'tt']);
const CHROME_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menu', 'menubar', 'toolbar']);
/** The kind of the passages in an element, given that of the element around it. */
export function kindOf(name: string, inherited: PassageKind): PassageKind {
  if (/^h[1-6]$/u.test(name)) return 'heading';
  if (name === 'pre' || name === 'listing' || name === 'xmp') return 'code';
  if (name === 'blockquote') return 'quote';
  if (name === 'li' || name === 'dt' || name === 'dd') return inherited === 'quote' ? 'quote' : 'list';
  if (name === 'table') return 'paragraph';
  return inherited;
}

/** The zone of an element, given that of the element around it. */
export function zoneOf(name: string, attributes: Readonly<Record<string, string>>, inherited: PageZone): PageZone {
  const role = attributes.role?.toLowerCase() ?? '';
  if (inherited === 'chrome' || name === 'nav' || CHROME_ROLES.has(role)) return 'chrome';
  if (name === 'footer' && inherited === 'body') return 'chrome';
  if (name === 'main' || role === 'main') return 'main';
  if (name === 'article' && inherited === 'body') return 'article';
  return inherited;
}

export function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    attributes.hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(attributes.style ?? '')
  );
}

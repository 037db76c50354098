import { percentDecode } from './destination';

/** What may stay in an untrusted text. */
export interface InertRules {
  /** Keeps callouts, footnotes, tags, block ids and links to web pages: for showing a whole page, not for writing one. */
  readonly asPage?: boolean;
  /** Shows the backticks of code that a plugin would run, as text; otherwise they go. */
  readonly showsCodeMarks?: boolean;
  /** The target to link to instead; `null` makes the link plain text. Without it every link within the vault stays. */
  readonly resolve?: (target: string) => string | null;
  /** Whether `[id]` may cite this source; all may, by default. */
  readonly canCite?: (id: string) => boolean;
}

const SCHEME = /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i;
const WEB_ADDRESS = /^https?:\/\//i;

/** Where a link of an untrusted text may lead. */
interface InertTarget {
  readonly form: 'wikilink' | 'markdown';
  readonly target: string;
}

/** @returns `null` if the link has to become plain text */
export function inertTarget(address: string, { asPage, resolve }: InertRules): InertTarget | null {
  // A browser ignores controls and blanks within a scheme.
  const bare = address.replace(/[\p{Cc}\p{Cf}\s]/gu, '');
  if (bare === '' || SCHEME.test(bare) || /%(?:25)*3a/i.test(bare.slice(0, 40))) {
    return asPage === true && WEB_ADDRESS.test(bare) ? { form: 'markdown', target: bare } : null;
  }
  if (resolve === undefined) return { form: 'markdown', target: address };
  const target = resolve(percentDecode(address));
  return target === null ? null : { form: 'wikilink', target };
}

/** The text of a wikilink, which cannot be escaped. */
export function plainLabel(text: string): string {
  return text
    .replace(/:\/\//g, ': ')
    .replace(/www\./gi, 'www ')
    .replace(/[[\]{}|#^\\`<>*%=~$@]/g, '')
    .replace(/::/g, ':')
    .replace(/\s+/g, ' ')
    .trim();
}

/** An address with everything percent-encoded that Markdown could read as markup. */
export function encodeAddress(address: string): string {
  return address.replace(/[\s<>()\\`[\]{}|"'^*_~$!\p{Cc}\p{Cf}]/gu, (char) =>
    [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(''),
  );
}

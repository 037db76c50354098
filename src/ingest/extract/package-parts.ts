import { type ReaderInput } from './passage-builder';
import { declaredEncoding, decodeText } from './encoding';
import { parseMarkup } from './markup';
import { sourceBroken } from './source-errors';
import { type ZipArchive } from './zip';

/** An XML or HTML entry of an archive as text; `null` if there is no entry with this name. */
export async function readPart(archive: ZipArchive, name: string, input: ReaderInput): Promise<string | null> {
  const bytes = await archive.read(name, input.run);
  if (bytes === null) return null;
  const decoded = decodeText(bytes, declaredEncoding(bytes), input.guessEncoding);
  if (decoded === null) throw sourceBroken(input.path, `its part "${name}" is not text.`);
  return decoded.text;
}

export interface XmlElement {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly inside it. */
  text: string;
}

/** All elements of a small XML part, in the order of their start tags. */
export async function readElements(xml: string, input: ReaderInput): Promise<XmlElement[]> {
  const elements: XmlElement[] = [];
  const open: XmlElement[] = [];
  await parseMarkup(
    xml,
    {
      open: (name, attributes) => {
        const element = { name: localName(name), attributes, text: '' };
        elements.push(element);
        open.push(element);
      },
      text: (text) => {
        const element = open.at(-1);
        if (element !== undefined) element.text += text;
      },
      close: () => void open.pop(),
    },
    'xml',
    input,
  );
  return elements;
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its local name, whatever its prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | null {
  if (Object.hasOwn(attributes, name)) return attributes[name] ?? null;
  for (const key of Object.keys(attributes)) if (localName(key) === name) return attributes[key] ?? null;
  return null;
}

/**
 * The name of the archive entry to which `target`, written in the part `from`, refers. It is only looked up, so a target
 * outside the archive finds nothing.
 */
export function resolvePart(from: string, target: string): string {
  const [bare = ''] = target.split(/[?#]/u);
  const parts = bare.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of bare.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Decodes a percent-encoded name; a name that is not valid stays as it is. */
export function decodePartName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

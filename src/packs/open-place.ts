import { createLineIndex } from '../markdown';
import { readPackFile } from './pack-files';
import { linkedSection, type PackPlace } from './pack-link';
import { sectionsOf } from './sections';
import { type Pack } from './types';

/** A file of a pack, opened at a section. */
export interface OpenedPlace {
  readonly path: string;
  readonly hash: string;
  /** The whole file. */
  readonly text: string;
  /** Of the section in `text`, UTF-16 units; the beginning of the file where it has no such section. */
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  /** Whether the file has the section that was asked for. */
  readonly isFound: boolean;
}

/** Opens a file of a pack where a citation leads; `null` for one that is gone or no text. */
export async function openPackPlace(
  pack: Pack,
  { path, section }: Omit<PackPlace, 'pack'>,
): Promise<OpenedPlace | null> {
  const read = await readPackFile(pack, path);
  if (read === null) return null;
  const { text, hash } = read;
  const wanted = section === null ? null : linkedSection(section).toLowerCase();
  const found =
    wanted === null
      ? undefined
      : sectionsOf(text).find(({ name }) => name !== null && linkedSection(name).toLowerCase() === wanted);
  const start = found === undefined ? 0 : Math.max(0, text.indexOf(found.text));
  const end = found === undefined ? text.length : start + found.text.length;
  const { line } = createLineIndex(text).placeAt(start);
  return { path, hash, text, start, end, line, isFound: section === null || found !== undefined };
}

import * as z from 'zod/mini';
import { isWikiError, parseForeignJson } from '../../base';
import { type StateFolder } from './state-folder';

/** What a folder holds of the state of its wiki. */
interface StateMark {
  /** All of the table up to this version. */
  readonly version: number;
  /** Whether a program has begun to change it, under the lock, and has not handed over what it did. */
  readonly isOpen: boolean;
}

const FILE = '.wiki/server-state.json';
const NOTHING: StateMark = { version: 0, isOpen: false };
const shape = z.lazy(() => z.object({ format: z.literal(1), version: z.int(), isOpen: z.boolean() }));

/** A mark that is missing or damaged: the folder holds nothing. */
export async function readMark(folder: StateFolder): Promise<StateMark> {
  const content = await folder.read(FILE);
  if (content === null) return NOTHING;
  try {
    return z.parse(shape, parseForeignJson(new TextDecoder().decode(content)));
  } catch (error) {
    if (isWikiError(error)) throw error;
    return NOTHING;
  }
}

export function writeMark(folder: StateFolder, { version, isOpen }: StateMark): Promise<void> {
  return folder.write(FILE, new TextEncoder().encode(JSON.stringify({ format: 1, version, isOpen })), true);
}

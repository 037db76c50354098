import { hasChecksum, withChecksum } from './checksum';
import { type ShardStore } from './types';

const VERSION = 1;

/** UTF-16 units of the vectors of one shard; the oldest go above it. All 256 shards together stay below 26 MB. */
const FULL = 100_000;

/** A vector in whole numbers from -127 to 127: its length is lost, its direction is kept, but for a part of a degree. */
export type Direction = Int8Array;

export function directionOf(vector: readonly number[]): Direction {
  const most = vector.reduce((sum, each) => Math.max(sum, Math.abs(each)), 0);
  return Int8Array.from(vector, (each) => Math.round((each / most) * 127));
}

/** The cosine of the angle between two directions of one length; 0 where one leads nowhere. */
export function cosine(a: Direction, b: Direction): number {
  const dot = (one: Direction, other: Direction): number =>
    one.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) || 0;
}

/** Directions of texts by their keys, which are lower-case hexadecimal digits. */
export interface VectorCache {
  get(key: string): Promise<Direction | null>;
  /** Of a key that was asked for before. */
  put(key: string, direction: Direction): void;
  /** Writes the shards that were changed. @throws what the store throws */
  save(): Promise<void>;
}

/**
 * A cache in shards by the first two digits of the keys: one new text rewrites one of 256. What is damaged, or of another
 * version, is as good as not there. Where two write at once the last one counts, which costs that some are asked for again.
 */
export function createVectorCache(store: ShardStore): VectorCache {
  const shards = new Map<string, Map<string, string>>();
  const unsaved = new Set<string>();
  const nameOf = (key: string): string => `${key.slice(0, 2)}.json`;
  return {
    async get(key) {
      const name = nameOf(key);
      if (!shards.has(name)) {
        const read = readShard(await store.read(name));
        // Somebody may have read it meanwhile, and put something into it.
        if (!shards.has(name)) shards.set(name, read);
      }
      const text = shards.get(name)?.get(key);
      try {
        return text ? Int8Array.from(atob(text), (char) => char.charCodeAt(0)) : null;
      } catch {
        return null;
      }
    },
    put(key, direction) {
      shards.get(nameOf(key))?.set(key, btoa(String.fromCharCode(...new Uint8Array(direction.buffer))));
      unsaved.add(nameOf(key));
    },
    async save() {
      for (const name of unsaved) {
        const shard = shards.get(name) ?? new Map<string, string>();
        let size = 0;
        for (const [key, text] of [...shard].reverse()) if ((size += text.length) > FULL) shard.delete(key);
        unsaved.delete(name);
        try {
          await store.write(name, withChecksum(JSON.stringify({ version: VERSION, rows: [...shard] })));
        } catch (error) {
          unsaved.add(name);
          throw error;
        }
      }
    },
  };
}

function readShard(text: string | null): Map<string, string> {
  try {
    const { version, rows } = JSON.parse(text !== null && hasChecksum(text) ? text : '{}') as Record<string, unknown>;
    return new Map(version === VERSION ? (rows as [string, string][]) : []);
  } catch {
    return new Map();
  }
}

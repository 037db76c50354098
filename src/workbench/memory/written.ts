import { readBullets } from '../../harvest';
import { type JsonObject } from '../../base';

/** A bullet that a transaction wrote, with what it rests on. Kept in the journal, never in the notes. */
export interface WrittenBullet {
  readonly path: string;
  /** The whole bullet. */
  readonly text: string;
  readonly quote: string | null;
  /** Whether a quote was given that is not in the conversation. */
  readonly isQuoteMissing: boolean;
}

/** What a transaction says that it wrote; nothing where it says so in no known shape. */
export function writtenBullets(facts: Readonly<Record<string, unknown>>): readonly WrittenBullet[] {
  if (!Array.isArray(facts.bullets)) return [];
  return facts.bullets.flatMap((bullet: unknown) => {
    const { path, text, quote, isQuoteMissing } = (bullet ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof path !== 'string' || typeof text !== 'string') return [];
    return [{ path, text, quote: typeof quote === 'string' ? quote : null, isQuoteMissing: isQuoteMissing === true }];
  });
}

export function printWritten(bullets: readonly WrittenBullet[]): readonly JsonObject[] {
  return bullets.map((bullet) => ({ ...bullet }));
}

/** A text without these bullets, as far as they are still as they were written. */
export function withoutBullets(text: string, bullets: readonly WrittenBullet[]): string {
  const gone = new Set(bullets.map((bullet) => bullet.text));
  let result = text;
  for (const { start, end, text: found } of [...readBullets(text)].reverse()) {
    if (!gone.has(found.replaceAll('\r', ''))) continue;
    const after = /^\r?\n/.exec(result.slice(end))?.[0].length ?? 0;
    result = result.slice(0, start) + result.slice(end + after);
  }
  return result;
}

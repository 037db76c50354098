import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { CATEGORIES, buildDigest, placeItem, readBullets, withBullets } from '../../src/harvest';
import { conversationName } from '../../src/harvest/conversation-name';
import { PIECES } from '../markdown/hostile-pieces';
import { liveParts } from '../markdown/inert-oracle';

/** What anybody said in a conversation, how it was called, and the names of files, in the notes of a memory folder. */

/** `HOSTILE_TEXTS=50000` is a long run. */
const RUNS = Number(process.env.HOSTILE_TEXTS ?? 60);

const corpus = readFileSync(path.join(__dirname, '../fixtures/plugin-syntaxes/syntaxes.txt'), 'utf8')
  .trimEnd()
  .split('\n=====\n');

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...corpus), fc.constantFrom(...PIECES)), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

it(
  'nothing of a conversation is alive in a category file or the digest, and each item is one bullet',
  () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (statement, detail, title) => {
        const provenance = { conversation: conversationName(title, 'talk'), day: '2026-06-12' };
        for (const category of CATEGORIES) {
          const item = { category, statement, detail, quote: null, isQuoteMissing: false };
          for (const file of [null, { id: '12-34', path: title.replaceAll('\n', ' ') }]) {
            const bullet = placeItem(item, provenance, file);
            const { text, added } = withBullets(null, [bullet], new Set());
            if (text === null) continue;
            expect(liveParts(text, true)).toEqual([]);
            expect(readBullets(text)).toHaveLength(added.length);
            const digest = buildDigest(new Map([[bullet.path, text]])).text ?? '';
            expect(liveParts(digest, true)).toEqual([]);
          }
        }
      }),
      { numRuns: RUNS },
    );
  },
  Math.max(120_000, RUNS * 400),
);

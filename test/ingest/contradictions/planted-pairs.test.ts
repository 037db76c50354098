import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CuratedWiki } from '../support/curated-wiki';

const read = (file: string): string => readFileSync(path.join(__dirname, 'planted', file), 'utf8');
const GAZETTEER = 'sources/1889-gazetteer.md';
const HANDBOOK = 'sources/1911-handbook.md';
const FILES = { [GAZETTEER]: read('1889-gazetteer.md'), [HANDBOOK]: read('1911-handbook.md') };

/** What the two texts give differently, each side by words of its own. */
const PLANTED: readonly (readonly [what: string, one: RegExp, other: RegExp])[] = [
  ['who designed it', /Robert Stevenson/, /John Rennie/],
  ['its height', /115 feet/, /100 feet/],
  ['when it was lit', /1 February 1811/, /1 March 1811/],
  ['of what it is built', /granite/, /sandstone/],
  ['what it cost', /61,331/, /42,000/],
  ['how many lived there', /Sixty men/, /Forty men/],
  ['who was the first keeper', /Henry Hall/, /Abraham Stockwell/],
  ['when it burnt', /2 December 1755/, /4 December 1755/],
  ['how many candles', /24 candles/, /16 candles/],
  ['when it was opened', /30\s+January 1826/, /30 January 1828/],
  ['how many chains', /16 chains/, /14 chains/],
  ['how many were employed', /4,600 men/, /3,900 men/],
];

/** Each callout, with the sentence above it if it shows one side only. */
async function callouts(order: readonly string[]): Promise<readonly string[]> {
  const wiki = await CuratedWiki.of(FILES);
  for (const source of order) await wiki.ingest(source);
  return Object.values(await wiki.pages()).flatMap((text) => {
    const blocks = text.split(/\n{2,}/);
    return blocks.flatMap((block, at) => {
      if (!/^> \[!(?:warning|info)\]/.test(block)) return [];
      const isAlone = (block.match(/\[\^/g) ?? []).length === 1;
      return [isAlone ? `${blocks[at - 1] ?? ''}\n${block}` : block];
    });
  });
}

describe.each([
  ['in the order of their dates', [GAZETTEER, HANDBOOK]],
  ['in the other order', [HANDBOOK, GAZETTEER]],
] as const)('two texts with twelve planted differences, read %s', (_, order) => {
  it('show at least nine of them', async () => {
    const found = await callouts(order);
    const told = PLANTED.filter(([, one, other]) => found.some((text) => one.test(text) && other.test(text)));
    expect(told.length).toBeGreaterThanOrEqual(9);
  });

  it('show nothing that they give alike', async () => {
    const found = await callouts(order);
    const planted = (text: string): boolean => PLANTED.some(([, one, other]) => one.test(text) && other.test(text));
    expect(found.filter((text) => !planted(text))).toEqual([]);
  });
});

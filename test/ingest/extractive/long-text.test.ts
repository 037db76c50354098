import { type Run } from '../../../src/base';
import { EXTRACTIVE_CURATOR, recall, type CurateRequest } from '../../../src/ingest';
import { NameTable } from '../../../src/ingest/recall';
import { parsePage } from '../../../src/wiki';
import { CuratedWiki, NOW, page, prose } from '../support/curated-wiki';

/** About a megabyte in paragraphs of some kilobytes, no two sentences the same. */
function longText(): string {
  const paragraphs: string[] = [];
  for (let at = 0; at < 400; at += 1) {
    const sentences: string[] = [];
    for (let each = 0; each < 25; each += 1) {
      const place = `Harbour${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + each)}`;
      sentences.push(`In ${1500 + at} the keeper of ${place} told Ana Sousa of ${at * each} ships near the old quay.`);
    }
    paragraphs.push(sentences.join(' '));
  }
  return paragraphs.join('\n\n');
}

const PATH = 'sources/log.txt';

async function request(text: string, run: Run): Promise<CurateRequest> {
  const wiki = await CuratedWiki.of({
    [PATH]: 'Short.',
    'entities/ana-sousa.md': page('ana-sousa', 'Ana Sousa', 'Text.'),
  });
  const { lens, index, snapshot } = wiki;
  const source = snapshot.source(PATH);
  if (source === undefined) throw new Error(`no source ${PATH}`);
  return { snapshot, lens, index, source, text: prose(text, { path: PATH }), now: NOW, run };
}

/** Counts how often the work lets others run, and cancels it the `stopAt`-th time. */
function countingRun(stopAt = Infinity): Run & { yields: () => number } {
  const stop = new AbortController();
  let count = 0;
  const yieldToHost = (): Promise<void> => {
    count += 1;
    if (count >= stopAt) stop.abort();
    return Promise.resolve();
  };
  return { signal: stop.signal, progress: () => undefined, yieldToHost, yields: () => count };
}

describe('a megabyte of text', () => {
  const text = longText();
  const portions = Math.floor(text.length / 32_000);

  it.each([
    ['in many paragraphs', text],
    ['in a single one', text.replaceAll('\n\n', ' ')],
  ])('yields between all its parts: %s', async (_, body) => {
    const run = countingRun();
    const wanted = await request(body, run);
    await recall({ ...wanted, budget: 60_000 });
    // It is read for names, then for words.
    expect(run.yields()).toBeGreaterThanOrEqual(2 * portions);
    const before = run.yields();
    await EXTRACTIVE_CURATOR.curate(wanted);
    // Reading, names, definitions, recall, pages and key sentences each go through all of it.
    expect(run.yields() - before).toBeGreaterThanOrEqual(6 * portions);
  });

  it('stops when it is cancelled', async () => {
    for (const stopAt of [3, 150]) {
      const run = countingRun(stopAt);
      await expect(EXTRACTIVE_CURATOR.curate(await request(text, run))).rejects.toMatchObject({
        code: 'living-wiki:cancelled',
      });
      expect(run.yields()).toBe(stopAt);
    }
    const run = countingRun(20);
    await expect(recall({ ...(await request(text, run)), budget: 60_000 })).rejects.toMatchObject({
      code: 'living-wiki:cancelled',
    });
    expect(run.yields()).toBe(20);
  });

  it('gives the same names when searched in chunks', () => {
    const table = new NameTable();
    for (const [slug, title] of [
      ['ana-sousa', 'Ana Sousa'],
      ['of-ships', 'Ships near the old quay'],
      ['in', 'In 1510 the keeper of Harbourka'],
      ['quay', 'Quay'],
    ] as const)
      table.set(`${slug}.md`, parsePage(`${slug}.md`, page(slug, title, '')));
    const pieces = [...table.findInChunks(text, false)];
    expect(pieces.length).toBeGreaterThan(portions);
    expect(pieces.flat()).toEqual(table.find(text, false));
    expect(pieces.flat().length).toBeGreaterThan(20_000);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { type AskResult } from '../../src/workbench';
import { turnMarkdown } from '../../src/obsidian/chat/view-model/markdown';
import { readIndex, renderIndex, renderLogEntry, type Page } from '../../src/wiki';
import { PIECES } from '../markdown/hostile-pieces';
import { liveParts } from '../markdown/inert-oracle';
import { testWiki } from '../support/wiki';

/** Hostile names and texts in what the program writes, in the eyes of a parser that we did not write. */

/** `HOSTILE_TEXTS=50000` is a long run. */
const RUNS = Number(process.env.HOSTILE_TEXTS ?? 300);

const corpus = readFileSync(path.join(__dirname, '../fixtures/plugin-syntaxes/syntaxes.txt'), 'utf8')
  .trimEnd()
  .split('\n=====\n');

const HEADER = /<!-- Generated from .* -->/;

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...corpus), fc.constantFrom(...PIECES)), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

const answerOf = (text: string): AskResult => ({
  ...{ question: text, by: 'model', model: 'tiny', lens: 'wiki', text: 'In 1823 [[lens#History]].' },
  ...{
    citations: [],
    sourceCitations: [],
    packCitations: [],
    packFiles: [],
    uncited: [],
    removed: [],
    gaps: [text],
    hiddenByLens: [],
    contradictions: [],
  },
  read: [{ slug: text, path: 'concepts/lens.md', title: text, sections: [text] }],
  ...{ steps: [], stopped: null, notes: [text] },
  draft: null,
  cost: null,
});

it(
  'nothing hostile is alive in what is written',
  async () => {
    const wiki = await testWiki({});
    const { snapshot } = await wiki.open();
    const { lens } = snapshot;
    fc.assert(
      fc.property(hostile, hostile, (text, other) => {
        const name = text.replace(/[/\n]/g, '');
        const page = {
          ...{ path: `concepts/${name}.md`, slug: name, kind: other, title: text, summary: other },
          ...{ sources: [], data: { metadata: { 'living-wiki': { hub: 'overview' } } }, bodyStart: 0 },
          headings: [other, text].map((heading, at) => ({ level: 2, text: heading, start: at * 10 })),
          links: ['one', 'two'].map((target, at) => ({ target, start: at * 10 + 5, form: 'wikilink', embed: false })),
        };
        const subjects = ['one', 'two'].map((slug) => ({
          ...{ path: `${slug}.md`, slug, kind: other, title: text, summary: other },
          ...{ sources: [], data: {}, headings: [], links: [], bodyStart: 0 },
        }));
        const pages = new Map([page, ...subjects].map((each, at) => [String(at), each as unknown as Page]));
        const index = renderIndex({ pages, lens, sources: new Map(), source: () => undefined });
        const log = renderLogEntry({ at: text, event: other, subject: text, bullets: [other, text] });
        expect(liveParts(index.replace(HEADER, ''), false)).toEqual([]);
        expect(log.split('\n').flatMap((line) => liveParts(line, false))).toEqual([]);
        expect(liveParts(turnMarkdown(answerOf(text)), true)).toEqual([]);
        const draft = { kind: 'summary' as const, text, edits: [] };
        expect(liveParts(turnMarkdown({ ...answerOf(other), draft }), true)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  Math.max(120_000, RUNS * 100),
);

it('a page whose name is not fit for a wikilink is still found in the index', async () => {
  const { lens } = (await (await testWiki({})).open()).snapshot;
  for (const name of ['a<b>c', '`$= x`', 'c$d', 'you@home.example', 'a%%b', '100 %', 'www.e.x', 'a & b = c']) {
    const page = {
      path: `concepts/${name}.md`,
      slug: name,
      kind: 'concept',
      title: 'T',
      summary: '',
      sources: [],
      data: {},
    };
    const index = renderIndex({
      pages: new Map([['a', page as unknown as Page]]),
      lens,
      sources: new Map(),
      source: () => undefined,
    });
    expect(readIndex(index)).toMatchObject([{ slug: name }]);
    expect(index.includes(`[[${name}]]`)).toBe(['100 %', 'a & b = c'].includes(name));
  }
});

import { silentRun } from '../../../src/base';
import { checkQuotes, findQuote, hunksToAccept, type ChangeSet } from '../../../src/change';
import { createModelCurator, estimateModelIngest, fullText } from '../../../src/ingest';
import { findQuotes } from '../../../src/wiki';
import { createLintEngine } from '../../../src/lint';
import { estimateTokens, withFallback } from '../../../src/model';
import { planChange } from '../../../src/proposal';
import { fails, says } from '../../model/server/behaviours';
import { ModelServer } from '../../model/server/server';
import { createFixture, countingRandom, errorOf, key } from '../../model/support';
import { NOW } from '../support/curated-wiki';
import { answerWith, claim, edits, hunksOf, ModelWiki, page, promptOf, rendered, texts } from './support';

const SOURCE = 'sources/2026-04-15-lights.txt';
const LIGHTS = `# Lights of the coast

Halden Light was built in 1831 by Ada Moore. It is 31 metres tall, and it was automated in 1987.

The diaphone is a fog signal that works with compressed air. Halden Light got a diaphone in 1912.
`;
const HALDEN = page(
  'halden-light',
  'Halden Light',
  'Halden Light is a lighthouse on the coast.\n\n## Facts\n\n- It is white.\n\n## See also\n\n- Nothing.',
  'sources:\n  - sources/old.md\n',
);
const FILES = {
  [SOURCE]: LIGHTS,
  'sources/old.md': 'Halden Light is a lighthouse on the coast.',
  'entities/halden-light.md': HALDEN,
};

const survey = {
  claims: [
    claim('Halden Light was built in 1831.', 'Halden Light was built in 1831 by Ada Moore.', {
      about: ['Halden Light'],
      pages: ['halden-light'],
      key: true,
    }),
    claim('It was automated in 1987.', 'it was automated in 1987', {
      about: ['Halden Light'],
      pages: ['halden-light'],
    }),
    claim('The diaphone is a fog signal.', 'The diaphone is a fog signal that works with compressed air.', {
      about: ['diaphone'],
      key: true,
    }),
    claim('It glows in the dark.', 'Halden Light glows in the dark at night.', {
      about: ['Halden Light'],
      pages: ['halden-light'],
    }),
  ],
  names: [
    { name: 'Halden Light', type: 'Place', definition: null },
    { name: 'Diaphone', type: 'Concept', definition: null },
    { name: 'diaphone', type: 'Concept', definition: 'The diaphone is a fog signal that works with compressed air.' },
    { name: 'Nowhere', type: 'Place', definition: 'Nowhere is a place.' },
  ],
};
const written = texts(
  [
    {
      text: 'The source tells of [[halden-light]] and of the [[diaphone]], see [[missing-page]].',
      claims: ['c1', 'c3'],
    },
  ],
  [
    {
      name: 'Diaphone',
      aliases: [],
      confidence: 1,
      sections: [
        { heading: '', text: 'A diaphone is a fog signal driven by compressed air.', claims: ['c3'] },
        { heading: 'Use', text: 'Halden Light got one in 1913.', claims: ['c3'] },
      ],
    },
  ],
);
const edited = edits([
  {
    op: 'insert_after',
    anchor: 'Halden Light is a lighthouse on the coast.',
    text: 'It was built in 1831.',
    claims: ['c1'],
  },
  { op: 'append_to_section', anchor: 'Facts', text: '- It was automated in 1987.', claims: ['c2'] },
  { op: 'append_to_section', anchor: 'Facts', text: '- It glows.', claims: ['c4'] },
  { op: 'set_field', anchor: 'confidence', text: '0.99', claims: ['c1'] },
]);

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const happy = answerWith(({ task }) => (task === 'survey' ? survey : task === 'texts' ? written : edited));

describe('a source with a model', () => {
  it('becomes a summary, a new page and edits of the page that it concerns', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    const changeSet = await wiki.curate(SOURCE);
    expect(changeSet.files.map(({ path }) => path)).toEqual([
      'summaries/2026-04-15-lights.md',
      'concepts/diaphone.md',
      'entities/halden-light.md',
    ]);
    const pages = rendered(changeSet);
    expect(pages['entities/halden-light.md']).toContain(
      'Halden Light is a lighthouse on the coast. It was built in 1831. [2026-04-15-lights]\n\n## Facts\n\n- It is white.\n- It was automated in 1987. [2026-04-15-lights]\n\n## See also',
    );
    expect(pages['entities/halden-light.md']).toContain(`  - ${SOURCE}`);
    expect(pages['summaries/2026-04-15-lights.md']).toContain(
      '[[halden-light]] and of the [[diaphone]], see missing-page. [2026-04-15-lights]',
    );
    expect(pages['summaries/2026-04-15-lights.md']).toContain('- [[diaphone|Diaphone]] (new page)');
    expect(pages['concepts/diaphone.md']).toContain(
      '# Diaphone\n\nA diaphone is a fog signal driven by compressed air. [2026-04-15-lights]',
    );
    expect(wiki.refused(changeSet)).toEqual([]);
  });

  it('causes no lint finding, and each quote on its pages is in the source', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    const changeSet = await wiki.curate(SOURCE);
    const { snapshot, lens } = wiki;
    const accepted = hunksToAccept(changeSet);
    const engine = createLintEngine();
    const clock = { now: () => NOW };
    const plan = await planChange({ snapshot, lens, engine, changeSet, accepted, clock, run: silentRun });
    expect(plan.checks.guard).toEqual([]);
    expect(plan.checks.introduced.map(({ rule, path, message }) => [rule, path, message])).toEqual([]);
    const quotes = Object.values(rendered(changeSet)).flatMap((text) => findQuotes(text));
    expect(quotes.length).toBeGreaterThanOrEqual(3);
    for (const { text: shown } of quotes) expect(findQuote(LIGHTS, shown)).not.toBeNull();
  });

  it('gives evidence for every part that the model wrote, with the verdict of code', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    const changeSet = await wiki.curate(SOURCE);
    const glow = hunksOf(changeSet, 'entities/halden-light.md').find(({ text }) => text.includes('It glows'));
    expect(glow?.evidence.map(({ verdict }) => verdict)).toEqual(['not-found']);
    expect(glow?.reason).toContain('not in the source');
    const year = hunksOf(changeSet, 'concepts/diaphone.md').find(({ text }) => text.includes('1913'));
    expect(year?.reason).toContain('Not in its quotes: Halden Light, 1913.');
    const text = fullText((await wiki.request(SOURCE)).text);
    const checked = checkQuotes(changeSet, () => text);
    expect(checked.files).toEqual(changeSet.files);
    expect(hunksToAccept(changeSet).has(glow?.id ?? '')).toBe(false);
    expect(Object.values(rendered(changeSet)).join()).not.toContain('glows');
  });

  it('records the calls and their usage, without keys and prompts', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    const { facts } = await wiki.curate(SOURCE);
    expect(facts.usage).toEqual({ input: 300, output: 60, cached: 0, estimated: false });
    expect((facts.calls as { task: string }[]).map(({ task }) => task)).toEqual([
      'survey',
      'texts',
      'entities/halden-light.md',
    ]);
    expect(JSON.stringify(facts)).not.toContain(key);
    expect(JSON.stringify(facts)).not.toContain('untrusted-');
  });

  it('begins every prompt of a run with the same text', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    await wiki.curate(SOURCE);
    const systems = server.asked.map((heard) => (heard.body.messages as { content: string }[])[0]?.content);
    expect(new Set(systems).size).toBe(1);
  });

  it('is not read twice', async () => {
    server.script(happy);
    const first = await ModelWiki.of(server, FILES);
    const pages = rendered(await first.curate(SOURCE));
    const again = await ModelWiki.of(server, { ...FILES, ...pages });
    const asked = server.asked.length;
    expect((await again.curate(SOURCE)).files).toEqual([]);
    expect(server.asked.length).toBe(asked);
  });

  it('shows earlier feedback, and gives it to the model inside a fence', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    const steering = [
      { proposal: '0001-aaaa', path: 'entities/halden-light.md', hunkTitle: 'Facts', reason: 'Too many\ndetails.' },
    ];
    const changeSet = await wiki.curate(SOURCE, { steering });
    expect(changeSet.notes).toContain('Earlier feedback: entities/halden-light.md: Too many details.');
    for (const heard of server.asked) {
      expect(promptOf(heard)).toMatch(
        /<(untrusted-[a-z0-9]{20})>\n- entities\/halden-light.md, Facts: Too many details.\n<\/\1>/,
      );
    }
  });

  it('edits at most as many pages as allowed, and names the others', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    const changeSet = await wiki.curate(SOURCE, { maxPages: 0 });
    expect(changeSet.files.map(({ path }) => path)).not.toContain('entities/halden-light.md');
    expect(changeSet.notes.join()).toContain('at most 0 pages. These were left alone: halden-light.');
  });

  it('tells the model the language of new pages, if one is set', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    await wiki.curate(SOURCE, { language: 'German' });
    expect(promptOf(server.asked[0]!)).toContain('New pages are in this language: German.');
  });

  it('is estimated before anything is sent', async () => {
    server.script(happy);
    const wiki = await ModelWiki.of(server, FILES);
    const estimate = await estimateModelIngest(await wiki.request(SOURCE), { random: countingRandom() });
    expect(server.asked).toEqual([]);
    await wiki.curate(SOURCE);
    expect(estimate.calls).toBe(server.asked.length);
    const sent = server.asked.reduce((sum, heard) => sum + estimateTokens(promptOf(heard)), 0);
    expect(estimate.inputTokens).toBeGreaterThan(sent * 0.5);
    expect(estimate.inputTokens).toBeLessThan(sent * 2);
  });
});

describe('a survey that cannot be used is an error', () => {
  const surveyOf = (claims: readonly unknown[]) => answerWith(() => ({ claims, names: [] }));
  it.each([
    ['nothing at all', surveyOf([]), 'living-wiki:model_empty_answer'],
    ['claims without quotes', surveyOf([claim('It is old.', '')]), 'living-wiki:model_empty_answer'],
    ['a quote that proves nothing', surveyOf([claim('It is old.', 'the')]), 'living-wiki:model_empty_answer'],
    [
      'only invented quotes',
      surveyOf([claim('It is old.', 'It was always there, they say.')]),
      'living-wiki:model_invalid_answer',
    ],
    ['a refusal', says('I cannot assist with this request.'), 'living-wiki:model_refused'],
    ['a cut-off answer', says('{"claims":[', { finish: 'length' }), 'living-wiki:model_cut_off'],
    ['an empty answer', says(''), 'living-wiki:model_empty_answer'],
    ['a wrong key', fails(401, 'bad key'), 'living-wiki:model_authentication'],
  ])('%s', async (_, behaviour, code) => {
    server.script(behaviour);
    const wiki = await ModelWiki.of(server, FILES);
    const error = await errorOf(wiki.curate(SOURCE));
    expect(error.code).toBe(code);
    if (code !== 'living-wiki:model_authentication') expect(error.calls.length).toBeGreaterThan(0);
  });
});

it('a survey without claims is asked of the other model, with a note', async () => {
  server.script(answerWith(() => ({ claims: [], names: [] })));
  const second = await ModelServer.start();
  second.script(happy);
  const wiki = await ModelWiki.of(server, FILES);
  const fallback = createFixture(second, {}, { model: 'second' }).model;
  const changeSet = await wiki
    .curate(SOURCE, { fallback, model: withFallback(createFixture(server).model, fallback) })
    .catch((error: unknown) => error);
  // The first model answers the rest. Its texts are malformed, so the other model gives these too.
  expect(changeSet).not.toBeInstanceOf(Error);
  expect((changeSet as ChangeSet).notes.join()).toContain('second was asked instead');
  await second.close();
});

describe('a picture', () => {
  it('is read by the model, and its quotes are marked as unchecked', async () => {
    const transcription = 'Halden Light, built in 1831';
    server.script(
      answerWith(({ task }) =>
        task === 'picture'
          ? {
              transcription,
              claims: [
                claim('It was built in 1831.', transcription, { about: ['Halden Light'], pages: ['halden-light'] }),
              ],
              names: [],
            }
          : task === 'texts'
            ? texts()
            : edits([
                {
                  op: 'insert_after',
                  anchor: 'Halden Light is a lighthouse on the coast.',
                  text: 'It was built in 1831.',
                  claims: ['c1'],
                },
              ]),
      ),
    );
    const wiki = await ModelWiki.of(server, FILES);
    const request = await wiki.request(SOURCE);
    const picture = { mediaType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) };
    const curator = createModelCurator({ model: createFixture(server).model, random: countingRandom() });
    const changeSet = await curator.curate({ ...request, text: { ...request.text, passages: [] }, picture });
    expect(server.asked[0]?.text).toContain('data:image/png;base64,iVBORw==');
    expect(changeSet.facts.transcription).toBe(transcription);
    const hunk = hunksOf(changeSet, 'entities/halden-light.md').find(({ text }) => text.includes('1831'));
    expect(hunk?.evidence[0]).toMatchObject({ verdict: 'unchecked', quote: transcription });
    expect(hunk?.reason).toContain('The model read this in a picture');
  });
});

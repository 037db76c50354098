import { hunksToAccept } from '../../../src/change';
import { fullText } from '../../../src/ingest';
import { quotesIn } from '../../../src/ingest';
import { findQuote } from '../../../src/change';
import { readFrontmatter } from '../../../src/markdown';
import { ModelServer } from '../../model/server/server';
import { answering, claim, edits, hunksOf, ModelWiki, page, rendered, texts } from './support';

const SOURCE = 'sources/2026-04-15-lights.txt';
const LIGHTS = `# Lights of the coast

Halden Light was built in 1831 by Ada Moore. It is 31 metres tall, and it was automated in 1987.

The diaphone is a fog signal that works with compressed air. Halden Light got a diaphone in 1912.
`;
const HALDEN = page('halden-light', 'Halden Light', 'Halden Light is a lighthouse on the coast.\n\n## Facts\n\n- It is white.\n\n## See also\n\n- Nothing.', 'sources:\n  - sources/old.md\n');
const FILES = { [SOURCE]: LIGHTS, 'sources/old.md': 'Halden Light is a lighthouse on the coast.', 'entities/halden-light.md': HALDEN };

const survey = {
  claims: [
    claim('Halden Light was built in 1831.', 'Halden Light was built in 1831 by Ada Moore.', { about: ['Halden Light'], pages: ['halden-light'], key: true }),
    claim('It was automated in 1987.', 'it was automated in 1987', { about: ['Halden Light'], pages: ['halden-light'] }),
    claim('The diaphone is a fog signal.', 'The diaphone is a fog signal that works with compressed air.', { about: ['diaphone'], key: true }),
    claim('It glows in the dark.', 'Halden Light glows in the dark at night.', { about: ['Halden Light'], pages: ['halden-light'] }),
  ],
  names: [
    { name: 'Halden Light', type: 'Place', definition: null },
    { name: 'Diaphone', type: 'Concept', definition: null },
    { name: 'diaphone', type: 'Concept', definition: 'The diaphone is a fog signal that works with compressed air.' },
    { name: 'Nowhere', type: 'Place', definition: 'Nowhere is a place.' },
  ],
};
const written = texts(
  [{ text: 'The source tells of [[halden-light]] and of the [[diaphone]], see [[missing-page]].', claims: ['c1', 'c3'] }],
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
  { op: 'insert_after', anchor: 'Halden Light is a lighthouse on the coast.', text: 'It was built in 1831.', claims: ['c1'] },
  { op: 'append_to_section', anchor: 'Facts', text: '- It was automated in 1987.', claims: ['c2'] },
  { op: 'append_to_section', anchor: 'Facts', text: '- It glows.', claims: ['c4'] },
  { op: 'set_field', anchor: 'confidence', text: '0.99', claims: ['c1'] },
]);

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const happy = answering(({ task }) => (task === 'survey' ? survey : task === 'texts' ? written : edited));

describe('a source with a model', () => {
  it('becomes a summary, a new page and edits of the page it concerns', async () => {
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
    expect(pages['summaries/2026-04-15-lights.md']).toContain('[[halden-light]] and of the [[diaphone]], see missing-page. [2026-04-15-lights]');
    expect(pages['summaries/2026-04-15-lights.md']).toContain('- [[diaphone|Diaphone]] (new page)');
    expect(pages['concepts/diaphone.md']).toContain('# Diaphone\n\nA diaphone is a fog signal driven by compressed air. [2026-04-15-lights]');
    console.log(Object.values(pages).join('\n=====\n'), changeSet.notes, JSON.stringify(changeSet.facts, null, 1));
    expect(wiki.refused(changeSet)).toEqual([]);
  });
});
void [hunksToAccept, fullText, quotesIn, findQuote, readFrontmatter, hunksOf];

import { withDependencies, hunksToAccept, type ChangeSet } from '../../../src/change';
import { ModelServer } from '../../model/server/server';
import { answerWith, claim, hunksOf, ModelWiki, page, rendered, texts } from './support';

const QUOTE = 'In 2024 the LED Beacon took the place of the Halden Lamp.';
const DEFINES = 'The LED Beacon is a light without moving parts.';
const SOURCE = 'sources/2026-04-15-survey.txt';
const OLD = 'entities/halden-lamp.md';
const NEW = 'entities/led-beacon.md';
const RECENCY = 'curation:\n  conflictResolution: recency\n';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

interface Scenario {
  readonly replaces?: unknown;
  readonly policy?: string;
  readonly edits?: unknown;
  readonly body?: string;
}

const replaced = (more: object = {}): readonly unknown[] => [
  { old: 'Halden Lamp', new: 'LED Beacon', quote: QUOTE, ...more },
];

async function curated({
  replaces = replaced(),
  policy = RECENCY,
  edits = { edits: [], conflicts: [] },
  body = 'It burns oil. It is bright.',
}: Scenario): Promise<{ changeSet: ChangeSet; refused: readonly string[] }> {
  const survey = {
    claims: [
      claim('The beacon has no moving parts.', DEFINES, { about: ['LED Beacon'] }),
      claim('The beacon replaced the lamp.', QUOTE, { about: ['LED Beacon', 'Halden Lamp'] }),
    ],
    names: [{ name: 'LED Beacon', type: 'thing', definition: DEFINES }],
    ...(replaces === null ? {} : { replaces }),
  };
  server.script(answerWith(({ task }) => (task === 'survey' ? survey : task === 'texts' ? texts() : edits)));
  const wiki = await ModelWiki.of(
    server,
    {
      'sources/2020-01-01-first.txt': 'The Halden Lamp burns oil.',
      [SOURCE]: `${DEFINES}\n\n${QUOTE}\n`,
      [OLD]: page('halden-lamp', 'Halden Lamp', body, 'sources:\n  - sources/2020-01-01-first.txt\n'),
    },
    policy,
  );
  const changeSet = await wiki.curate(SOURCE);
  return { changeSet, refused: wiki.refused(changeSet) };
}

describe('a page that a new one replaces', () => {
  it('keeps its text and says so in its history; the new page carries `supersedes`', async () => {
    const { changeSet, refused } = await curated({});
    expect(refused).toEqual([]);
    const after = rendered(changeSet);
    expect(after[NEW]).toContain('supersedes:\n  - halden-lamp\n');
    expect(after[OLD]).toContain('It burns oil. It is bright.');
    expect(after[OLD]).toContain(
      '## History\n\n- Superseded by [[led-beacon|LED Beacon]]; the newer source wins. "In 2024 the LED Beacon took the place of the Halden Lamp." [2026-04-15-survey], line 3\n',
    );
    expect(after[OLD]).toContain('  - sources/2026-04-15-survey.txt\n');
  });

  it('has a separate part with the quote, which depends on the new page', async () => {
    const { changeSet } = await curated({});
    const part = hunksOf(changeSet, OLD).find(({ title }) => title === 'Superseded');
    expect(part?.reason).toBe('The new page "LED Beacon" replaces this one; the newer source wins.');
    expect(part?.evidence).toMatchObject([{ quote: QUOTE, verdict: 'found', anchor: { line: 3 } }]);
    const [head] = hunksOf(changeSet, NEW);
    const gone = withDependencies(changeSet, [head?.id ?? ''], 'reject');
    const kept = new Set([...hunksToAccept(changeSet)].filter((id) => !gone.has(id)));
    expect(rendered(changeSet, kept)[OLD] ?? '').not.toContain('Superseded');
  });

  it('shares one history with a resolved contradiction of the same page', async () => {
    const edits = { edits: [], conflicts: [{ claim: 'c2', statement: 'It burns oil.' }] };
    const { changeSet, refused } = await curated({ edits });
    expect(refused).toEqual([]);
    const text = rendered(changeSet)[OLD] ?? '';
    expect(text.match(/## History/g)).toHaveLength(1);
    expect(text).toMatch(/## History\n\n- Until .*It burns oil\..*\n- Superseded by \[\[led-beacon/);
  });

  it('gets a line in its existing history', async () => {
    const { changeSet } = await curated({
      body: 'It burns oil.\n\n## History\n\n- Lit in 1829.\n\n## See also\n\nNothing.',
    });
    expect(rendered(changeSet)[OLD]).toMatch(/## History\n\n- Lit in 1829\.\n- Superseded by .*\n\n## See also/);
  });

  it.each<[string, Scenario]>([
    ['the quote is not in the source', { replaces: replaced({ quote: 'The LED Beacon replaced the Halden Lamp.' }) }],
    ['the quote does not name both', { replaces: replaced({ quote: DEFINES }) }],
    ['no page has the old name', { replaces: replaced({ old: 'the' }) }],
    ['the new one gets no page', { replaces: replaced({ new: 'place' }) }],
    ['the model does not report it', { replaces: null }],
    ['both are kept by policy', { policy: 'curation:\n  conflictResolution: keep-both\n' }],
    ['the old source has as much authority', { policy: 'curation:\n  conflictResolution: authority\n' }],
  ])('stays as it is if %s', async (_, scenario) => {
    const { changeSet } = await curated(scenario);
    const after = rendered(changeSet);
    expect(after[NEW]).toBeDefined();
    expect(JSON.stringify(after)).not.toMatch(/supersede/i);
  });
});

it('the summary of a source that changed is superseded by the new one', async () => {
  const survey = { claims: [claim('No parts move.', DEFINES)], names: [] };
  server.script(answerWith(({ task }) => (task === 'survey' ? survey : texts())));
  const old = 'summaries/2026-04-15-survey.md';
  const manifest = {
    version: 1,
    hashAlgo: 'sha256',
    sources: { [SOURCE]: { contentHash: '0'.repeat(64), slugs: ['2026-04-15-survey'] } },
  };
  const wiki = await ModelWiki.of(server, {
    [SOURCE]: `${DEFINES}\n`,
    '_manifest.json': JSON.stringify(manifest),
    [old]: page('2026-04-15-survey', 'Survey', 'It said less.', `sources:\n  - ${SOURCE}\n`, 'summary'),
  });
  const changeSet = await wiki.curate(SOURCE);
  expect(wiki.refused(changeSet)).toEqual([]);
  const after = rendered(changeSet);
  const [path = '', text = ''] = Object.entries(after).find(([at]) => at !== old) ?? [];
  const slug = path.replace(/^.*\/|\.md$/g, '');
  expect(text).toContain('supersedes:\n  - "2026-04-15-survey"\n');
  expect(after[old]).toContain('It said less.\n\n## History\n\n');
  expect(after[old]).toContain(`- Superseded by [[${slug}|`);
  expect(after[old]).toContain('; its source has changed.');
  expect(changeSet.notes.join('\n')).toContain('a second summary, which supersedes the first');
});

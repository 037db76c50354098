import { findDrift } from '../../src/workspace';
import { manifestOf } from './builders';

const manifest = manifestOf({
  entityTypes: [{ name: 'Concept' }, { name: 'Person' }, { name: 'MarketSignal' }],
  lints: [
    { id: 'require-source', kind: 'require-source', appliesTo: 'Concept', severity: 'error' },
    { id: 'max-age-90', kind: 'max-age', appliesTo: '*', severity: 'warn', params: { days: 90 } },
    { id: 'sure', kind: 'min-confidence', appliesTo: '*', severity: 'info', params: { min: 0.6 } },
  ],
  curation: { conflictResolution: 'recency' },
});

const notes = (text: string) => findDrift(manifest, text).map(({ line, field, found }) => [line, field, found]);

const faithful = `# How this wiki is kept

## Page conventions

Every page has a \`slug\`, a \`kind\` and a \`title\`. \`kind\` is one of \`concept\`, \`person\` or \`market-signal\`.

### Entity types

- **Concept**: an idea that recurs. Cites its sources.
- **Person**: somebody the sources speak of.
- **MarketSignal**: a number that moved.

## Ingest workflow

1. Read the source. Do not change it: that is an error.
2. Update the pages it touches within 30 days.

## Contradiction policy

The most recent source wins. Never decide by authority alone.

## Lint rules

| Rule | Severity | Checks |
|---|---|---|
| \`require-source\` | error | a Concept without a source |
| \`max-age-90\` | warning | older than 90 days |
| \`sure\` | info | confidence below 0.6 |
`;

describe('prose that agrees with the manifest', () => {
  it('reports nothing', () => expect(notes(faithful)).toEqual([]));

  it.each([
    ['nothing at all', ''],
    ['headings and no more', '# Agents\n\n## Page conventions\n\n## Contradiction policy\n\n## Lint rules\n'],
    ['another subject', '# Agents\n\nBe brief. Use British spelling. Ask before you delete 12 files.\n'],
    [
      'the options there are',
      '## Contradictions\n\nBy recency, by source authority or by observation count: see KNOWLEDGE.md.\n',
    ],
    ['options without the one in force', '## Conflicts\n\nChoose `authority` or `keep-both` where it matters.\n'],
    ['what is not done', '## Conflicts\n\nWe do not defer.\n'],
    [
      'an example in a code block',
      '## Lint rules\n\n```\n- `max-age-90` is an error after 30 days\n- `other-rule`\n```\n',
    ],
    ['a comment', '<!--\n## Contradictions\nkeep-both\n-->\n'],
    ['a kind by its plural', '## Entity types\n\n- `Concept`\n\nPeople and market signals have pages too.\n'],
    ['days of something else', '## Lint rules\n\nRun the pass every 7 days.\n'],
    ['a word that is also a rule', '## Lint rules\n\nAn orphan is no error.\n'],
    [
      'sections that are not types',
      '## Page conventions\n\n- **Naming**: kebab-case.\n- **Frontmatter**: required.\n- **Body**: short.\n',
    ],
    [
      'lists of fields beside kinds',
      '## Kinds\n\n- `kind`: one word\n- `title`: a text\n- `concept`: an idea\n- `Person`: a person\n- MarketSignal\n',
    ],
  ])('raises nothing for %s', (_, text) => expect(notes(text)).toEqual([]));

  it('reports nothing when the manifest sets nothing', () => {
    expect(
      findDrift(
        manifestOf(),
        faithful.replace(/### Entity types[^]*?## Ingest/, '## Ingest').replace('`person` or `market-signal`', ''),
      ),
    ).toEqual([]);
  });
});

describe('prose that disagrees with the manifest', () => {
  const without = (text: string) =>
    faithful
      .split('\n')
      .filter((line) => !line.includes(text))
      .join('\n');

  it('is reported when a list of types leaves one out', () => {
    const text = without('MarketSignal').replace(' or `market-signal`', '');
    expect(findDrift(manifest, text)).toEqual([
      {
        line: 9,
        field: 'entityTypes.MarketSignal',
        expected: 'MarketSignal',
        message: 'This list of types leaves out MarketSignal, which KNOWLEDGE.md declares. Add it.',
      },
    ]);
  });

  it('is reported when it lists a type that does not exist', () => {
    const text = faithful.replace('- **Person**', '- **Deal**: an agreement.\n- **Person**');
    expect(findDrift(manifest, text)).toEqual([
      {
        line: 10,
        field: 'entityTypes',
        expected: 'Concept, Person, MarketSignal, Entity, Summary, Comparison, Timeline',
        found: 'Deal',
        message:
          'KNOWLEDGE.md has no entity type Deal. Its types are Concept, Person, MarketSignal, Entity, Summary, Comparison, Timeline.',
      },
    ]);
  });

  it('is reported when it allows a kind that does not exist', () => {
    expect(notes(faithful.replace('or `market-signal`', 'or `deal`'))).toEqual([[5, 'entityTypes', 'deal']]);
  });

  it.each([
    ['by its name', 'We use `keep-both`.', 'keep-both'],
    ['in words', 'The most authoritative source wins.', 'authority'],
    ['as deferral', 'Conflicts are deferred to a person.', 'defer'],
    ['as counting', 'Decide by observation count.', 'observation-count'],
  ])('names another conflict policy: %s', (_, prose, found) => {
    const text = faithful.replace('The most recent source wins. Never decide by authority alone.', prose);
    expect(notes(text)).toEqual([[20, 'curation.conflictResolution', found]]);
  });

  it('is reported when it quotes an old manifest', () => {
    const text = `${faithful}\n\`\`\`yaml\ncuration:\n  conflictResolution: defer\n\`\`\`\n`;
    expect(notes(text)).toEqual([[32, 'curation.conflictResolution', 'defer']]);
  });

  it.each([
    ['| error | a Concept', '| info | a Concept', [[26, 'lints.require-source.severity', 'info']]],
    ['older than 90 days', 'older than 60 days', [[27, 'lints.max-age-90.params.days', '60 days']]],
    ['below 0.6', 'below 0.5', [[28, 'lints.sure.params.min', '0.5']]],
    [
      '| `sure` | info |',
      '| `more-links` | info |',
      [
        [26, 'lints.sure', undefined],
        [28, 'lints', 'more-links'],
      ],
    ],
  ])('says of a lint "%s" as "%s"', (before, after, expected) => {
    expect(notes(faithful.replace(before, after))).toEqual(expected);
  });

  it('is reported when it gives another age without naming the lint', () => {
    expect(notes('## Lint rules\n\nClaims older than 30 days are stale.\n')).toEqual([
      [3, 'lints.max-age-90.params.days', '30 days'],
    ]);
  });

  it('is reported in the order of lines', () => {
    const text = faithful.replace('below 0.6', 'below 0.5').replace('or `market-signal`', 'or `deal`');
    expect(notes(text).map(([line]) => line)).toEqual([5, 28]);
  });
});

it('hostile prose takes no longer than other prose', () => {
  const line = `- \`max-age-90\` ${'newest '.repeat(20_000)}`;
  const text = `## Conflicts\n${`${line}\n`.repeat(20)}\n${'`'.repeat(50_000)}\n${'# '.repeat(50_000)}\n${'| '.repeat(50_000)}`;
  expect(findDrift(manifest, text)).toEqual([]);
});

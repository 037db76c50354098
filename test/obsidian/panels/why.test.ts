import { changedFirst, filterWhy, whyRows, type WhyRow } from '../../../src/obsidian/panels/view-model/why';
import { type ExplainedField } from '../../../src/workbench';

const chain = [
  { name: 'my-wiki', version: '1.2.0', title: 'My wiki', path: 'wiki/KNOWLEDGE.md' },
  { name: 'team', version: '0.4.0', title: 'The team', path: 'team/KNOWLEDGE.md' },
];

function field(over: Partial<ExplainedField>): ExplainedField {
  const from = { from: 'wiki/KNOWLEDGE.md', title: 'My wiki' };
  return {
    field: 'curation.tone',
    value: 'neutral',
    ...from,
    overrode: [],
    contributors: [],
    softened: false,
    ...over,
  };
}

const rowOf = (over: Partial<ExplainedField>): WhyRow | undefined => whyRows({ chain, fields: [field(over)] })[0];

describe('the rows of "why this value?"', () => {
  it('name a manifest as the chain does', () => {
    expect(rowOf({})).toMatchObject({ from: ['my-wiki'], insteadOf: [], alsoIn: [], merged: false });
  });

  it('know no manifest for a default', () => {
    expect(rowOf({ from: 'default', title: '' })?.from).toEqual([]);
  });

  it('fall back to the title, then the path, of what is not in the chain', () => {
    expect(rowOf({ from: 'else/KNOWLEDGE.md', title: 'Else' })?.from).toEqual(['Else']);
    expect(rowOf({ from: 'else/KNOWLEDGE.md', title: '' })?.from).toEqual(['else/KNOWLEDGE.md']);
  });

  it('distinguish a replaced value from a repeated one', () => {
    const overrode = [
      { value: 'neutral', from: 'wiki/KNOWLEDGE.md', title: 'My wiki' },
      { value: 'dry', from: 'old/KNOWLEDGE.md', title: 'Old' },
    ];
    expect(rowOf({ from: 'team/KNOWLEDGE.md', overrode })).toMatchObject({
      from: ['team'],
      insteadOf: [{ value: 'dry', from: 'Old' }],
      alsoIn: ['my-wiki'],
    });
  });

  it('name every manifest that a merged value combines', () => {
    const contributors = ['wiki/KNOWLEDGE.md', 'team/KNOWLEDGE.md'];
    expect(rowOf({ contributors })).toMatchObject({ from: ['my-wiki', 'team'], merged: true });
    expect(rowOf({ contributors: ['wiki/KNOWLEDGE.md'] })).toMatchObject({ from: ['my-wiki'], merged: false });
  });
});

describe('the table', () => {
  const replaced = [{ value: 'warn', from: 'wiki/KNOWLEDGE.md', title: '' }];
  const rows = whyRows({
    chain,
    fields: [
      field({ field: 'curation.tone' }),
      field({
        field: 'lints.old.severity',
        value: 'info',
        from: 'team/KNOWLEDGE.md',
        overrode: replaced,
        softened: true,
      }),
      field({ field: 'title', value: 'The team', from: 'team/KNOWLEDGE.md', overrode: replaced }),
      field({ field: 'titles.other', value: 'x', overrode: replaced }),
    ],
  });

  it('starts with values that views changed and ends with those that describe the manifests', () => {
    expect(changedFirst(rows).map((row) => row.field)).toEqual([
      'lints.old.severity',
      'titles.other',
      'curation.tone',
      'title',
    ]);
  });

  it.each([
    ['', 4],
    ['SEVERITY team', 1],
    ['warn', 3],
    ['my-wiki tone', 1],
    ['nothing like it', 0],
  ])('the filter %j leaves %d rows', (filter, count) => {
    expect(filterWhy(rows, filter)).toHaveLength(count);
  });
});

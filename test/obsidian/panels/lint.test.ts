import fc from 'fast-check';
import {
  canIgnore,
  findingKey,
  groupFindings,
  lintFilter,
  lintRows,
  quickFixOf,
  messageParts,
  nextRow,
  readLintState,
  replacementRow,
  shownPath,
  vaultPath,
  type LintRow,
} from '../../../src/obsidian/panels/view-model/lint';
import { type Finding } from '../../../src/workbench';

function finding(over: Partial<Finding> = {}): Finding {
  const check = over.rule ?? 'broken-ref';
  return {
    rule: check,
    check,
    code: 'link_broken',
    severity: 'error',
    path: 'concepts/runway.md',
    line: 14,
    column: 1,
    message: 'Unexpected link to "lead-investor", expected the name of a page or file that exists',
    suggestions: [],
    fixable: false,
    key: 'lead-investor',
    ...over,
  };
}

const keys = (rows: readonly LintRow[]): string[] =>
  rows.map((row) => (row.kind === 'group' ? row.group.key : row.finding.key));

describe('groups of findings', () => {
  const findings = [
    finding({ rule: 'orphan', severity: 'warn', path: 'b.md', key: '1' }),
    finding({ rule: 'broken-ref', severity: 'error', path: 'b.md', key: '2' }),
    finding({ rule: 'orphan', severity: 'warn', path: 'a.md', key: '3' }),
    finding({ rule: 'max-age', severity: 'warn', path: 'a.md', key: '4' }),
    finding({ rule: 'index-stale', severity: 'info', path: '_index.md', key: '5' }),
  ];
  const grouped = (by: 'severity' | 'rule' | 'page'): unknown =>
    groupFindings(findings, by).map((group) => [
      group.key,
      group.severity,
      group.findings.map(({ key }) => key).join(''),
    ]);

  it('by severity, the most severe first, in the order of the report', () => {
    expect(grouped('severity')).toEqual([
      ['error', 'error', '2'],
      ['warn', 'warn', '134'],
      ['info', 'info', '5'],
    ]);
  });

  it('by rule, the worst first and then the most frequent', () => {
    expect(grouped('rule')).toEqual([
      ['broken-ref', 'error', '2'],
      ['orphan', 'warn', '13'],
      ['max-age', 'warn', '4'],
      ['index-stale', 'info', '5'],
    ]);
  });

  it('by page, in the order of the paths, with the worst severity of each', () => {
    expect(grouped('page')).toEqual([
      ['_index.md', 'info', '5'],
      ['a.md', 'warn', '34'],
      ['b.md', 'error', '12'],
    ]);
  });

  it('a closed group keeps its heading and hides its findings', () => {
    const rows = lintRows(groupFindings(findings, 'severity'), new Set(['warn']));
    expect(keys(rows)).toEqual(['error', '2', 'warn', 'info', '5']);
  });

  it('each finding says which of how many it is', () => {
    const rows = lintRows(groupFindings(findings, 'severity'), new Set());
    expect(rows.flatMap((row) => (row.kind === 'finding' ? [`${row.at}/${row.of}`] : []))).toEqual([
      '1/1',
      '1/3',
      '2/3',
      '3/3',
      '1/1',
    ]);
  });

  it('findings of one rule and page are told apart by check and key', () => {
    const same = [
      finding(),
      finding({ key: 'other' }),
      finding({ check: 'custom-pattern' }),
      finding({ path: 'x.md' }),
    ];
    expect(new Set(same.map(findingKey)).size).toBe(4);
    expect(findingKey(finding({ line: 99, message: 'moved' }))).toBe(findingKey(finding()));
  });
});

describe('the filter', () => {
  it.each([
    ['', true],
    ['  ', true],
    ['LEAD investor', true],
    ['runway.md:14', true],
    ['broken error', true],
    ['runway orphan', false],
  ])('%j shows the finding: %s', (filter, shown) => {
    expect(lintFilter(filter, 'wiki')(finding())).toBe(shown);
  });
});

describe('what a finding offers', () => {
  it('a safe fix before everything else', () => {
    expect(quickFixOf(finding({ fixable: true, suggestions: ['a', 'b'] }))).toEqual({ kind: 'fix' });
  });

  it('the names that a broken link may have meant', () => {
    expect(quickFixOf(finding({ suggestions: ['a', 'b'] }))).toEqual({ kind: 'choose', targets: ['a', 'b'] });
  });

  it('to confirm a change of a manifest, which cannot be ignored', () => {
    const change = finding({ rule: 'unconfirmed-change', path: '../a/KNOWLEDGE.md' });
    expect(quickFixOf(change)).toEqual({ kind: 'confirm', path: '../a/KNOWLEDGE.md' });
    expect([canIgnore(change), canIgnore(finding())]).toEqual([false, true]);
  });

  it('both pages of a contradiction, also where one names the other twice', () => {
    expect(quickFixOf(finding({ rule: 'contradiction', key: 'vector-store' }))).toEqual({
      kind: 'settle',
      slug: 'vector-store',
    });
    expect(quickFixOf(finding({ rule: 'contradiction', key: 'vector-store (2)' }))).toEqual({
      kind: 'settle',
      slug: 'vector-store',
    });
  });

  it('to read a changed source again', () => {
    expect(quickFixOf(finding({ rule: 'source-changed', path: 'sources/a.txt' }))).toEqual({
      kind: 'ingest',
      source: 'sources/a.txt',
    });
  });

  it('nothing if no action can help', () => {
    expect(quickFixOf(finding({ rule: 'orphan' }))).toEqual({ kind: 'none' });
  });
});

describe('a message in parts', () => {
  it('what it quotes is strong and loses its quotes', () => {
    expect(messageParts('Unexpected link to "a b", expected "c"')).toEqual([
      { text: 'Unexpected link to ', strong: false },
      { text: 'a b', strong: true },
      { text: ', expected ', strong: false },
      { text: 'c', strong: true },
    ]);
  });

  it('a quote without its pair leaves the message alone', () => {
    expect(messageParts('5" too wide')).toEqual([{ text: '5" too wide', strong: false }]);
  });

  it('loses nothing but quotes', () => {
    fc.assert(
      fc.property(fc.string(), (message) => {
        const text = messageParts(message)
          .map((part) => part.text)
          .join('');
        const isPaired = message.split('"').length % 2 === 1;
        expect(text).toBe(isPaired ? message.replaceAll('"', '') : message);
      }),
    );
  });
});

describe('what the panel remembers', () => {
  it.each([
    [
      { by: 'page', filter: 'x' },
      { by: 'page', filter: 'x' },
    ],
    [
      { by: 'colour', filter: 3 },
      { by: 'severity', filter: '' },
    ],
    [null, { by: 'severity', filter: '' }],
    ['junk', { by: 'severity', filter: '' }],
  ])('%j is read as %j', (state, read) => {
    expect(readLintState(state)).toEqual(read);
  });
});

describe('the keyboard', () => {
  const rows = lintRows(
    groupFindings([finding({ key: '1' }), finding({ key: '2' }), finding({ key: '3' })], 'severity'),
    new Set(),
  );
  const at = (n: number): string | null => rows[n]?.key ?? null;

  it('moves by one and to the top, and stays at the edges', () => {
    expect(nextRow(rows, at(0), 'down')?.key).toBe(at(1));
    expect(nextRow(rows, at(2), 'up')?.key).toBe(at(1));
    expect(nextRow(rows, at(1), 'first')?.key).toBe(at(0));
    expect(nextRow(rows, at(0), 'up')).toBeNull();
    expect(nextRow(rows, at(3), 'down')).toBeNull();
  });

  it('begins at the top when it is nowhere', () => {
    expect(nextRow(rows, null, 'down')?.key).toBe(at(0));
    expect(nextRow([], null, 'down')).toBeNull();
  });

  it('stays where it is while its finding is there', () => {
    expect(replacementRow(rows, rows, at(2))).toBe(at(2));
  });

  it('moves to the next finding when its own is fixed, otherwise to the previous one', () => {
    const without = (n: number): LintRow[] => rows.filter((_, index) => index !== n);
    expect(replacementRow(rows, without(2), at(2))).toBe(at(3));
    expect(replacementRow(rows, without(3), at(3))).toBe(at(2));
    expect(replacementRow(rows, [], at(3))).toBeNull();
    expect(replacementRow(rows, rows, 'unknown')).toBeNull();
  });
});

describe('the path of a finding in the vault', () => {
  it.each([
    ['wiki', 'concepts/a.md', 'wiki/concepts/a.md'],
    ['', 'a.md', 'a.md'],
    ['a/wiki', '../team/KNOWLEDGE.md', 'a/team/KNOWLEDGE.md'],
    ['wiki', '../../../KNOWLEDGE.md', 'KNOWLEDGE.md'],
  ])('in %j, %j is %j', (root, path, inVault) => {
    expect(vaultPath(root, path)).toBe(inVault);
  });

  it('is shown and searched for a file outside the wiki', () => {
    const view = '../operators/curator/KNOWLEDGE.md';
    expect(shownPath('team/wiki', view)).toBe('team/operators/curator/KNOWLEDGE.md');
    expect(shownPath('team/wiki', 'concepts/a.md')).toBe('concepts/a.md');
    expect(lintFilter('team/operators', 'team/wiki')(finding({ path: view }))).toBe(true);
    expect(lintFilter('../operators', 'team/wiki')(finding({ path: view }))).toBe(false);
  });
});

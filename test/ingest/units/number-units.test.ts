import fc from 'fast-check';
import { silentRun } from '../../../src/base';
import { findQuote } from '../../../src/change';
import { extract, fullText } from '../../../src/ingest';
import {
  formatUnitRanges,
  isSlight,
  numberUnits,
  readUnitRanges,
  renderUnits,
  type NumberedSource,
} from '../../../src/ingest/units';
import { wordsOf } from '../../../src/markdown';
import { extracted } from '../support/extract-source';

const HASH = `sha256:${'0'.repeat(64)}`;

async function read(markdown: string): Promise<{ readonly numbered: NumberedSource; readonly text: string }> {
  const bytes = new TextEncoder().encode(markdown);
  const text = await extract({ path: 'sources/a.md', bytes, hash: HASH, run: silentRun });
  return { numbered: await numberUnits(text, silentRun), text: fullText(text) };
}

const THREAD = `# Sync fails on large vaults #512

alice opened this issue on 2026-01-04

Sync stops after 2,000 files. Should it not go on?

bob (member) commented on 2026-01-06

> Sync stops after 2,000 files.

Yes. The limit is 5,000 files since 1.4.

1. Open the settings.
2. Raise the limit:

\`\`\`sh
> alice commented on 2020-01-01
sync --limit 9000
\`\`\`

stale[bot] commented on 2026-02-20

This issue is stale.

carol commented on 2026-03-01

/assign @bob

I would like a progress bar.

bob closed this as completed on 2026-03-02
`;

describe('the units of a source', () => {
  it('are its sentences, items, rows and code blocks, with their headings as context', async () => {
    const { numbered } = await read(
      '# Tower\n\nIt is 29 m tall. It was built in 1874.\n\nFees:\n\n- Adults pay 4 pounds.\n- Children pay nothing.\n\n| Year | Keeper |\n| --- | --- |\n| 1874 | Grant |\n\n```sh\nls -l\n```\n',
    );
    expect(numbered.units.map(({ number, kind, text, lead }) => [number, kind, text, lead])).toEqual([
      [1, 'sentence', 'It is 29 m tall.', null],
      [2, 'sentence', 'It was built in 1874.', null],
      [3, 'item', 'Adults pay 4 pounds.', 'Fees:'],
      [4, 'item', 'Children pay nothing.', 'Fees:'],
      [5, 'row', 'Year: 1874; Keeper: Grant', null],
      [6, 'code', 'ls -l', null],
    ]);
    expect(numbered.units.map(({ language }) => language)).toEqual([...Array<undefined>(5), 'sh']);
    expect(numbered.units.every(({ anchor }) => anchor.heading === 'Tower')).toBe(true);
    expect(renderUnits(numbered.units, 3)).toBe(
      '# Tower\n{3.1} It is 29 m tall.\n{3.2} It was built in 1874.\n(Fees:)\n{3.3} Adults pay 4 pounds.\n{3.4} Children pay nothing.\n{3.5} Year: 1874; Keeper: Grant\n{3.6} \nls -l',
    );
  });

  it('of a thread have their speaker and date; replies are context, bots and commands are left out', async () => {
    const { numbered } = await read(THREAD);
    expect(numbered.units.map(({ text, speaker, date, mode, lead }) => [text, speaker, date, mode, lead])).toEqual([
      ['Sync stops after 2,000 files.', 'alice', '2026-01-04', 'fact', null],
      ['Should it not go on?', 'alice', '2026-01-04', 'question', null],
      ['The limit is 5,000 files since 1.4.', 'bob', '2026-01-06', 'fact', 'Yes.'],
      ['Open the settings.', 'bob', '2026-01-06', 'fact', null],
      ['> alice commented on 2020-01-01\nsync --limit 9000', 'bob', '2026-01-06', 'fact', 'Raise the limit:'],
      ['I would like a progress bar.', 'carol', '2026-03-01', 'wish', null],
      ['bob closed this as completed on 2026-03-02', 'bob', '2026-03-02', 'event', null],
    ]);
    expect(numbered.units[2]?.replyTo).toBe('Sync stops after 2,000 files.');
    expect(numbered.skipped.map(({ text, reason }) => [text, reason])).toEqual([
      ['This issue is stale.', 'bot'],
      ['/assign @bob', 'command'],
    ]);
  });

  it('of an exported thread have their speaker, and its state is one unit', async () => {
    const bytes = new TextEncoder().encode(
      'title:\tCorrupt upload\nstate:\tCLOSED\nauthor:\tnkemelu\nlabels:\tbug\nnumber:\t301\n--\nIt broke off at 61 %.\n\nThe file is corrupt.\n--\nauthor:\tjtan\nassociation:\tmember\nedited:\ttrue\nstatus:\tnone\n--\nFound it.\n\nThe check compared every eighth part.\n--\nauthor:\tferrule-bot\nassociation:\tnone\nedited:\tfalse\nstatus:\tnone\n--\nA fix has been proposed.\n',
    );
    const text = await extract({ path: 'sources/a.txt', bytes, hash: HASH, run: silentRun });
    const { units, skipped } = await numberUnits(text, silentRun);
    expect(units.map(({ text: own, speaker, role, lead }) => [own.split(/\s/)[0], speaker, role, lead])).toEqual([
      ['title:', 'nkemelu', 'author', null],
      ['It', 'nkemelu', 'author', null],
      ['The', 'nkemelu', 'author', null],
      ['The', 'jtan', 'member', 'Found it.'],
    ]);
    expect(skipped).toMatchObject([{ text: 'A fix has been proposed.', reason: 'bot' }]);
  });

  it('of a list of changes, and below labels of a tracker, are said by nobody', async () => {
    const changes = await read(
      '# Changes\n\n## 1.2.0 (2024-03-01)\n\nNew gate.\n\n## Created 2024-01-02\n\nOld gate.\n',
    );
    const labels = await read('Kind: bug\n\nPriority: high\n\nKind: feature\n\nneeds-triage: yes\n');
    const all = [...changes.numbered.units, ...labels.numbered.units];
    expect(all.map(({ speaker }) => speaker)).toEqual(all.map(() => null));
    expect(all.length).toBeGreaterThan(3);
  });

  it('of an exported thread have their own speaker below empty fields, a list and quoted lines', async () => {
    const head = (name: string): string =>
      `--\nauthor:\t${name}\nassociation:\tmember\nedited:\tfalse\nstatus:\tnone\n--\n`;
    const bytes = new TextEncoder().encode(
      'title:\tCorrupt upload\nstate:\tCLOSED\nauthor:\tnkemelu\nlabels:\t\ncomments:\t2\nassignees:\t\nmilestone:\t\nnumber:\t301\n' +
        `--\nThe file is corrupt.\n${head('jtan')}We want two things:\n\n- A check of every part\n- A new version\n` +
        `${head('okwu')}> A check of every part\n\nThat is slow.\n`,
    );
    const text = await extract({ path: 'sources/a.txt', bytes, hash: HASH, run: silentRun });
    const { units } = await numberUnits(text, silentRun);
    expect(
      units.map(({ text: own, speaker, replyTo }) => [own.split(/\s/).slice(0, 2).join(' '), speaker, replyTo]),
    ).toEqual([
      ['title: Corrupt', 'nkemelu', null],
      ['The file', 'nkemelu', null],
      ['A check', 'jtan', null],
      ['A new', 'jtan', null],
      ['That is', 'okwu', 'A check of every part'],
    ]);
  });

  it.each([
    ['a list', '- State: closed\n- Author: @rozbb\n- Opened: 2020-05-09\n'],
    ['lines', 'State: closed\nAuthor: rozbb\nCreated at: May 9, 2020\n'],
    ['a sentence', 'State: closed. Labels: bug. Opened by rozbb on 2020-05-09, closed on 2020-05-20.\n'],
  ])('of a first post below %s of fields have its author and day', async (_, fields) => {
    const { numbered } = await read(
      `# A mode (#71)\n\n${fields}\nThe key is never used.\n\n## chris-wood commented on 2020-05-12\n\nKeep it.\n`,
    );
    const said = numbered.units.filter(({ text }) => /^(?:The key|Keep)/.test(text));
    expect(said.map(({ text, speaker, date }) => [text, speaker, date])).toEqual([
      ['The key is never used.', 'rozbb', '2020-05-09'],
      ['Keep it.', 'chris-wood', '2020-05-12'],
    ]);
  });

  it('of a document that names its author have none', async () => {
    const { numbered } = await read(
      '# The lock\n\nAuthor: R. Pim\n\nIt was built in 1801.\n\nNobody commented on it.\n',
    );
    expect(numbered.units.map(({ speaker }) => speaker)).not.toContain('R. Pim');
  });

  it('keep a sentence before a short lead-in', async () => {
    const { numbered } = await read('A page.\n\n- Stop the back pump. Remotely, in this order:\n  - Press A.\n');
    expect(numbered.units.map(({ text }) => text)).toContain('Stop the back pump. Remotely, in this order:');
  });

  it('lose no word of a source, and quote it to the letter', async () => {
    const line = fc.constantFrom(
      'A tower. It stands.',
      'Yes.',
      'Fees:',
      '- an item',
      '- Raise it:',
      '> a quote',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
      '## Head',
      'Anna: Hello there.',
      'Ben: Good day to you.',
      '```\ncode\n```',
      '',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 14 }), async (lines) => {
        const { numbered, text } = await read(['A start.', ...lines].join('\n\n'));
        const { units } = numbered;
        for (const unit of units) expect(findQuote(text, unit.text)).not.toBeNull();
        const shown = wordsOf(
          units.map(({ text: own, lead, speaker, anchor }) => [own, lead, speaker, anchor.heading].join(' ')).join(' '),
        );
        const known = new Set(shown);
        const needed = wordsOf(
          lines
            .filter((each) => !each.startsWith('#'))
            .join(' ')
            .replaceAll('---', ''),
        );
        expect(needed.filter((word) => !known.has(word))).toEqual([]);
        expect(units.map(({ number }) => number)).toEqual(units.map((_, at) => at + 1));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a list of units', () => {
  it('is read as numbers, and what is no unit is told', () => {
    expect(readUnitRanges(['3.1-3.4', '{3.9}', '2.1', '6', '3.80', 'x'], 3, 10)).toEqual({
      numbers: [1, 2, 3, 4, 9, 6],
      unknown: ['2.1', '3.80', 'x'],
    });
  });

  it('is written as short as possible', () => {
    expect(formatUnitRanges([9, 1, 2, 3, 2], 3)).toBe('3.1-3.3, 3.9');
    expect(formatUnitRanges([5])).toBe('5');
  });
});

it('the head of a table whose rows repeat its names is no unit', async () => {
  const html =
    '<h1>Report</h1><p>The members are below.</p><table><tr><th>Year</th><th>Members</th></tr><tr><td>2005</td><td>1,410</td></tr></table>';
  const text = await extracted('a.html', `<html><body><main>${html}</main></body></html>`);
  const { units } = await numberUnits(text, silentRun);
  expect(units.map((unit) => unit.text)).toEqual(['The members are below.', 'Year: 2005; Members: 1,410']);
});

it('what should be is a wish, and where something should be is none', async () => {
  const { numbered } = await read('The gauge should be moved. The boards were where they should be.');
  expect(numbered.units.map(({ mode }) => mode)).toEqual(['wish', 'fact']);
});

describe('in a thread', () => {
  const HEADS = 'alice opened this on 2026-01-04\n\nIt fails.\n\nbob commented on 2026-01-06\n\n';

  it('an answer ends what it replies to, so that the next answer has its own question only', async () => {
    const { numbered } = await read(
      `${HEADS}> Who wins?\n\nThe one that began wins the race.\n\n> Is it\n\n> enough?\n\nIt was enough in all tests.\n`,
    );
    expect(numbered.units.map(({ text, replyTo }) => [text, replyTo]).slice(1)).toEqual([
      ['The one that began wins the race.', 'Who wins?'],
      ['It was enough in all tests.', 'Is it enough?'],
    ]);
  });

  it('quoted words above an exported comment are no unit', async () => {
    const fields = (name: string): string =>
      `--\nauthor:\t${name}\nassociation:\tmember\nedited:\tfalse\nstatus:\tnone\n--\n`;
    const text = await extracted(
      'a.txt',
      `${fields('jtan')}It guards against a change.\n${fields('dana')}> It guards against a change.\n\nThis is the change itself.\n`,
    );
    const { units } = await numberUnits(text, silentRun);
    expect(units.map((unit) => [unit.text, unit.replyTo])).toEqual([
      ['It guards against a change.', null],
      ['This is the change itself.', 'It guards against a change.'],
    ]);
  });

  it('a long lead-in that is a unit is not repeated above its items', async () => {
    const { numbered } = await read(
      `${HEADS}Decided in the call of 29 January 2025 with all in favour:\n\n- On by default.\n- Two parts.\n`,
    );
    expect(renderUnits(numbered.units, 1)).not.toContain('(bob: Decided');
  });
});

it('a line in bold is a heading for what follows it, and a sentence in bold is a unit', async () => {
  const { numbered } = await read(
    '**What did you expect?**\n\nThat it goes on.\n\n**What is open.** Other stores. Downloads of all kinds.\n\n**The tower is closed on Mondays.**\n',
  );
  expect(numbered.units.map(({ text, lead }) => [text, lead])).toEqual([
    ['That it goes on.', 'What did you expect?'],
    ['Other stores.', 'What is open.'],
    ['Downloads of all kinds.', null],
    ['The tower is closed on Mondays.', null],
  ]);
});

it('two words at the end of a paragraph are a unit, and thanks are none', async () => {
  const { numbered } = await read(
    'Parts are in the cache folder. Brightstore only.\n\nThe branch works well. Thank you. It is fast enough.\n',
  );
  expect(numbered.units.map(({ text }) => text)).toEqual([
    'Parts are in the cache folder.',
    'Brightstore only.',
    'The branch works well.',
    'It is fast enough.',
  ]);
});

it('tasks keep their boxes: one that is not ticked says the opposite', async () => {
  const { numbered, text } = await read('- [x] I have searched\n- [ ] I am willing to help\n');
  expect(numbered.units.map((unit) => unit.text)).toEqual(['[x] I have searched', '[ ] I am willing to help']);
  for (const unit of numbered.units) expect(findQuote(text, unit.text)).not.toBeNull();
});

it('what is proposed above a list is a wish in each of its items', async () => {
  const { numbered } = await read('I propose for 2.0:\n\n- It resumes by default.\n- The flag does nothing.\n');
  expect(numbered.units.map(({ mode }) => mode)).toEqual(['wish', 'wish']);
});

it('items of a numbered list keep their numbers, which are no part of the quote', async () => {
  const { numbered, text } = await read('1. Switch off the lamp.\n2) Open the door.\n\n- A bullet has none.\n');
  expect(numbered.units.map((unit) => [unit.ordinal, unit.text])).toEqual([
    ['1', 'Switch off the lamp.'],
    ['2', 'Open the door.'],
    [undefined, 'A bullet has none.'],
  ]);
  expect(renderUnits(numbered.units, 1)).toContain('{1.2} 2. Open the door.');
  for (const unit of numbered.units) expect(findQuote(text, unit.text)).not.toBeNull();
});

it('an exact short statement is a unit, so that it can be cited', async () => {
  const { numbered } = await read('# Issue 12\n\nState: open\n\nThe lamp flickers at night.\n');
  expect(numbered.units.map(({ text }) => text)).toEqual(['State: open', 'The lamp flickers at night.']);
});

it('a wish is what somebody wants, and no condition and nothing that was decided', async () => {
  const modesOf = async (text: string): Promise<readonly string[]> =>
    (await read(text)).numbered.units.map(({ mode }) => mode);
  const wishes =
    'The pump should be mended. We should like a second one. Divers should look at it once the fall is cleared. Please note your version.';
  expect(await modesOf(wishes)).toEqual(['wish', 'wish', 'wish', 'wish']);
  const facts = [
    'Should this be found to be the fact, Congress will apply a remedy.',
    'If it should rain the weir is opened.',
    'I should hold myself guilty of neglect.',
    'I resolved to adopt general rules which should conform to the treaties.',
    'I have judged it proper that we should continue in readiness.',
    'They are kept where they should be.',
    'Please note, since old leaflets are about, that she carries 42 passengers.',
    'Peace, while it ought to make us thankful, has raised the price of iron.',
    'They elected him to a place from which no thought of himself should ever have torn him.',
  ];
  expect(await modesOf(facts.join('\n\n'))).toEqual(facts.map(() => 'fact'));
});

it('a name that begins with "Let’s" asks for nothing', async () => {
  const { numbered } = await read(
    "Let's Encrypt issues a million certificates a day. Let’s Encrypt runs Oak. Let’s ask Ada.",
  );
  expect(numbered.units.map(({ mode }) => mode)).toEqual(['fact', 'fact', 'wish']);
});

it('what somebody expected is a wish, and thanks in a talk are slight', async () => {
  const thread =
    '# Stops\n\n### ann opened this on 2026-01-04\n\n**What did you expect?**\n\nThat it goes on from where it was.\n\n### bob commented on 2026-01-05\n\nGood to know. The limit is 5,000 files. Fixed in 1.4.\n\n### cid commented on 2026-01-06\n\n+1\n';
  const { units } = (await read(thread)).numbered;
  expect(units.map((unit) => [unit.text, unit.mode, isSlight(unit)])).toEqual([
    ['That it goes on from where it was.', 'wish', false],
    ['Good to know.', 'fact', true],
    ['The limit is 5,000 files.', 'fact', false],
    ['Fixed in 1.4.', 'fact', false],
    ['+1', 'fact', true],
  ]);
});

describe('the line of a unit', () => {
  const word = fc.constantFrom(
    'the',
    'lock',
    'opened',
    'in',
    'spring',
    'water',
    '1874',
    'keepers',
    'well-known',
    'Grant',
  );
  const marked = fc.constantFrom(
    '[[lock|the lock]]',
    '**strong**',
    '[a survey](https://example.org/the/lock)',
    '*much*',
  );
  /** Sentences of words, wrapped at any width; the first word of each is its own. */
  const wrapped = fc.record({
    kind: fc.constantFrom('md', 'txt', 'list'),
    paragraphs: fc.array(
      fc.array(fc.array(fc.oneof({ weight: 6, arbitrary: word }, marked), { minLength: 3, maxLength: 24 }), {
        minLength: 1,
        maxLength: 5,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    width: fc.integer({ min: 62, max: 90 }),
  });

  it('is the one of its first word, however a paragraph is wrapped', async () => {
    await fc.assert(
      fc.asyncProperty(wrapped, async ({ kind, paragraphs, width }) => {
        let count = 0;
        const isPlain = kind === 'txt';
        const blocks = paragraphs.map((sentences) =>
          wrap(
            sentences.flatMap((words) => [
              `Word${String.fromCharCode(97 + (count % 26))}${++count}`,
              ...words.slice(0, -1).filter((each) => !isPlain || !/[*[]/.test(each)),
              'end.',
            ]),
            width,
            kind === 'list' ? '- ' : '',
          ),
        );
        const source = blocks.join('\n\n');
        const name = isPlain ? 'sources/a.txt' : 'sources/a.md';
        const bytes = new TextEncoder().encode(source);
        const { units } = await numberUnits(
          await extract({ path: name, bytes, hash: HASH, run: silentRun }),
          silentRun,
        );
        const lines = source.split('\n');
        for (const { text, anchor } of units) {
          const [first = ''] = text.split(' ');
          expect([first, lines[(anchor.line ?? 0) - 1]]).toEqual([first, expect.stringContaining(first)]);
        }
      }),
    );
  });

  it('is counted behind a speaker and within an exported comment, too', async () => {
    const lines = (source: string): Promise<readonly (number | undefined)[]> =>
      read(source).then(({ numbered }) => numbered.units.map(({ anchor }) => anchor.line));
    expect(await lines('Ada: The lock was\nopened. It leaks.\nNobody came.\n\nBen: Yes it\ndoes. We saw it.')).toEqual([
      1, 2, 3, 5, 6,
    ]);
    expect(await lines('A line&nbsp;here and\n[[lock|the lock]] too. Another\none here. And\none more.')).toEqual([
      1, 2, 3,
    ]);
  });

  function wrap(words: readonly string[], width: number, marker: string): string {
    const lines = [marker];
    for (const each of words) {
      const last = lines.at(-1) ?? '';
      const line = last === marker ? last + each : `${last} ${each}`;
      if (line.length <= width || last === marker) lines[lines.length - 1] = line;
      else lines.push(`${marker === '' ? '' : '  '}${each}`);
    }
    return lines.join('\n');
  }
});

describe('a comment that a program brought from elsewhere', () => {
  const importedBy = async (first: string, body: string): Promise<readonly (readonly [string | null, string])[]> => {
    const { numbered } = await read(
      `# Range (#16)\n\n### import-bot opened this on 2020-01-08\n\n${first}\n\n${body}\n\n### mira commented on 2020-01-09\n\nThe range is in the table.\n`,
    );
    return numbered.units.map(({ speaker, text }) => [speaker, text]);
  };

  it.each([
    '**Issue by [turttle](https://x.example/turttle)**\n_Sunday Apr 12, 2015 at 18:27 GMT_\n_Originally opened as a/b - Issue 12_',
    '<a href="https://x.example"><img src="https://x.example/a" width="96"></a> **Issue by [turttle](https://x.example)**\n_Sunday Apr 12, 2015 at 18:27 GMT_',
    '_Original comment by `turttle` on 12 Apr 2015 at 6:27_',
    'Original author: turttle',
    '> *Originally posted by @turttle in https://x.example/issues/12*',
    'Reported by: turttle',
  ])('is said by its author: %s', async (head) => {
    expect(await importedBy(head, 'All spells have a range of 20 yards.')).toEqual([
      ['turttle', 'All spells have a range of 20 yards.'],
      ['mira', 'The range is in the table.'],
    ]);
  });

  it('is only taken for one where its first line says so', async () => {
    const { numbered } = await read(
      '# Range (#16)\n\n### pia opened this on 2020-01-08\n\nAll spells have a range of 20 yards.\n\nReported by: turttle\n\n### mira commented on 2020-01-09\n\nThe range is in the table.\n',
    );
    expect(numbered.units.map(({ speaker }) => speaker)).toEqual(['pia', 'pia', 'mira']);
  });
});

it('what follows the signature of a comment is left out', async () => {
  const { numbered } = await read(
    '# Key (#8)\n\n### hugo opened this on 2020-05-19\n\nThe order of the keys is wrong.\n\n-- Hugo\n\nHelp to build an archive of maps, open to all.\n\n### mira commented on 2020-05-20\n\nThe order was changed.\n\nOn Tue, May 19, 2020 at 12:43 PM Hugo wrote:\n\nThe order is old.\n',
  );
  expect(numbered.units.map(({ text }) => text)).toEqual(['The order of the keys is wrong.', 'The order was changed.']);
  expect(numbered.skipped.map(({ reason }) => reason)).toEqual(['signature', 'signature', 'signature', 'signature']);
});

it('what should be is marked as a possible wish, and what somebody asks for or is asked about as one', async () => {
  const lines = [
    'The gate should be shut at dusk.',
    'Please shut the gate at dusk.',
    'The gate is shut at dusk.',
    'I propose:\n\n- The gate stays shut.',
  ];
  const labels = await Promise.all(
    lines.map(async (text) =>
      /\{1\.\d\}(.*?) The gate|\{1\.1\}(.*?) Please/.exec(renderUnits((await read(text)).numbered.units, 1)),
    ),
  );
  expect(labels.map((found) => found?.[1] ?? found?.[2])).toEqual([' (may be a wish)', ' (wish)', '', ' (wish)']);
});

it('a bare number, a reference or the number of a chapter need not be told', async () => {
  const slight = async (text: string): Promise<readonly string[]> => {
    const { units } = await numberUnits(await extracted('sources/a.md', text), silentRun);
    return units.filter(isSlight).map((unit) => unit.text);
  };
  expect(
    await slight(
      'The trustees met.\n\n#182\n\nChapter IV\n\n31\n\nThey chose Ida.\n\n- #190\n- #191 is closed\n\np. 31\n',
    ),
  ).toEqual(['#182', '31', '#190', 'p. 31']);
  // Figures of a table or below a lead-in tell something, and so does a word.
  expect(
    await slight(
      'Prices in pounds:\n\n- 12\n- #7\n\n| Year | Ships |\n| --- | --- |\n| 1874 | 12 |\n\nPart of it.\n\nСмотрели.\n',
    ),
  ).toEqual([]);
});

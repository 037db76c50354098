import { CuratedWiki } from '../support/curated-wiki';

const pagesOf = async (sources: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> => {
  const wiki = await CuratedWiki.of(sources);
  for (const path of Object.keys(sources)) await wiki.ingest(path);
  return wiki.pages();
};

describe('what a sentence is about', () => {
  it('is not the place that it opens with, so that a place named in passing has no page', async () => {
    const pages = await pagesOf({
      'sources/a.md': '# First voyage\n\nIn Port Askaig the crew bought rope and forty candles.\n',
      'sources/b.md': '# Second voyage\n\nOne seal that we saw at Port Askaig weighed ninety pounds.\n',
    });
    expect(Object.keys(pages).filter((path) => path.includes('port-askaig'))).toEqual([]);
  });

  it('is the name that it opens with', async () => {
    const pages = await pagesOf({
      'sources/a.md': '# First voyage\n\nPort Askaig sheltered the crew for three weeks.\n',
      'sources/b.md': '# Second voyage\n\nPort Askaig had a new pier by the next spring.\n',
    });
    expect(Object.keys(pages).filter((path) => path.includes('port-askaig'))).toHaveLength(1);
  });
});

it('a phrase that a later source defines is looked up in earlier ones', async () => {
  const pages = await pagesOf({
    'sources/2001-a.md': '# Letter\n\nThe chain ferry was opened on 3 June 1929 by the mayor of the town.\n',
    'sources/2005-b.md':
      '# History\n\nA chain ferry is a boat that pulls itself along a chain from bank to bank. The chain ferry at Esker carries eight cars. The chain ferry is painted every spring.\n',
  });
  expect(pages['concepts/chain-ferry.md']).toContain('3 June 1929');
});

it('a sentence that ends in an exclamation mark does not make a picture of its footnote', async () => {
  const pages = await pagesOf({
    'sources/a.md':
      '# Ferry\n\nThe Tarnholm Ferry is a boat that crosses the river Esker every ten minutes. The Tarnholm Ferry was built in only nine days!\n',
  });
  const text = Object.values(pages).join('\n');
  expect(text).toContain('nine days\\![^');
});

it('a list of those who were there is no statement', async () => {
  const pages = await pagesOf({
    'sources/2025-01-14-minutes.md':
      '# Minutes\n\nPresent: Rhoda Pim, Desmond Achebe, Lil Varga.\n\nThe tap on the lower field was repaired in February for £365.\n',
  });
  expect(Object.values(pages).join('\n')).not.toMatch(/Present:.*\[\^/);
});

describe('the summary of a discussion', () => {
  const summaryOf = async (comments: string): Promise<string> => {
    const pages = await pagesOf({ 'sources/issue-12.md': `# Padding of short names (#12)\n\n${comments}\n` });
    return Object.values(pages).join('\n');
  };

  it('begins with the post above the first comment, and never takes a comment for it', async () => {
    const post = 'The two names are never compared. A test would show it.';
    const reply = '## jon commented on 2024-02-03\n\nThe padding of names costs 12 bytes for each record.';
    const told = await summaryOf(
      `- State: closed\n- Author: mira\n- Opened: 2024-02-01\n- Closed: 2024-02-05\n\n${post}\n\n${reply}`,
    );
    expect(told).toContain(
      'A discussion between 2 people, opened by mira on 1 February 2024 and closed on 5 February 2024.',
    );
    expect(told).toMatch(/## Opening post\n\n- mira: “The two names are never compared\./);
    expect(told).toContain('- Date: 2024-02-03');
    const untold = await summaryOf(`${post}\n\n${reply}\n\n## lea commented on 2024-02-05\n\nThis was fixed in #14.`);
    expect(untold).not.toContain('opened by jon');
    expect(untold).not.toContain('on 3 February');
  });

  it('quotes what was asked, what was found and what became of it, each with who said it, and no opinion', async () => {
    const summary = await summaryOf(
      'State: closed. Labels: none. Opened by mira on 2024-02-01, closed on 2024-02-05.\n\n' +
        '## mira opened this on 2024-02-01\n\nPerhaps we should pad every name to the same length. I think this would be simple.\n\n' +
        '## jon commented on 2024-02-03\n\nThe padding of names costs 12 bytes for each record. I would rather leave it as it is until somebody asks.\n\n' +
        '## lea commented on 2024-02-05\n\nThis was fixed in #14.\n\n## mira commented on 2024-02-06\n\nThank you, I like it.',
    );
    expect(summary).toContain(
      'A discussion between 3 people, opened by mira on 1 February 2024 and closed on 5 February 2024.',
    );
    expect(summary).toMatch(
      /## Opening post\n\n- mira: “Perhaps we should pad every name to the same length\.”\[\^[^\]]+\] “I think this would be simple\.”\[\^/,
    );
    expect(summary).toMatch(/## Outcome\n\n- lea: “This was fixed in \\?#14\.”\[\^/);
    expect(summary).toMatch(/## What was found\n\n- jon: “The padding of names costs 12 bytes for each record\.”\[\^/);
    expect(summary).not.toMatch(/^- .*(?:I would rather|I like it)/m);
  });

  it('gives what was agreed, and the sentence before a bare "Closing."', async () => {
    const opening =
      '## mira opened this on 2024-02-01\n\nGood to see the draft, I hope it goes on. Short names leak their length.\n\n';
    const reply = (said: string): string => `## jon commented on 2024-02-03\n\n${said}\n\n`;
    const agreed = await summaryOf(
      `state: closed\n\n${opening}${reply('We reached a consensus that padding is enough.')}`,
    );
    expect(agreed).toMatch(/## Outcome\n\n- jon: “We reached a consensus that padding is enough\.”/);
    expect(agreed).toMatch(/## Opening post\n\n- mira: “Short names leak their length\.”/);
    const closed = await summaryOf(
      `state: closed\n\n${opening}${reply('The work in #155 reduced it to a special case. Closing.')}`,
    );
    expect(closed).toMatch(/- jon: “The work in \\?#155 reduced it to a special case\.”\S+ “Closing\.”/);
  });

  it('says that a pull request was merged', async () => {
    const summary = await summaryOf(
      'State: merged. Opened by mira on 2024-02-01, merged on 2024-02-05.\n\n' +
        '## mira opened this on 2024-02-01\n\nPads every name to the same length.\n\n## jon commented on 2024-02-03\n\nI like it.',
    );
    expect(summary).toContain('opened by mira on 1 February 2024 and merged on 5 February 2024.');
  });

  it('gives no outcome that is only wished for, or of an issue that is open', async () => {
    const wished = await summaryOf(
      '## mira opened this on 2024-02-01\n\nShort names leak their length.\n\n## jon commented on 2024-02-03\n\nThis should be fixed in 2.0.',
    );
    expect(wished).not.toContain('## Outcome');
    const open = await summaryOf(
      'State: open.\n\n## mira opened this on 2024-02-01\n\nShort names leak their length.\n\n## jon commented on 2024-02-03\n\nThis was fixed in #14.',
    );
    expect(open).toContain('opened by mira on 1 February 2024 and still open.');
    expect(open).not.toContain('## Outcome');
  });

  it('is told of a single post, whose title may give its number and state', async () => {
    const pages = await pagesOf({
      'sources/7.md':
        '# [\\#7](https://example.org/7) `closed`: Table without a caption\n\n#### [mira](https://example.org/mira) opened issue at [2024-02-01 22:10](https://example.org/7):\n\nThe table appears without a caption. It would be found faster with one.\n',
    });
    const summary = Object.values(pages).join('\n');
    expect(summary).toContain('# Table without a caption (#7)');
    expect(summary).toContain('A discussion opened by mira on 1 February 2024 and closed.');
    expect(summary).toMatch(/- mira: “The table appears without a caption\./);
  });

  it('gives the words that a post answers, points of a list, and the first reply to a post without words of its own', async () => {
    const answer = await summaryOf(
      '## mira opened this on 2024-02-01\n\n> Names are padded to 32 bytes.\n\nThis sentence is wrong in two ways.\n\n> Short names are rare.\n\nWho says so, and where was it measured?',
    );
    expect(answer).toMatch(
      /- mira, on “Names are padded to 32 bytes\.”: “This sentence is wrong in two ways\.”\[\^[^\]]+\]\n/,
    );
    const points = await summaryOf(
      '## mira opened this on 2024-02-01\n\n- [ ] a caption for the table\n- [ ] fewer capitals in headings\n- [ ] a caption for the table',
    );
    expect(points).toMatch(/- mira: “a caption for the table”\S+ “fewer capitals in headings”\[\^[^\]]+\]\n/);
    const reply = await summaryOf(
      '## mira opened this on 2024-02-01\n\n> Names are padded.\n\n## jon commented on 2024-02-03\n\nThe names of groups are not padded at all.',
    );
    expect(reply).not.toContain('## Opening post');
    expect(reply).toMatch(/## First reply\n\n- jon: “The names of groups are not padded at all\./);
  });

  it.each(['number', 'issue', 'pr'])('knows an issue by its %s in the frontmatter', async (key) => {
    const pages = await pagesOf({
      'sources/9.md': `---\n${key}: 9\nstate: closed\nauthor: mira\ndate: 2024-02-01\nclosed: 2024-02-05\n---\n\n# Shorter names\n\n**mira** wrote on 2024-02-01:\n\nThe names are longer than the padding allows.\n`,
    });
    expect(Object.values(pages).join('\n')).toContain(
      'opened by mira on 1 February 2024 and closed on 5 February 2024.',
    );
  });

  it.each([
    'I added the reference to the document.',
    'This is in line with how it was done in the other format.',
    'This is my opinion, and consensus is definitely needed.',
    'He decided to join the two lists by hand.',
  ])('takes no step on the way for its outcome: %s', async (said) => {
    const summary = await summaryOf(
      `state: closed\n\n## mira opened this on 2024-02-01\n\nThe names are longer than the padding allows.\n\n## jon commented on 2024-02-03\n\n${said}`,
    );
    expect(summary).not.toContain('## Outcome');
  });

  it('reads who opened it and its state from the frontmatter, and takes no title for a section of a form', async () => {
    const pages = await pagesOf({
      'sources/9.md':
        '---\nnumber: 9\nstate: closed\nauthor: mira\ncreated: 2024-02-01T10:00:00Z\nclosed: 2024-02-05T10:00:00Z\n---\n\n# Shorter config names\n\nThe names are longer than the padding allows. A shorter limit would do.\n',
    });
    const summary = Object.values(pages).join('\n');
    expect(summary).toContain('A discussion opened by mira on 1 February 2024 and closed on 5 February 2024.');
    expect(summary).toMatch(/- mira: “The names are longer than the padding allows\./);
    expect(summary).not.toContain('## Columns');
  });

  it('leaves out the form that a report is written in', async () => {
    const summary = await summaryOf(
      '## mira opened this on 2024-02-01\n\n### Confirm\n\nI have searched the issues and found none like it.\n\n### Steps to reproduce\n\nOpen the list of names and sort it twice.\n\n### What happened\n\nThe list shows every second name only.',
    );
    expect(summary).toMatch(/## Opening post\n\n- mira: “The list shows every second name only\.”/);
    expect(summary).not.toMatch(/^- .*(?:searched|sort it)/m);
  });
});

describe('what a source is about', () => {
  it('is the longer of two names in its title', async () => {
    const canal =
      'The Wend Canal was dug in 1801. The Wend Canal has nine locks. The Wend Canal was never widened. Coal went up the Wend Canal until 1936. Boats came from Wend in the last years. The market of Wend was built in 1820, and the mayor of Wend opened it.';
    const pages = await pagesOf({ 'sources/a.md': `# From Act to end: the Wend Canal, 1801 to 1936\n\n${canal}\n` });
    expect(Object.keys(pages).filter((path) => path.includes('/wend'))).toEqual([expect.stringMatching(/wend-canal/)]);
  });

  it('is a noun of its title that has a page', async () => {
    const ferry = 'A ferry is a boat that crosses a river with people and carts.';
    const pages = await pagesOf({
      'sources/a.md': `# Crossings\n\n${ferry} The ferry has two decks. The ferry runs from May to October.\n`,
      'sources/b.md':
        '# Ten years of the ferry\n\nTwo people keep the ferry on most days. Nobody may board the ferry with a horse. A storm keeps the ferry at its pier.\n\nThe old engine was sold for £400 in 2011.\n',
    });
    expect(pages['concepts/ferry.md']).toContain('sold for £400');
  });

  it('gives a name a page if a section has it and another source names it', async () => {
    const sources = {
      'sources/a.md': '# Minutes\n\nThe members went to Ostrava and saw the old cars there.\n',
      'sources/b.md':
        '# Report\n\n## Ostrava and Brno\n\nIn 1901 the tramway in Ostrava was opened. It had nine cars and two lines. It was closed to passengers in 1938.\n',
    };
    expect(Object.keys(await pagesOf(sources)).filter((path) => path.includes('ostrava'))).toHaveLength(1);
  });
});

it('what only a number or a pronoun opens does not stand alone on a page', async () => {
  const pages = await pagesOf({
    'sources/a.md':
      '# The Hembury flight\n\nThe Hembury flight is a row of locks that climbs the hill. The Hembury flight was built in 1800.\n\nFour remain: 20, 21, 22 and the top lock.\n\nWhen it was closed in 1937, all gates were left open.\n',
  });
  expect(Object.values(pages).join('\n')).not.toMatch(/Four remain|When it was/);
});

describe('in a long text', () => {
  const journey = Array.from({ length: 160 }, (_, at) => `On day ${at} we walked to the next hut.`).join(' ');
  const read = async (first: string, second: string): Promise<Readonly<Record<string, string>>> =>
    pagesOf({
      'sources/a.md': `# First voyage\n\n${journey}\n\n${first}\n`,
      'sources/b.md': `# Second voyage\n\n${journey}\n\n${second}\n`,
    });
  const named = (pages: Readonly<Record<string, string>>): readonly string[] =>
    Object.keys(pages).filter((path) => path.includes('port-askaig'));

  it('a name has no page if nothing says what it is', async () => {
    const pages = await read(
      'Port Askaig sheltered the crew for three weeks.',
      'Port Askaig gave them rope and forty candles.',
    );
    expect(named(pages)).toEqual([]);
  });

  it('a page takes neither what goes on about something else nor what its name only tells apart', async () => {
    const pages = await read(
      'Port Askaig is a harbour of forty houses. It faces the open sea in the west. Port Askaig stores many cranes. They are painted red.',
      'Port Askaig herrings are small and fat. Port Askaig lies on the lee shore.',
    );
    const text = pages[named(pages)[0] ?? ''] ?? '';
    expect(text).toContain('It faces the open sea in the west.');
    expect(text).toContain('many cranes');
    expect(text).not.toContain('painted red');
    expect(text).not.toContain('herrings');
  });

  it('a definition of one sentence and a remark elsewhere are no page', async () => {
    const pages = await read('A drift sail is a sail that holds the bow to the wind.', 'The drift sail was lost.');
    expect(Object.keys(pages).filter((path) => path.includes('drift-sail'))).toEqual([]);
  });

  it('a page begins with what its subject is, and leaves out what happened to the narrator', async () => {
    const pages = await read(
      'Port Askaig sheltered the crew for three weeks. We had no bread.',
      'Port Askaig, on the lee shore, is a harbour of forty houses. Its pier has two cranes. We left it at noon.',
    );
    const text = pages[named(pages)[0] ?? ''] ?? '';
    expect(text.indexOf('forty houses')).toBeLessThan(text.indexOf('three weeks'));
    expect(text).toContain('two cranes');
    expect(text).not.toContain('no bread');
    expect(text).not.toContain('at noon');
  });
});

it('a name that a thread only argues about has no page', async () => {
  const thread = (title: string, says: string): string =>
    `# ${title}\n\n## mira commented on 2024-02-01\n\n${says}\n\n## jon commented on 2024-02-03\n\nThe parser was changed on 2 May.\n`;
  const pages = await pagesOf({
    'sources/issue-12.md': thread(
      'Shorter names (#12)',
      'Quillmark sends the add message of the group. Each round names Quillmark twice. Quillmark sends it again after 30 seconds.',
    ),
    'sources/issue-13.md': thread(
      'Longer names (#13)',
      'Quillmark has a valid certificate of the group. Each group names Quillmark once. Quillmark accepts the message of 2 May.',
    ),
  });
  expect(Object.keys(pages).filter((path) => path.includes('quillmark'))).toEqual([]);
});

it('a thread is quoted on a person called Alice, and not on the made-up case of Alice and Bob, nor where a comment is struck out by one tilde', async () => {
  const pages = await pagesOf({
    'sources/2024-01-parser.md':
      '# Parts\n\nA parser is a part of a compiler that reads text. The parser was written in C in 2019.\n',
    'sources/2024-02-issue-14.md': [
      '# Release (#14)',
      '## mira commented on 2024-02-01',
      'The parser was signed by Alice on 2 May. The parser sends Alice and Bob a commit of epoch 3 on 4 May.',
      '## jon commented on 2024-02-03',
      '~The parser has 12 states since 3 May.~\n\nThe parser was changed on 6 May.',
      '',
    ].join('\n\n'),
  });
  const text = pages['concepts/parser.md'];
  expect(text).toContain('The parser was signed by Alice on 2 May.');
  expect(text).toContain('The parser was changed on 6 May.');
  expect(text).not.toContain('epoch 3');
  expect(text).not.toContain('12 states');
});

describe('the summary of a manual', () => {
  const MANUAL = `# pumpctl

\`pumpctl\` is a program that reads the gauges of the harbour pumps.

It was rewritten in 2019 by the harbour office.

## .start(pump)

Starts the pump of the given number and waits for its gauge.

\`\`\`js
pumpctl.start(3);
\`\`\`

## Contributing

The harbour office welcomes reports of gauges that stick in cold weather.
`;

  it('keeps the name of its subject in lower case, and leaves out phrases without a subject and upkeep', async () => {
    const pages = await pagesOf({ 'sources/pumpctl.md': MANUAL });
    const summary = Object.values(pages).join('\n');
    expect(summary).toContain('# pumpctl\n\npumpctl is a program that reads the gauges of the harbour pumps.[^');
    expect(summary).not.toContain('Starts the pump');
    expect(summary).not.toContain('welcomes reports');
    expect(summary).not.toContain('Contributing');
  });
});

it.each([
  ['a king', 'Charles the Bold died at the gates of the town in January 1477.'],
  ['members who did something', 'Members all voted for the new bridge on 3 May 1931.'],
])('a sentence about %s does not lack a subject', async (_, sentence) => {
  const pages = await pagesOf({ 'sources/a.md': `# Chronicle\n\n${sentence}\n\nThe winter of that year was hard.\n` });
  expect(Object.values(pages).join('\n')).toContain(sentence);
});

it('the donations of a charity are told, because its report is no manual', async () => {
  const pages = await pagesOf({
    'sources/a.md': '# Annual report\n\n## Donations\n\nThe trust was given £4,200 by 61 people in 2024.\n',
  });
  const text = Object.values(pages).join('\n');
  expect(text).toContain('£4,200');
  expect(text).toContain('“Donations”');
});

it('a title without capitals is no name', async () => {
  const pages = await pagesOf({
    'sources/a.md': '# the old pier\n\nthe pier was built by the harbour office in 1901.\n\nThe pier has 12 lamps.\n',
  });
  const text = Object.values(pages).join('\n');
  expect(text).toContain('The pier has 12 lamps.');
  expect(text).not.toContain('- the pier was built');
});

describe('what is no fact of a subject', () => {
  const OWN =
    '# Tollen sluice\n\nTollen sluice is a gate in the river Varn. Tollen sluice was built in 1821 by Josias Penhallow. Tollen sluice holds 3 metres of water.\n';

  it.each([
    ['in an exercise', '## Exercise 3\n\nTollen sluice is 90 metres wide in the summer of 1900.'],
    ['in a numbered problem', '## Problem 2\n\nTollen sluice is 90 metres wide in the summer of 1900.'],
    ['in an example', '## Worked example\n\nTollen sluice is 90 metres wide in the summer of 1900.'],
  ])('stands %s', async (_, more) => {
    const pages = await pagesOf({ 'sources/a.md': `${OWN}\n${more}\n` });
    const own = Object.entries(pages).filter(([path]) => !path.startsWith('summaries/') && path.includes('tollen'));
    expect(own).toHaveLength(1);
    expect(own[0]?.[1]).toContain('built in 1821');
    expect(own[0]?.[1]).not.toContain('90 metres');
  });

  it('is a line of a digest of a tracker', async () => {
    const digest =
      'Pull requests\n-------------\n* tlswg/tls13-spec (+1/-2/💬3)\n  1 pull requests submitted:\n  - Fix the diagram of the key schedule (by ekr)\n    https://github.com/tlswg/tls13-spec/pull/1302 \n\n' +
      '  2 pull requests merged:\n  - Clarify that the record size limit counts the content type\n    https://github.com/tlswg/tls13-spec/pull/1299 \n\nRepositories tracked by this digest:\n-----------------------------------\n* https://github.com/tlswg/tls13-spec\n';
    const text = Object.values(await pagesOf({ 'sources/digest.txt': digest })).join('\n');
    expect(text).toContain('# ');
    expect(text).not.toMatch(/^- .*(?:pull requests submitted|by ekr)/m);
  });
});

import fc from 'fast-check';
import {
  buildDigest,
  byteLength,
  countItems,
  DIGEST_MAX_BYTES,
  parseHarvest,
  parseLedger,
  placeItem,
  printLedger,
  readBullets,
  withBullets,
  type Category,
  type HarvestItem,
  type LedgerEntry,
} from '../../src/harvest';

/** The files of the memory folder, in the exact shapes of the knowledge curation guide. */

const FROM = { conversation: '2026-06-12-investigate-cache', day: '2026-06-12' };
const TAG = '[from: 2026-06-12-investigate-cache, 2026-06-12]';

function item(category: Category, statement: string, detail = ''): HarvestItem {
  return { category, statement, detail, quote: null, isQuoteMissing: false };
}

const bullet = (one: HarvestItem): string => placeItem(one, FROM, null).text;

describe('a bullet', () => {
  it('has the shape of its category', () => {
    expect(bullet(item('facts', 'Service X needs the VPN', 'deploys fail silently without it'))).toBe(
      `- Service X needs the VPN — deploys fail silently without it ${TAG}`,
    );
    expect(bullet(item('questions', 'Why does CI flake on arm64?'))).toBe(`- Why does CI flake on arm64? ${TAG}`);
    expect(bullet(item('playbooks', 'redeploy', 'make build && make push'))).toBe(
      `- **redeploy**: make build && make push ${TAG}`,
    );
  });

  it('keeps the lines of a playbook as lines of one bullet', () => {
    const text = bullet(item('playbooks', 'redeploy', 'make build\nmake push'));
    expect(text).toBe(`- **redeploy**: make build\n  make push ${TAG}`);
    expect(readBullets(`# Playbooks\n\n${text}\n`)).toHaveLength(1);
  });

  it('about a file that is gone becomes a fact', () => {
    const placed = placeItem(item('files', '/repo/gone.py', 'uses tabs'), FROM, null);
    expect(placed).toMatchObject({ path: 'facts.md', text: `- /repo/gone.py: uses tabs ${TAG}` });
    const kept = placeItem(item('files', '/repo/x.py', 'uses tabs'), FROM, { id: '12-34', path: '/repo/x.py' });
    expect(kept).toMatchObject({ path: 'files/12-34.md', head: '# /repo/x.py\n', text: `- uses tabs ${TAG}` });
  });

  it('is never live, whatever was said', () => {
    const text = bullet(item('facts', 'See ![[secret]] <img src=x onerror=alert(1)> `$= dv.current()` <% tp.x %>'));
    expect(text).toBe(`- See [[secret]] \\<img src=x onerror=alert(1)> \\\`\\$= dv.current()\\\` <\\% tp.x %> ${TAG}`);
  });
});

describe('a category file', () => {
  const add = (text: string | null, ...items: readonly HarvestItem[]): string =>
    withBullets(
      text,
      items.map((one) => placeItem(one, FROM, null)),
      new Set(),
    ).text ?? '';

  it('is made with its heading and grows at its end', () => {
    const first = add(null, item('facts', 'One'), item('facts', 'Two'));
    expect(first).toBe(`# Facts\n\n- One ${TAG}\n- Two ${TAG}\n`);
    expect(add(first, item('facts', 'Three'))).toBe(`${first}- Three ${TAG}\n`);
  });

  it('of tasks keeps open ones above done ones', () => {
    const made = add(null, item('tasks_open', 'Migrate the format'), item('tasks_done', 'Fixed the parser'));
    expect(made).toBe(`# Tasks\n\n## Open\n\n- Migrate the format ${TAG}\n\n## Done\n\n- Fixed the parser ${TAG}\n`);
    expect(add(made, item('tasks_open', 'Second'))).toContain(
      `- Migrate the format ${TAG}\n- Second ${TAG}\n\n## Done`,
    );
  });

  it('gets no item twice, and none that its owner took out', () => {
    const text = `# Facts\n\n- the service  **needs** the VPN. ${TAG}\n`;
    expect(add(text, item('facts', 'The service needs the VPN'))).toBe(text);
    const placed = placeItem(item('facts', 'Gone'), FROM, null);
    expect(withBullets(text, [placed], new Set(['gone']))).toEqual({ text, added: [] });
  });

  it('keeps every byte of a person, whatever they did to it', () => {
    const lines = fc.array(
      fc.oneof(
        fc.constant('- a bullet of mine'),
        fc.constant('  and its second line'),
        fc.constant('## Done'),
        fc.constant('## Open'),
        fc.constant(''),
        fc.constant('```'),
        fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, ' ')),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom<Category>('facts', 'tasks_open', 'tasks_done'),
        (parts, eol, category) => {
          const before = parts.join(eol);
          const after = add(before, item(category, 'A new thing that nobody wrote'));
          expect(after).toContain('A new thing that nobody wrote');
          // One insertion: what comes before it and after it is the text as it was.
          let start = 0;
          while (start < before.length && before[start] === after[start]) start++;
          let end = 0;
          while (end < before.length && before.at(-1 - end) === after.at(-1 - end)) end++;
          expect(start + end).toBeGreaterThanOrEqual(before.length);
          expect(add(after, item(category, 'A new thing that nobody wrote'))).toBe(after);
        },
      ),
    );
  });
});

describe('the digest', () => {
  it('has the order of the guide, newest first', () => {
    const { text } = buildDigest(
      new Map([
        ['facts.md', `# Facts\n\n- Old fact ${TAG}\n- New fact ${TAG}\n`],
        ['tasks.md', `# Tasks\n\n## Open\n\n- Do it ${TAG}\n- [x] Ticked ${TAG}\n\n## Done\n\n- Was done ${TAG}\n`],
        ['questions.md', `# Questions\n\n- Where? ${TAG}\n`],
        ['decisions.md', `# Decisions\n\n- Chose sqlite — single writer ${TAG}\n`],
        ['playbooks.md', `# Playbooks\n\n- **redeploy**: make ${TAG}\n`],
      ]),
    );
    expect(text).toBe(
      [
        '# Knowledge digest',
        '(regenerated by knowledge_harvest; edit the category files, not this file)',
        '',
        '## Open tasks',
        `- Do it ${TAG}`,
        '',
        '## Open questions',
        `- Where? ${TAG}`,
        '',
        '## Decisions',
        `- Chose sqlite — single writer ${TAG}`,
        '',
        '## Facts',
        `- New fact ${TAG}`,
        `- Old fact ${TAG}`,
        '',
        '## Playbooks',
        `- **redeploy**: make ${TAG}`,
        '',
      ].join('\n'),
    );
  });

  it('has at most 4,096 bytes with its last line, in every script', () => {
    const bullets = fc.array(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }).map((text) => text.replace(/\s/g, ' ')),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(bullets, bullets, (facts, questions) => {
        const file = (lines: readonly string[]): string => `# X\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
        const files = new Map([
          ['facts.md', file(facts)],
          ['questions.md', file(questions)],
        ]);
        const digest = buildDigest(files);
        expect(byteLength(digest.text ?? '')).toBeLessThanOrEqual(DIGEST_MAX_BYTES);
        expect(digest.text?.endsWith('(truncated; see the category files for the rest)\n') ?? false).toBe(
          digest.shown < digest.total,
        );
        expect(buildDigest(new Map(files))).toEqual(digest);
      }),
    );
  });

  it('is gone when nothing is left to tell', () => {
    expect(buildDigest(new Map([['facts.md', '# Facts\n']])).text).toBeNull();
  });
});

describe('the ledger', () => {
  const entry: LedgerEntry = {
    path: 'conversations/a.md',
    status: 'harvested',
    at: '2026-06-12T14:23:45Z',
    items: countItems([item('facts', 'x')]),
    deleted: false,
  };

  it('is printed with two spaces and sorted keys, and read again', () => {
    const ledger = new Map([
      ['b'.repeat(64), entry],
      ['a'.repeat(64), { ...entry, status: 'harvest-failed', error: 'No answer.' } as const],
    ]);
    const text = printLedger(ledger);
    expect(text.indexOf('aaaa')).toBeLessThan(text.indexOf('bbbb'));
    expect(text).toContain('\n      "at": "2026-06-12T14:23:45Z",\n      "deleted": false,\n');
    expect(parseLedger(text)).toEqual(new Map([...ledger].sort()));
    expect(printLedger(parseLedger(text))).toBe(text);
  });

  it('that is damaged is never taken for empty', () => {
    expect(() => parseLedger('{"entries": {"x": 1}}')).toThrow('"ledger.json" cannot be read.');
    expect(() => parseLedger('{')).toThrow('"ledger.json" cannot be read.');
    expect(parseLedger(null).size).toBe(0);
  });
});

describe('an answer', () => {
  it('is read in its seven categories, bounded and typed', () => {
    const { items, leftOut } = parseHarvest(
      '```json\n{"facts": [{"statement": " A ", "detail": "", "quote": "a b"}, 7, {"detail": "x"}], "files": [{"path": "", "note": "n"}]}\n```',
    );
    expect(items).toEqual([
      { category: 'facts', statement: 'A', detail: '', quote: 'a b', isQuoteMissing: false },
      { category: 'facts', statement: 'n', detail: '', quote: null, isQuoteMissing: false },
    ]);
    expect(leftOut).toBe(2);
    const many = JSON.stringify({ facts: Array.from({ length: 10_000 }, (_, at) => ({ statement: `Fact ${at}` })) });
    expect(parseHarvest(many)).toMatchObject({ leftOut: 9_800 });
  });

  it.each(['Here you are: {"facts": []}', '[]', '{"facts": "x"}', 'null', ''])('%j is refused', (text) => {
    expect(() => parseHarvest(text)).toThrow(SyntaxError);
  });
});

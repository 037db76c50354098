import { ModelServer } from '../../model/server/server';
import { page } from '../support/curated-wiki';
import { answerWith, ModelWiki, pagesOf, planOf, rendered, type ModelRequest } from './support';

/** What an older source said, on whatever page, is settled by the plan of a newer one, and its pages are changed with the others. */

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const note = '[^register-1]: [register], line 1: “Do not enter Lock 16, whose wall bulges.”';
const FILES = {
  'entities/locks.md': page(
    'locks',
    'Locks of the canal',
    `The canal has 23 locks.\n\nDo not enter Lock 16, whose wall bulges.[^register-1]\n\n${note}`,
    'sources:\n  - sources/register.md\n',
  ),
  'entities/visiting.md': page(
    'visiting',
    'Visiting the canal',
    `Visitors are welcome.\n\n## Dangers\n\nThe wall of Lock 16 bulges: do not enter it.[^register-1]\n\nLock 16 was dug in 1799.[^register-2]\n\n${note}\n[^register-2]: [register], line 3: “Lock 16 was dug in 1799.”`,
    'sources:\n  - sources/register.md\n',
  ),
  'entities/trust.md': page(
    'trust',
    'Canal Trust',
    'The Trust restores the canal.[^register-3]\n\n[^register-3]: [register], line 5: “The Trust restores the canal.”',
    'sources:\n  - sources/register.md\n',
  ),
  'sources/register.md':
    '---\nschema: knowledge.source/v1\nid: register\ntitle: Register\ncaptured_at: 2014-05-09\n---\n\nDo not enter Lock 16, whose wall bulges.\n\nLock 16 was dug in 1799.\n\nThe Trust restores the canal.\n',
  'sources/letter.md':
    '---\nschema: knowledge.source/v1\nid: letter\ntitle: Letter\ncaptured_at: 2024-01-15\n---\n\nThe wall of Lock 16 was rebuilt, and Lock 16 was reopened in 2019.\n\nThe Trust has 3,310 members.\n',
};

/** The name of the statement about Lock 16 in the prompt of a plan. */
const idIn = ({ prompt }: ModelRequest): string => /^(s\w{3}) [^\n]*Lock 16[^\n]*bulges/m.exec(prompt)?.[1] ?? '';

/** Without the quotes. */
const bodyOf = (text = ''): string => text.replace(/^\[\^.*$/gm, '');

const trust = {
  slug: 'trust',
  edits: [{ block: 'b1', starts: 'The Trust', do: 'insert_after', markdown: 'It has 3,310 members.{1.2}' }],
};
const replacing = (slug: string, block: string, starts: string): unknown => ({
  slug,
  edits: [
    { block, starts, do: 'replace', markdown: 'Lock 16 was reopened in 2019; in 2014 its wall bulged.{1.1}{2.1}' },
  ],
});

/** Plans only for the trust, and says of the statement about the lock what `settled` gives. */
function model(settled: (id: string) => Record<string, unknown>, write: (asked: ModelRequest) => unknown) {
  return answerWith((asked) =>
    asked.task === 'plan'
      ? planOf([{ slug: 'trust', op: 'edit', units: ['1.2'] }], {
          left: [{ units: '1', reason: 'already-said', note: '' }],
          ...settled(idIn(asked)),
        })
      : write(asked),
  );
}

it('a statement that the source ends is changed on every page, although the plan touches another', async () => {
  const targets: string[] = [];
  const prompts: string[] = [];
  server.script(
    model(
      (id) => ({ ended: [{ statement: id, units: '1' }] }),
      (asked) => {
        targets.push(...asked.targets.map(({ slug }) => slug));
        prompts.push(asked.prompt);
        return pagesOf([trust, replacing('locks', 'b2', 'Do not'), replacing('visiting', 'b3', 'The wall')] as never);
      },
    ),
  );
  const changeSet = await (await ModelWiki.of(server, FILES)).curate('sources/letter.md');
  expect(prompts[0]).toContain('Ended: "Do not enter Lock 16, whose wall bulges." by 1');
  expect([...new Set(targets)].sort()).toEqual(['locks', 'trust', 'visiting']);
  const texts = rendered(changeSet);
  for (const path of ['entities/locks.md', 'entities/visiting.md']) {
    expect(texts[path]).toContain('Lock 16 was reopened in 2019; in 2014 its wall bulged.');
    expect(bodyOf(texts[path])).not.toMatch(/do not enter/i);
  }
});

it('a statement that the plan says is ended and the text leaves as it was is asked for again', async () => {
  const prompts: string[] = [];
  server.script(
    model(
      (id) => ({ ended: [{ statement: id, units: '1' }] }),
      (asked) => {
        prompts.push(asked.prompt);
        const beside = { block: 'b2', starts: 'Do not', do: 'insert_after', markdown: 'Lock 16 reopened.{1.1}' };
        const locks = asked.before === 0 ? { slug: 'locks', edits: [beside] } : replacing('locks', 'b2', 'Do not');
        return pagesOf([trust, locks, replacing('visiting', 'b3', 'The wall')] as never);
      },
    ),
  );
  const changeSet = await (await ModelWiki.of(server, FILES)).curate('sources/letter.md');
  expect(prompts[1]).toContain('{1.1} ends or changes this, and the page still says it: "Do not enter Lock 16');
  expect(bodyOf(rendered(changeSet)['entities/locks.md'])).not.toMatch(/do not enter/i);
});

it('a statement that was not shown costs no further call', async () => {
  const plans: string[] = [];
  const answer = model(
    () => ({ ended: [{ statement: 'szzz', units: '1' }] }),
    () => pagesOf([trust] as never),
  );
  server.script((heard, response) => {
    const prompt = JSON.stringify(heard.body);
    if (prompt.includes('Task: plan how')) plans.push(prompt);
    return answer(heard, response);
  });
  await (await ModelWiki.of(server, FILES)).curate('sources/letter.md');
  expect(plans).toHaveLength(1);
});

it('what the plan does not settle is told the reviewer; what it says holds is not', async () => {
  const notesFor = async (settled: (id: string) => Record<string, unknown>): Promise<readonly string[]> => {
    server.script(model(settled, () => pagesOf([trust] as never)));
    const { notes } = await (await ModelWiki.of(server, FILES)).curate('sources/letter.md');
    return notes.filter((each) => each.includes('may no longer hold') && each.includes('Lock 16'));
  };
  expect(await notesFor(() => ({}))).toHaveLength(1);
  expect(await notesFor((id) => ({ holds: id }))).toEqual([]);
});

it('a sentence that was added beside the one whose fact it changes goes back', async () => {
  const prompts: string[] = [];
  const text = (count: number): string => `The Trust has ${count} members and works from Wharf House in Tolling.`;
  const files = {
    'entities/trust.md': page(
      'trust',
      'Canal Trust',
      `${text(860)}[^register-1]\n\n[^register-1]: [register], line 1: “${text(860)}”`,
      'sources:\n  - sources/register.md\n',
    ),
    'sources/register.md': `---\nschema: knowledge.source/v1\nid: register\ntitle: Register\ncaptured_at: 2014-05-09\n---\n\n${text(860)}\n`,
    'sources/letter.md': `---\nschema: knowledge.source/v1\nid: letter\ntitle: Letter\ncaptured_at: 2024-01-15\n---\n\n${text(3310)}\n`,
  };
  server.script(
    answerWith((asked) => {
      if (asked.task === 'plan') return planOf([{ slug: 'trust', op: 'edit', units: ['1.1'] }]);
      prompts.push(asked.prompt);
      const markdown = asked.before === 0 ? `${text(3310)}{1.1}` : `${text(3310)}{1.1} In 2014 it had 860.{2.1}`;
      const what = asked.before === 0 ? 'insert_after' : 'replace';
      return pagesOf([{ slug: 'trust', edits: [{ block: 'b1', starts: 'The Trust', do: what, markdown }] }]);
    }),
  );
  const changeSet = await (await ModelWiki.of(server, files)).curate('sources/letter.md');
  expect(prompts[0]).toContain('Near: 1 in b1');
  expect(prompts[1]).toContain('This was added beside what it changes: "The Trust has 3310 members');
  expect(rendered(changeSet)['entities/trust.md']).toContain('In 2014 it had 860.');
});

describe('what the plan says is ended', () => {
  const files = (body: string, said: string): Record<string, string> => ({
    'entities/trust.md': page(
      'trust',
      'Canal Trust',
      `${body}\n\n[^register-1]: [register], line 1: “${said}”`,
      'sources:\n  - sources/register.md\n',
    ),
    'sources/register.md': `---\nschema: knowledge.source/v1\nid: register\ntitle: Register\ncaptured_at: 2014-05-09\n---\n\n${said}\n`,
    'sources/letter.md':
      '---\nschema: knowledge.source/v1\nid: letter\ntitle: Letter\ncaptured_at: 2024-01-15\n---\n\nThe bridge at Brent was rebuilt last year.\n',
  });
  const run = async (
    wiki: Record<string, string>,
    write: () => Record<string, unknown>,
  ): Promise<{ readonly text: string; readonly writes: number }> => {
    let writes = 0;
    server.script(
      answerWith((asked) => {
        if (asked.task === 'plan') {
          const id = /^(s\w{3}) trust 2014: /m.exec(asked.prompt)?.[1] ?? '';
          const ended = [{ statement: id, units: '1' }];
          return planOf([{ slug: 'trust', op: 'edit', units: ['1.1'] }], { ended });
        }
        writes += 1;
        return pagesOf([{ slug: 'trust', ...write() }] as never);
      }),
    );
    const changeSet = await (await ModelWiki.of(server, wiki)).curate('sources/letter.md');
    return { text: rendered(changeSet)['entities/trust.md'] ?? '', writes };
  };

  it('goes to "History" without being listed again, an item with what leads into its list', async () => {
    const item = '- Rebuild the bridge at Brent[^register-1]';
    const body = `The Trust restores the canal.\n\n## Plans\n\nThe Trust plans for 2015:\n\n${item}`;
    const { text, writes } = await run(files(body, 'Rebuild the bridge at Brent.'), () => ({
      edits: [{ block: 'b4', starts: 'Rebuild the', do: 'replace', markdown: 'The bridge was rebuilt.{1.1}' }],
    }));
    expect(writes).toBe(1);
    expect(text).toContain(
      '## History\n\n- As stated on 9 May 2014: The Trust plans for 2015: Rebuild the bridge at Brent[^register-1]',
    );
    const headed = body.replace('The Trust plans for 2015:\n\n', '');
    const other = await run(files(headed, 'Rebuild the bridge at Brent.'), () => ({
      edits: [{ block: 'b3', starts: 'Rebuild the', do: 'replace', markdown: 'The bridge was rebuilt.{1.1}' }],
    }));
    expect(other.text).toContain('- As stated on 9 May 2014: Plans: Rebuild the bridge at Brent[^register-1]');
  });

  it('may stay where it is told as past and the next sentence says how it went on', async () => {
    const said = 'In 2014 the bridge at Brent was closed, until it will be rebuilt.';
    const past = 'In 2014 the bridge at Brent was closed for repair until then, not open to boats.';
    const { writes } = await run(files(`${past}[^register-1]`, said), () => ({
      edits: [{ block: 'b1', starts: 'In 2014', do: 'replace', markdown: `${past}{2.1} It was rebuilt.{1.1}` }],
    }));
    expect(writes).toBe(1);
    const now = 'The bridge at Brent is closed for repair, not open to boats.';
    const other = await run(files(`${now}[^register-1]`, said), () => ({
      edits: [{ block: 'b1', starts: 'The bridge', do: 'replace', markdown: `${now}{2.1} It was rebuilt.{1.1}` }],
    }));
    expect(other.writes).toBeGreaterThan(1);
  });
});

it('what the new text tells again with a newer mark stays there with both marks, and nothing of it goes to "History"', async () => {
  const stack = "Built on Trillian, Google's open log software, Oak runs at Amazon with MariaDB as its database.";
  const state = 'The Oak log of Google at Amazon is closed to writers and readers of certificates.';
  const page = `---\nschema: knowledge/v1\nslug: oak\nkind: entity\ntitle: Oak\nsources: [sources/register.md]\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# Oak\n\nOak is a log.[^register-3]\n\n## Details\n\n${stack}[^register-1] ${state}[^register-2]\n\n[^register-1]: [register], line 8: “${stack}”\n[^register-2]: [register], line 10: “${state}”\n[^register-3]: [register], line 12: “Oak is a log.”\n`;
  const source = (id: string, day: string, lines: readonly string[]): string =>
    `---\nschema: knowledge.source/v1\nid: ${id}\ntitle: ${id}\ncaptured_at: ${day}\n---\n\n${lines.join('\n\n')}\n`;
  const newer = [
    'Trillian, the log software of Google, is open and runs at Amazon, with MariaDB as database of Oak.',
    'The Oak log of Google at Amazon is open to writers and readers of certificates.',
  ];
  server.script(
    answerWith(({ task }) => {
      if (task === 'plan') return planOf([{ slug: 'oak', op: 'edit', units: ['1.1-1.2'] }]);
      const markdown = `${newer[0] ?? ''}{1.1} ${newer[1] ?? ''}{1.2}`;
      return pagesOf([
        {
          slug: 'oak',
          edits: [{ block: 'b3', starts: 'Built on', do: 'replace', markdown }],
          dropped: [
            { mark: '2.1', reason: 'superseded_by', by: '1.1' },
            { mark: '2.2', reason: 'superseded_by', by: '1.2' },
          ],
        },
      ]);
    }),
  );
  const wiki = await ModelWiki.of(server, {
    'entities/oak.md': page,
    'sources/register.md': source('register', '2014-05-09', [stack, state, 'Oak is a log.']),
    'sources/letter.md': source('letter', '2024-01-15', newer),
  });
  const text = rendered(await wiki.curate('sources/letter.md'))['entities/oak.md'] ?? '';
  expect(text).toContain(
    'Oak.[^register-1][^letter-1] The Oak log of Google at Amazon is open to writers and readers of certificates.[^letter-2]\n\n## History\n\n- As stated on 9 May 2014: The Oak log of Google at Amazon is closed to writers and readers of certificates.[^register-2]\n\n[^',
  );
});

import { writeFileSync } from 'node:fs';
import { withoutEscapes } from '../../src/cli/print';
import { type Proposal } from '../../src/workbench';
import { says } from '../model/server/behaviours';
import { type ModelServer } from '../model/server/server';
import { reads, searches } from '../librarian/support';
import { type Bench, bytesBelow, exampleWithModel } from './support';

/** `ask` and `chat` on the example wiki. */

let server: ModelServer;
let bench: Bench;
beforeEach(async () => {
  ({ bench, server } = await exampleWithModel());
});
afterEach(async () => {
  bench.remove();
  await server.close();
});

const run = (...argv: string[]): ReturnType<Bench['run']> => bench.run(bench.at('vault', 'lighthouse'), ...argv);

interface Asked {
  readonly answer: string;
  readonly by: string;
  readonly citations: readonly { readonly link: string; readonly path: string; readonly section: string | null }[];
  readonly uncited: readonly string[];
  readonly removed: readonly { readonly text: string }[];
  readonly gaps: readonly string[];
  readonly read: readonly { readonly path: string; readonly sections: readonly string[] }[];
  readonly cost: { readonly usage: { readonly input: number } } | null;
  readonly proposal: string | null;
}

const LED = [
  searches('old lamp LED'),
  reads('old-lamp-or-led'),
  reads('fresnel-lens'),
  says(
    'The LED lamp draws 36 watts [[old-lamp-or-led#Old lamp or LED]]. The keepers liked it. It is old [[ingrid-vale]].',
  ),
];

it('answers so that every citation opens a section that was read', async () => {
  server.script(...LED);
  const before = await bytesBelow(bench.at('vault', 'lighthouse'));
  const ran = await run('ask', 'What', 'does', 'the', 'LED', 'draw?', '--json');
  expect(ran.exit).toBe(0);
  const { answer, citations, uncited, removed, read, cost, gaps } = ran.json<Asked>();
  expect(answer).toBe(
    'The LED lamp draws 36 watts [[old-lamp-or-led#Old lamp or LED]]. The keepers liked it. It is old.',
  );
  for (const { path: cited, section } of citations) {
    expect(read.find((page) => page.path === cited)?.sections).toContain(section);
  }
  expect(citations.map(({ link }) => link)).toEqual(['old-lamp-or-led#Old lamp or LED']);
  expect(uncited).toEqual(['The keepers liked it.', 'It is old.']);
  expect([removed.map(({ text }) => text), gaps, cost?.usage.input]).toEqual([['[[ingrid-vale]]'], [], 400]);
  expect(await bytesBelow(bench.at('vault', 'lighthouse'))).toEqual(before);
});

it('shows the steps while it searches, the marked answer, and what it took', async () => {
  server.script(...LED);
  const { out, err } = await run('ask', 'What does the LED draw?');
  expect(out).toMatch(
    /^The LED lamp draws 36 watts \[\[old-lamp-or-led#Old lamp or LED\]\]\. The keepers liked it\. \(uncited\)/,
  );
  expect(out).toContain('*1 citation was removed: what it names was not read.*');
  expect(err).toMatch(/Searched for old lamp LED \(\d+ results\)\n· Read old-lamp-or-led\n· Read fresnel-lens\n/);
  expect(err).toContain('small: 400 tokens in, 80 out, price unknown.');
});

it('gives ranked passages without a model, and says so where nothing fits', async () => {
  const found = (await run('ask', '--passages', '--json', 'What is the focal plane?')).json<Asked>();
  expect(found).toMatchObject({ by: 'passages', cost: null });
  expect(found.citations[0]?.path).toBe('concepts/focal-plane.md');
  const { out } = await run('ask', '--passages', 'zyzzyva');
  expect(out).toContain('## Not in the wiki\n\n- zyzzyva');
  expect(server.heard).toEqual([]);
});

it('uses a lens, and refuses one that does not exist', async () => {
  const { citations } = (
    await run('ask', '--passages', '--json', '--lens', 'historian', 'What is a Fresnel lens?')
  ).json<Asked>();
  expect(citations.map(({ path: cited }) => cited)).not.toContain('concepts/fresnel-lens.md');
  expect((await run('ask', '--passages', '--lens', 'nobody', 'x')).exit).toBe(2);
});

it('proposes an answer as a page', async () => {
  server.script(...LED);
  const { proposal } = (
    await run('ask', '--json', '--save', '--kind', 'concept', '--title', 'LED', 'What?')
  ).json<Asked>();
  const shown = (await run('proposals', 'show', proposal ?? '', '--json')).json<Proposal>();
  expect(shown.changeSet).toMatchObject({ producer: 'answer', files: [{ path: 'concepts/led.md', kind: 'created' }] });
  expect((await run('proposals', 'apply', proposal ?? '')).exit).toBe(0);
  expect((await run('verify')).exit).toBe(0);
});

it('drafts a text and tells what it left out', async () => {
  server.script(says('Subject: Lamp\n\nFurthermore, the LED draws 36 watts [[old-lamp-or-led]].'));
  const { out, err } = await run('ask', '--draft', 'email', '--page', 'old-lamp-or-led', 'Tell the trust');
  expect(out).toBe('Subject: Lamp\n\nThe LED draws 36 watts[^1].\n\n[^1]: [[old-lamp-or-led]]\n');
  expect(err).toContain('left out "Furthermore,"');
  const { jobs } = (await run('jobs', '--json')).json<{ jobs: { title: string; state: string }[] }>();
  expect(jobs).toMatchObject([{ kind: 'draft', title: 'Email: Tell the trust', state: 'done' }]);
});

describe('a gap in the wiki', () => {
  const LACKS = says(
    'It draws 36 watts [[old-lamp-or-led]].\n\n## Not in the wiki\n\n- Who paid\u001b[31m for it?\n- What it cost.',
  );

  interface Questions {
    readonly questions: readonly { readonly id: string; readonly text: string; readonly asked: string | null }[];
  }

  it('is stored as an open question on request, listed, counted and dropped', async () => {
    server.script(reads('old-lamp-or-led'), LACKS);
    const before = await bytesBelow(bench.at('vault', 'lighthouse'));
    const asked = (await run('ask', '--json', '--keep-gaps', 'What does it draw?')).json<Questions>();
    expect(asked.questions.map(({ text }) => text)).toEqual(['Who paid[31m for it?', 'What it cost.']);
    const { questions } = (await run('questions', '--json')).json<Questions>();
    expect(questions).toMatchObject(asked.questions);
    expect(questions[0]).toMatchObject({ asked: 'What does it draw?', lens: 'skerry-point' });
    const shown = await run('questions');
    expect(shown.out).toMatch(
      /^\d{4}-\w{4} {2}Who paid\[31m for it\? {2}\d{4}-\d\d-\d\d, asked: What does it draw\?, skerry-point\n/,
    );
    expect((await run('status')).out).toContain('2 open questions for the next ingest: living-wiki questions');
    expect((await run('status', '--json')).json()).toMatchObject({ questions: 2 });
    const dropped = await run('questions', 'drop', questions[0]?.id ?? '', '--json');
    expect(dropped.json()).toMatchObject({ dropped: { text: 'Who paid[31m for it?' } });
    expect((await run('questions', 'drop', questions[0]?.id ?? '')).exit).toBe(2);
    expect((await run('questions')).out).not.toContain('Who paid');
    expect(await bytesBelow(bench.at('vault', 'lighthouse'))).toEqual(before);
  });

  it('is stored in a chat, only on request', async () => {
    server.script(reads('old-lamp-or-led'), LACKS);
    bench.input = '/keep\nWhat does it draw?\n/keep\n/keep';
    const { err } = await run('chat');
    expect(err.match(/Kept for the next ingest \(\d{4}-\w{4}\): What it cost\./g)).toHaveLength(2);
    expect((await run('questions', '--json')).json<Questions>().questions).toHaveLength(2);
    server.script(reads('old-lamp-or-led'), says('It draws 36 watts [[old-lamp-or-led]].'));
    expect((await run('ask', '--keep-gaps', 'What does it draw, again?')).err).toContain('The answer has no gaps.');
  });

  it('can be added by hand, and the proposal names what answers it', async () => {
    expect((await run('questions')).out).toBe('No open questions.\n');
    await run('questions', 'add', 'Which', 'ferry', 'brought', 'the', 'marmalade?');
    expect((await run('questions', 'add', ' ')).exit).toBe(2);
    writeFileSync(
      bench.at('vault', 'lighthouse', 'sources', 'ferry.md'),
      '# Ferries\n\nThe old ferry brought the marmalade on Sundays. It was a slow boat.\n',
    );
    const ingest = ['ingest', 'sources/ferry.md', '--curator', 'extractive'];
    const made = (await run(...ingest, '--json')).json<{ proposals: { id: string; answers: string[] }[] }>();
    expect(made.proposals).toMatchObject([{ answers: ['Which ferry brought the marmalade?'] }]);
    const id = made.proposals[0]?.id ?? '';
    const note = 'May answer the question “Which ferry brought the marmalade?”: some sentences share its words.';
    expect((await run('proposals', 'show', id)).out).toContain(note);
    expect((await run('questions')).out).toContain(`proposal ${id} waits for review and may answer it`);
    await run('proposals', 'apply', id);
    expect((await run('questions')).out).toBe('No open questions.\n');
    await run('undo');
    expect((await run('questions')).out).toContain('marmalade');
  });
});

it('prints the cost of a failed question, as text and as JSON', async () => {
  const refuses = says("I'm sorry, but I can't help with that.");
  server.script(refuses);
  const failed = await run('ask', 'Bad?', '--json');
  expect(failed.exit).toBe(1);
  expect(failed.json()).toMatchObject({
    error: { code: 'living-wiki:model_refused', cost: { usage: { input: 100 } } },
  });
  server.script(refuses);
  expect((await run('ask', 'Worse?')).err).toContain('Used so far: small: 100 tokens in, 20 out, price unknown.');
});

it('chats: what was read stays, the last question can be asked again and its answer saved', async () => {
  server.script(reads('old-lamp-or-led'), says('36 watts [[old-lamp-or-led]].'), says('Yes [[old-lamp-or-led]].'));
  bench.input = 'What does it draw?\nSure?\n/again\n/save concept\n/nonsense\n/quit\nnot asked';
  const { exit, out, err } = await run('chat');
  expect([exit, out]).toEqual([
    0,
    '36 watts [[old-lamp-or-led]].\nYes [[old-lamp-or-led]].\nYes [[old-lamp-or-led]].\n',
  ]);
  expect(server.asked).toHaveLength(4);
  expect(err).toMatch(/Proposal \S+ waits for review/);
  expect(err.match(/Enter a question\./g)).toHaveLength(2);
});

it('continues after a failed question', async () => {
  server.script(
    says("I'm sorry, but I can't help with that."),
    reads('old-lamp-or-led'),
    says('36 watts [[old-lamp-or-led]].'),
  );
  bench.input = 'Bad?\nGood?';
  const { exit, out, err } = await run('chat', '--json');
  expect([exit, out.trim().split('\n')]).toEqual([0, [expect.stringContaining('36 watts') as string]]);
  expect(err).toContain('living-wiki:model_refused');
});

it('prints an answer to be read, without the backslashes that Markdown needs', async () => {
  const said = 'The spare mantle of the lamp costs $5 to $7 at https://shop.example/a_b, and 3 * 4 = 12 fit in a box.';
  writeFileSync(bench.at('vault', 'lighthouse', 'sources', 'mantles.md'), `# Mantles\n\n${said}\n`);
  const question = 'What does a spare mantle cost?';
  const { out } = await run('ask', question, '--passages');
  expect(out).toContain(said);
  const asked = JSON.parse((await run('ask', question, '--passages', '--json')).out) as Asked;
  expect(asked.answer).toContain(String.raw`costs \$5 to`);
});

it('leaves code as it is written', () => {
  const code = '`C:\\_lamp\\*` and\n\n```\na \\* b\n```';
  expect(withoutEscapes(`${code}\n\nA \\* b \\\\ c`)).toBe(`${code}\n\nA * b \\ c`);
});

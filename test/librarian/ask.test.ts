import { ModelError } from '../../src/model';
import { Conversation, isAskFailure, renderAnswer, type AskFailure } from '../../src/workbench';
import { silentRun, type Run } from '../../src/base';
import { says, stalls } from '../model/server/behaviours';
import { LibrarianFixture, KEY, messagesOf, PAGES, reads, searches, toolResults, uses } from './support';

let fixture: LibrarianFixture;
beforeEach(async () => (fixture = await LibrarianFixture.open()));
afterEach(() => fixture.close());

describe('an answer', () => {
  it('keeps citations of what was read, and reports its steps and cost', async () => {
    const answer = await fixture.ask(
      [
        searches('fresnel lens'),
        reads('fresnel-lens'),
        says('It was lit in 1823 [[fresnel-lens#History]]. It weighs 1,200 kilograms. [[fresnel-lens#Weight]]'),
      ],
      'When was the lens lit?',
    );
    expect(answer.text).toBe(
      'It was lit in 1823 [[fresnel-lens#History]]. It weighs 1,200 kilograms. [[fresnel-lens#Weight]]',
    );
    expect(answer.citations.map(({ slug, section, state }) => [slug, section, state])).toEqual([
      ['fresnel-lens', 'History', 'same'],
      ['fresnel-lens', 'Weight', 'same'],
    ]);
    expect(answer).toMatchObject({ by: 'model', model: 'tiny', removed: [], uncited: [], gaps: [], stopped: null });
    expect(answer.steps.map(({ tool, input, ok, found }) => [tool, input, ok, found])).toEqual([
      ['search', 'fresnel lens', true, expect.arrayContaining(['fresnel-lens']) as string[]],
      ['read_page', 'fresnel-lens', true, ['fresnel-lens']],
    ]);
    expect(answer.read).toEqual([
      expect.objectContaining({ slug: 'fresnel-lens', sections: ['Fresnel lens', 'History', 'Weight', 'Frame'] }),
    ]);
    expect(answer.cost?.usage).toMatchObject({ input: 300, output: 60, estimated: false });
    const { rows } = await fixture.workbench.usage(1);
    expect(rows).toMatchObject([{ source: 'question', model: 'tiny', calls: 3 }]);
  });

  it('is streamed with its steps, and ends with the checked answer', async () => {
    await fixture.ask([reads('fresnel-lens'), says('It was lit in 1823 [[fresnel-lens#History]].')], 'When?');
    const kinds = fixture.events.map(({ kind }) => kind);
    expect(kinds[0]).toBe('step');
    expect(kinds.at(-1)).toBe('done');
    const text = fixture.events.flatMap((event) => (event.kind === 'text' ? [event.text] : []));
    expect(text.length).toBeGreaterThan(2);
    expect(text.join('')).toBe('It was lit in 1823 [[fresnel-lens#History]].');
  });

  it('lists what the wiki lacks, and marks sentences without a citation', async () => {
    const answer = await fixture.ask(
      [
        reads('fresnel-lens'),
        says(
          'The lens has rings of prisms [[fresnel-lens#Fresnel lens]]. Everybody admired it greatly.\n\n## Not in the wiki\n\n- Who paid for it.\n- What it cost.',
        ),
      ],
      'Who paid for the lens?',
    );
    expect(answer.gaps).toEqual(['Who paid for it.', 'What it cost.']);
    expect(answer.text).not.toContain('Not in the wiki');
    expect(answer.uncited.map(({ start, end }) => answer.text.slice(start, end))).toEqual([
      'Everybody admired it greatly.',
    ]);
  });

  it('shows both sides of a contradiction with date and authority', async () => {
    const answer = await fixture.ask(
      [reads('cordouan'), says('Its tower is 67 metres tall [[cordouan#Height]].')],
      'How tall is it?',
    );
    expect(toolResults(fixture.server.asked[1]!)[0]).toMatch(
      /Contradiction between \[\[cordouan\]\] .* and \[\[tower-survey\]\]/,
    );
    expect(answer.contradictions).toMatchObject([
      {
        sides: [
          { slug: 'cordouan', date: '2026-04-02', authority: 'secondary', sources: 1 },
          { slug: 'tower-survey', date: '2026-04-01', authority: 'secondary', sources: 1 },
        ],
        stands: null,
      },
    ]);
  });

  it('can cite what was read earlier in the conversation', async () => {
    const conversation = new Conversation();
    await fixture.ask(
      [reads('fresnel-lens', 'History'), says('In 1823 [[fresnel-lens#History]].')],
      'When was it lit?',
      {
        conversation,
      },
    );
    const answer = await fixture.ask(
      [says('Yes, it was in 1823 [[fresnel-lens#History]]. It weighs much [[fresnel-lens#Weight]].')],
      'Are you sure?',
      { conversation },
    );
    expect(answer.citations.map(({ section }) => section)).toEqual(['History']);
    expect(answer.removed).toEqual([{ text: '[[fresnel-lens#Weight]]', reason: 'not-read' }]);
    const said = messagesOf(fixture.server.asked[0]!).map(({ role }) => role);
    expect(said).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    expect(messagesOf(fixture.server.asked[0]!).at(-1)?.content).toContain(
      'Read so far in this conversation: [[fresnel-lens]] (History)',
    );
    expect(conversation.answers).toHaveLength(2);
    expect(conversation.withoutLast(1).answers).toHaveLength(1);
  });

  it('names the fallback model that answered when the first refused', async () => {
    await fixture.close();
    fixture = await LibrarianFixture.open(PAGES, { fallbackModel: 'other' });
    const answer = await fixture.ask(
      [
        reads('fresnel-lens'),
        says("I'm sorry, but I can't help with that request."),
        says('In 1823 [[fresnel-lens#History]].'),
      ],
      'When was it lit?',
    );
    expect(answer.model).toBe('other');
    expect(answer.notes.join(' ')).toMatch(/The model refused: .* other answered instead of tiny\./);
  });

  it('is an error with a code when every model refuses, and the conversation does not change', async () => {
    const conversation = new Conversation();
    await expect(
      fixture.ask([says("I'm sorry, but I can't help with that request.")], 'When was it lit?', { conversation }),
    ).rejects.toMatchObject({ code: 'living-wiki:model_refused' });
    expect(conversation.answers).toEqual([]);
  });
});

describe('an answer without a model', () => {
  it('consists of ranked passages with their citations', async () => {
    await fixture.close();
    fixture = await LibrarianFixture.open(PAGES, null);
    const answer = await fixture.ask([], 'How much does the Fresnel lens weigh in kilograms?');
    expect(answer).toMatchObject({ by: 'passages', model: null, cost: null, removed: [], uncited: [] });
    expect(answer.text).toContain('It weighs 1,200 kilograms. [[fresnel-lens#Weight]]');
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(fixture.server.heard).toEqual([]);
  });

  it('is empty when no page matches', async () => {
    const answer = await fixture.ask([], 'zyzzyva xylophone', { by: 'passages' });
    expect(answer).toMatchObject({ text: '', citations: [], gaps: ['zyzzyva xylophone'] });
  });

  it('ignores pages that only share question words', async () => {
    const question = 'What is the price of a xylophone in the zyzzyva?';
    const answer = await fixture.ask([], question, { by: 'passages' });
    expect(answer).toMatchObject({ text: '', citations: [], gaps: [question] });
    expect(answer.notes).toContain('No page contains "price", "xylophone", "zyzzyva".');
  });

  it('names the keywords that no page contains when they are at least half', async () => {
    const question = 'Which xylophone does the Fresnel zyzzyva play?';
    const answer = await fixture.ask([], question, { by: 'passages' });
    expect(answer.text).not.toBe('');
    expect(answer.gaps).toEqual([question]);
    expect(answer.notes).toContain('No page contains "xylophone", "zyzzyva", "play".');
  });
});

describe('an answer in a lens that hides the page', () => {
  const lens = `---\nschema: knowledge.workspace/v1\nname: towers\ntitle: Towers\ndescription: Towers only.\nversion: 1.0.0\nextends: ../KNOWLEDGE.md\nentityTypes:\n  - name: Entity\nqueryHints:\n  scopeTo: [Entity]\n---\n`;
  const question = 'How many kilograms does the Fresnel lens weigh?';
  beforeEach(async () => {
    await fixture.close();
    fixture = await LibrarianFixture.open({ ...PAGES, 'views/KNOWLEDGE.md': lens });
  });

  it('does not say that the wiki lacks it', async () => {
    const answer = await fixture.ask([], question, { by: 'passages', lens: 'towers' });
    expect(answer).toMatchObject({ text: '', gaps: [question], hiddenByLens: ['Fresnel lens'] });
    expect(answer.notes).toContain('This lens hides pages that may say more: "Fresnel lens".');
    expect(renderAnswer(answer)).toContain('## Not in this lens');
    expect(answer.notes.join(' ')).toMatch(/Not in this lens: .* Ask without the lens to look everywhere\./);
    expect(renderAnswer(answer)).not.toMatch(/No page|the wiki does not/);
    const everywhere = await fixture.ask([], question, { by: 'passages' });
    expect(everywhere).toMatchObject({ gaps: [], hiddenByLens: [] });
    expect(everywhere.text).toContain('1,200 kilograms');
  });

  it('checks what a model calls missing, and says that the wiki lacks what no page has', async () => {
    const said = says(
      'The tower is 67 metres tall [[cordouan#Height]].\n\n## Not in the wiki\n\n- The weight of the Fresnel lens in kilograms.',
    );
    const answer = await fixture.ask([reads('cordouan'), said], 'How tall, how heavy?', { lens: 'towers' });
    expect(answer.hiddenByLens).toEqual(['Fresnel lens']);
    const gone = await fixture.ask([], 'zyzzyva xylophone', { by: 'passages', lens: 'towers' });
    expect(gone.hiddenByLens).toEqual([]);
    expect(renderAnswer(gone)).toContain('## Not in the wiki');
  });
});

describe('a server without tool support', () => {
  it('is asked in text, and its tool calls are never shown as text', async () => {
    fixture.server.script(
      ({ body }, response) =>
        'tools' in body
          ? void response
              .writeHead(400, { 'content-type': 'application/json' })
              .end('{"error":{"message":"tools are not supported"}}')
          : says('{"tool": "read_page", "arguments": {"page": "fresnel-lens"}}')({ body } as never, response),
      says('{"tool": "read_page", "arguments": {"page": "fresnel-lens"}}'),
      says('In 1823 [[fresnel-lens#History]].'),
    );
    const answer = await fixture.ask([], 'When was it lit?');
    expect(answer.citations).toHaveLength(1);
    const text = fixture.events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');
    expect(text).toBe('In 1823 [[fresnel-lens#History]].');
  });
});

describe('a question', () => {
  it('that is stopped and asked again keeps nothing of the first try and pays nothing twice', async () => {
    const stop = new AbortController();
    const run: Run = { ...silentRun, signal: stop.signal };
    const conversation = new Conversation();
    const first = fixture.ask(
      [reads('fresnel-lens'), stalls('It was', () => stop.abort())],
      'When was it lit?',
      { conversation },
      run,
    );
    await expect(first).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
    expect([conversation.answers, conversation.messages, conversation.readRecord().size]).toEqual([[], [], 0]);
    const before = (await fixture.workbench.usage(1)).total.calls;
    const answer = await fixture.ask([says('In 1823 [[fresnel-lens#History]].')], 'When was it lit?', { conversation });
    expect(answer.citations).toHaveLength(1);
    // The first tool call is cached; only the answer is requested.
    expect(fixture.server.asked).toHaveLength(1);
    expect((await fixture.workbench.usage(1)).total.calls).toBe(before + 1);
    expect(answer.cost).toMatchObject({ reused: 1 });
  });

  it('that is repeated for another answer asks the model again', async () => {
    const script = [reads('fresnel-lens'), says('In 1823 [[fresnel-lens#History]].')];
    await fixture.ask(script, 'When was it lit?');
    await fixture.ask([says('not asked')], 'When was it lit?');
    expect(fixture.server.asked).toHaveLength(0);
    await fixture.ask(script, 'When was it lit?', { repeats: 1 });
    expect(fixture.server.asked).toHaveLength(2);
  });
});

describe('the cost', () => {
  const usage = { prompt_tokens: 700, completion_tokens: 30, total_tokens: 730 };
  const readsAt700 = says('', { usage, tools: [{ name: 'read_page', arguments: '{"page":"fresnel-lens"}' }] });
  const prices = { currency: 'EUR', prices: [{ model: '*', input: 1, output: 2 }] };

  const failureOf = async (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => null,
      (error: unknown) => error,
    );

  beforeEach(async () => {
    await fixture.close();
    fixture = await LibrarianFixture.open(PAGES, { prices });
  });

  it('of a stopped question is recorded, with an estimate for its last call', async () => {
    const stop = new AbortController();
    const run: Run = { ...silentRun, signal: stop.signal };
    const failure = await failureOf(
      fixture.ask([readsAt700, stalls('It was', () => stop.abort())], 'When was it lit?', {}, run),
    );
    expect(isAskFailure(failure) && failure).toMatchObject({ code: 'living-wiki:cancelled', cost: { reused: 0 } });
    const { cost } = failure as AskFailure;
    expect(cost.models).toMatchObject([{ model: 'tiny', calls: 2, usage: { estimated: true } }]);
    expect(cost.usage.input).toBeGreaterThan(700);
    expect(cost.money?.amount).toBeCloseTo((cost.usage.input + 2 * cost.usage.output) / 1e6, 9);
    const { rows, total } = await fixture.workbench.usage(1);
    expect(rows).toMatchObject([{ source: 'question', calls: 2, usage: cost.usage }]);
    expect(total.money).toEqual([cost.money]);
  });

  it('of a failed question is recorded, and the error stays the same', async () => {
    const failure = await failureOf(
      fixture.ask([readsAt700, says("I'm sorry, but I can't help with that.", { usage })], 'When?'),
    );
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject({ code: 'living-wiki:model_refused', cost: { usage: { input: 1_400, output: 60 } } });
    expect((await fixture.workbench.usage(1)).total.usage.input).toBe(1_400);
  });

  it('is zero when the model was not asked', async () => {
    const failure = await failureOf(fixture.ask([], ' '));
    expect([isAskFailure(failure), fixture.server.asked.length]).toEqual([false, 0]);
    const stop = new AbortController();
    stop.abort();
    const stopped = await failureOf(fixture.ask([], 'When?', {}, { ...silentRun, signal: stop.signal }));
    expect([isAskFailure(stopped), fixture.server.asked.length]).toEqual([false, 0]);
  });
});

it('a new answer removes cached answers older than 30 days', async () => {
  const { vault, clock } = fixture.wiki;
  const at = (days: number): number => clock.now() - days * 86_400_000;
  const kept = (letter: string): string => `.wiki/cache/answers/${letter.repeat(64)}.json`;
  const ages: Readonly<Record<string, number>> = { [kept('a')]: at(31), [kept('b')]: at(29) };
  for (const path of Object.keys(ages)) await vault.write(path, '{}');
  const list = vault.list.bind(vault);
  vault.list = async (folder) =>
    (await list(folder)).map((entry) => ({ ...entry, mtime: ages[entry.path] ?? entry.mtime }));
  await fixture.ask([reads('fresnel-lens'), says('In 1823 [[fresnel-lens#History]].')], 'When was the lens lit?');
  expect(await vault.stat(kept('a'))).toBeNull();
  expect(await vault.stat(kept('b'))).not.toBeNull();
});

describe('a limit', () => {
  it('of cost ends the search, and the answer uses what was read', async () => {
    await fixture.close();
    fixture = await LibrarianFixture.open(PAGES, { job: { tokens: 6_000 } });
    const usage = { prompt_tokens: 3_700, completion_tokens: 20, total_tokens: 3_720 };
    const answer = await fixture.ask(
      [
        says('', { usage, tools: [{ name: 'read_page', arguments: '{"page":"fresnel-lens"}' }] }),
        says('In 1823 [[fresnel-lens#History]].'),
      ],
      'When was the lens lit?',
    );
    expect(answer.stopped).toBe('cost');
    expect(answer.text).toContain('[[fresnel-lens');
    expect(answer.notes.join(' ')).toMatch(/cost limit/);
    expect(fixture.server.asked.length).toBeLessThanOrEqual(2);
  });

  it('of context leaves out the oldest results first, never the question', async () => {
    const long = 'word '.repeat(1_800);
    await fixture.close();
    const pages = Object.fromEntries(
      Array.from({ length: 11 }, (_, at) => [
        `concepts/p${at}.md`,
        `---\nschema: knowledge/v1\nslug: p${at}\nkind: concept\ntitle: Page ${at}\nsources: [sources/lens.md]\nupdated_at: "2026-04-01T08:00:00Z"\n---\n\n# Page ${at}\n\n${long}\n`,
      ]),
    );
    fixture = await LibrarianFixture.open({ ...PAGES, ...pages });
    const answer = await fixture.ask(
      [...Array.from({ length: 11 }, (_, at) => reads(`p${at}`)), says('All say the same [[p0]] [[p8]].')],
      'What do they say?',
    );
    expect(answer.citations.map(({ slug }) => slug)).toEqual(['p0', 'p8']);
    const last = fixture.server.asked.at(-1)!;
    const results = toolResults(last);
    expect(results[0]).toContain('left out');
    expect(results.at(-1)).toContain('word word');
    expect(messagesOf(last).some(({ role, content }) => role === 'user' && content.includes('What do they say?'))).toBe(
      true,
    );
  });
});

it('the model never sees the API key', async () => {
  await fixture.ask([uses(['grep', { text: 'sk-test' }]), says('## Not in the wiki\n\n- A key.')], 'What is the key?');
  for (const { text } of fixture.server.asked) expect(text).not.toContain(KEY);
});

describe('pages with footnotes', () => {
  const LAMP = `---
schema: knowledge/v1
slug: lamp
kind: concept
title: Lamp
sources: [sources/lens.md]
updated_at: "2026-04-01T08:00:00Z"
---

# Lamp

## C# and oil: before | after

The lamp burnt whale oil in winter.[^lens-1] It was lit in 1823, and the keepers of the whole coast came to see it burn on the first night.[^lens-5]

[^lens-1]: [lens], line 3: “A Fresnel lens is built from concentric rings of prisms.”
[^lens-5]: [lens], line 5: “It was lit in 1823.” ([[lens-summary|summary]])
`;
  const open = (settings: null | object = {}): Promise<LibrarianFixture> =>
    LibrarianFixture.open({ ...PAGES, 'concepts/lamp.md': LAMP }, settings);

  it('are searched by whole sentences that can be cited, and read without definitions', async () => {
    const own = await open();
    try {
      const answer = await own.ask(
        [
          searches('keepers coast night'),
          reads('lamp'),
          says('It was lit in 1823 [[lamp#C# and oil: before | after]].'),
        ],
        'Who came to see the lamp?',
      );
      const results = toolResults(own.server.heard.at(-1)!).join('\n');
      expect(results).toContain(
        '[[lamp#C and oil before after]]: It was lit in 1823, and the keepers of the whole coast came to see it burn on the first night.',
      );
      expect(results).toContain('whale oil in winter. [lens] It was lit');
      expect(results).not.toContain('[^lens-5]');
      expect(answer.text).toBe('It was lit in 1823 [[lamp#C and oil before after]].');
      expect(answer.citations).toEqual([expect.objectContaining({ section: 'C# and oil: before | after' })]);
    } finally {
      await own.close();
    }
  });

  it('are quoted with the source that a statement rests on', async () => {
    const own = await open(null);
    try {
      const answer = await own.ask([], 'When did the keepers of the coast come to see the lamp?');
      expect(answer.text).toContain('[[lamp#C and oil before after]] (lens, line 5: “It was lit in 1823.”)');
    } finally {
      await own.close();
    }
  });

  it('are not marked as uncited where the wiki does not say something', async () => {
    const own = await open();
    try {
      const text = 'The lamp burnt whale oil [[lamp]]. The wiki does not say who paid for it. It was a great success.';
      const answer = await own.ask([reads('lamp'), says(text)], 'Who paid for the lamp?');
      expect(answer.uncited.map(({ start, end }) => answer.text.slice(start, end))).toEqual([
        'It was a great success.',
      ]);
    } finally {
      await own.close();
    }
  });
});

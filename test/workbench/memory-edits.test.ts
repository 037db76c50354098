import { silentRun } from '../../src/base';
import { buildDigest, parseLedger, readBullets } from '../../src/harvest';
import { MemoryVault, type Vault } from '../../src/vault';
import { harvestConversations, Memory, planHarvest, type ConversationInput } from '../../src/workbench';
import { WikiError } from '../../src/base';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { FaultyVault } from '../vault/support/faults';
import { conversation, deviceWithSecret, memoryHost } from './memory-support';

/** What a person does to the files of a memory, and what a disk does, between harvests. */

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());

const CATEGORY_FILES = ['facts.md', 'decisions.md', 'questions.md', 'tasks.md'];

function open(vault: Vault, trash: string[] = []): Promise<Memory> {
  const host = memoryHost(vault, server.url, {
    // Without the secret of this machine, recovery would take its own journal for somebody else's.
    device: deviceWithSecret,
    trash: (path) => {
      trash.push(path);
      return Promise.resolve(`.trash/${path}`);
    },
  });
  return Memory.open(host, silentRun);
}

const talk = (n: number): ConversationInput =>
  conversation(`talk-${n}.md`, `User: Question ${n}?\n\nAssistant: Answer ${n}.\n`);

function answer(n: number): string {
  return JSON.stringify({
    facts: [{ statement: `Fact ${n}` }, { statement: `Fact ${n % 7} again` }],
    decisions: [{ statement: `Decision ${n}` }],
    tasks_open: [{ statement: `Task ${n}` }],
    tasks_done: [{ statement: `Done ${n}` }],
    questions: [{ statement: `Question ${n}?` }],
  });
}

/** A repeatable sequence of numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it('of a thousand edits between harvests none is lost, and nothing is added twice', async () => {
  const vault = new MemoryVault();
  const memory = await open(vault);
  const next = numbers(17);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const removed = new Set<string>();
  let own = 0;
  let edits = 0;
  for (let round = 0; round < 40; round++) {
    server.script(says(answer(round)));
    const before = new Map<string, string>();
    for (const path of CATEGORY_FILES) {
      if ((await vault.stat(path)) !== null) before.set(path, await vault.readText(path));
    }
    await harvestConversations(memory, [talk(round)], { apply: true }, silentRun);
    for (const path of CATEGORY_FILES) {
      const text = await vault.readText(path);
      const lines = text.split('\n');
      // Each line that was there is there still, in its order.
      let at = 0;
      for (const line of before
        .get(path)
        ?.split('\n')
        .filter((each) => each !== '') ?? []) {
        at = lines.indexOf(line, at);
        expect(at).not.toBe(-1);
        at++;
      }
      const bullets = readBullets(text).map((bullet) => bullet.text.replace(/ \[from: .*$/, ''));
      expect(new Set(bullets).size).toBe(bullets.length);
      for (const bullet of bullets) expect(removed).not.toContain(`${path} ${bullet}`);
      await vault.write(path, text);
    }
    for (let n = 0; n < 25; n++, edits++) {
      const path = pick(CATEGORY_FILES);
      const text = await vault.readText(path);
      const bullet = pick([...readBullets(text), null]);
      const kind = pick(['remove', 'edit', 'add', 'move', 'comment']);
      if (kind === 'add' || bullet === null) await vault.write(path, `${text}- Own ${own++}\n`);
      else if (kind === 'comment')
        await vault.write(path, `${text.slice(0, bullet.end)}\n\nA remark ${own++}.\n${text.slice(bullet.end)}`);
      else {
        const without = text.slice(0, bullet.start) + text.slice(bullet.end + 1);
        if (kind === 'remove') {
          removed.add(`${path} ${bullet.text.replace(/ \[from: .*$/, '')}`);
          await vault.write(path, without);
        } else if (kind === 'edit')
          await vault.write(path, `${text.slice(0, bullet.end)} edited ${own++}${text.slice(bullet.end)}`);
        else {
          const first = readBullets(without)[0]?.start ?? without.length;
          await vault.write(path, `${without.slice(0, first)}${bullet.text}\n${without.slice(first)}`);
        }
      }
    }
  }
  expect(edits).toBe(1000);
});

it('of two harvests at once each item is kept once, and both agree with the ledger', async () => {
  const vault = new MemoryVault();
  server.script(...Array.from({ length: 8 }, () => says(answer(1))));
  const talks = [talk(1), talk(2)];
  const [first, second] = [await open(vault), await open(vault)];
  await Promise.allSettled([
    harvestConversations(first, talks, { apply: true }, silentRun),
    harvestConversations(second, talks, { apply: true }, silentRun),
  ]);
  const memory = await open(vault);
  server.script(...Array.from({ length: 4 }, () => says(answer(1))));
  await harvestConversations(memory, talks, { apply: true }, silentRun);
  const facts = readBullets(await vault.readText('facts.md')).map(({ text }) => text);
  expect(facts).toHaveLength(2);
  expect([...(await memory.ledger()).values()].map(({ status }) => status)).toEqual(['harvested', 'harvested']);
});

it.each([
  ['a full disk', () => new WikiError('living-wiki:disk_full', 'No space.', {})],
  ['a folder that became read-only', () => new WikiError('living-wiki:read_only', 'Read-only.', {})],
])('%s at any write leaves ledger and files in agreement, and nothing goes to the trash unproven', async (_, error) => {
  const whole = new FaultyVault(new MemoryVault(), null);
  server.script(says(answer(1)));
  await harvestConversations(await open(whole), [talk(1)], { apply: true, reclaim: true }, silentRun);
  for (let at = 0; at < whole.count; at++) {
    const vault = new MemoryVault();
    const trash: string[] = [];
    server.script(says(answer(1)), says(answer(1)));
    try {
      const struck = new FaultyVault(vault, { at, when: 'before', then: 'crash' }, error);
      await harvestConversations(await open(struck, trash), [talk(1)], { apply: true, reclaim: true }, silentRun);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(WikiError);
    }
    const memory = await open(vault);
    const isHarvested = [...(await memory.ledger()).values()].some(({ status }) => status === 'harvested');
    expect((await vault.stat('facts.md')) !== null).toBe(isHarvested);
    if (trash.length > 0) expect(isHarvested).toBe(true);
    await memory.close();
  }
});

it('the digest is what the files say after each harvest', async () => {
  const vault = new MemoryVault();
  const memory = await open(vault);
  for (let round = 0; round < 3; round++) {
    server.script(says(answer(round)));
    await harvestConversations(memory, [talk(round)], { apply: true }, silentRun);
    const texts = new Map<string, string>();
    for (const path of CATEGORY_FILES) texts.set(path, await vault.readText(path));
    expect(await memory.digest()).toBe(buildDigest(texts).text);
  }
});

it('a failed harvest asks again when it is tried again, though the answers were kept', async () => {
  const vault = new MemoryVault();
  const memory = await open(vault);
  server.script(says('no JSON'), says('no JSON'));
  await harvestConversations(memory, [talk(1)], { apply: true }, silentRun);
  server.script(says(answer(1)));
  const { conversations } = await harvestConversations(memory, [talk(1)], { apply: true }, silentRun);
  expect(conversations).toMatchObject([{ outcome: 'applied' }]);
});

it('an answer of another shape is no harvest of nothing', async () => {
  const memory = await open(new MemoryVault());
  server.script(says('{"summary": "They talked."}'), says('{"answer": []}'));
  const { conversations } = await harvestConversations(memory, [talk(1)], { apply: true }, silentRun);
  expect(conversations).toMatchObject([{ outcome: 'failed', error: { code: 'living-wiki:harvest_failed' } }]);
});

it('an export that lists the newest conversation first is harvested from the oldest on', async () => {
  const vault = new MemoryVault();
  const memory = await open(vault);
  const one = (n: number): object => ({
    uuid: `u${n}`,
    name: `Talk ${n}`,
    created_at: `2026-0${n}-01T00:00:00Z`,
    chat_messages: [
      { sender: 'human', text: `Question ${n}?` },
      { sender: 'assistant', text: `Answer ${n}.` },
    ],
  });
  server.script(says(answer(1)), says(answer(2)), says(answer(3)));
  await harvestConversations(
    memory,
    [conversation('conversations.json', JSON.stringify([3, 2, 1].map(one)))],
    { apply: true },
    silentRun,
  );
  expect(server.asked.map(({ text }) => /Question (\d)\?/.exec(text)?.[1])).toEqual(['1', '2', '3']);
});

it('a task moves below "Done" and back, and a tick in the text follows', async () => {
  const vault = new MemoryVault();
  await vault.write('tasks.md', '# Tasks\n\n## Open\n\n- [ ] First\n- Second\n  more of it\n\n## Done\n');
  await vault.write('ledger.json', '{"entries": {}}');
  const memory = await open(vault);
  const item = async (text: string) => (await memory.overview()).items.find((one) => one.text.startsWith(text))!;
  await memory.edits.setTask(await item('First'), true, silentRun);
  await memory.edits.setTask(await item('Second'), true, silentRun);
  expect(await vault.readText('tasks.md')).toBe(
    '# Tasks\n\n## Open\n\n\n## Done\n\n- [x] First\n- Second\n  more of it\n',
  );
  await memory.edits.setTask(await item('First'), false, silentRun);
  expect((await memory.overview()).counts).toMatchObject({ tasks_open: 1, tasks_done: 1 });
  await expect(memory.edits.setTask({ path: 'tasks.md', bullet: '- gone' }, true, silentRun)).rejects.toMatchObject({
    code: 'living-wiki:edited_meanwhile',
  });
});

it('notes about a file follow it when it is renamed', async () => {
  const vault = new MemoryVault();
  await vault.write('files/notes-lamp-md-a1b2c3.md', '# notes/lamp.md\n\n- It burns oil [from: a, 2026-06-20]\n');
  const memory = await open(vault);
  await memory.edits.renameNoted('notes/lamp.md', 'archive/lamp.md', silentRun);
  expect(await memory.edits.notesAbout('archive/lamp.md')).toBe('files/notes-lamp-md-a1b2c3.md');
  expect(await vault.readText('files/notes-lamp-md-a1b2c3.md')).toContain('# archive/lamp.md\n\n- It burns oil');
});

it('a conversation that is too large is recorded once', async () => {
  const memory = await open(new MemoryVault());
  const huge = conversation('huge.md', `User: Hi?\n\nAssistant: ${'x'.repeat(1024 * 1024)}`);
  await harvestConversations(memory, [huge], { apply: true }, silentRun);
  const { conversations } = await harvestConversations(memory, [huge], { apply: true }, silentRun);
  expect(conversations).toEqual([]);
  expect(await memory.history()).toHaveLength(1);
  expect(parseLedger(await memory.textOf('ledger.json')).size).toBe(1);
  expect((await planHarvest(memory, [huge], silentRun)).found).toMatchObject([{ why: 'too-large' }]);
});

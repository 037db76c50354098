import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bench } from './support';

/** `living-wiki harvest` and `memory`, on files. */

const TALK =
  'User: How much oil?\n\nAssistant: Two litres.\n\nDecision: use the log of 1911.\n\n- [ ] Ask for the log of 1912\n';

let bench: Bench;
beforeEach(() => {
  bench = new Bench().configured();
  mkdirSync(bench.at('vault/.obsidian'), { recursive: true });
});
afterEach(() => bench.remove());

function conversation(name: string, text = TALK): string {
  const file = bench.at(`vault/knowledge/conversations/${name}`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  return file;
}

const run = (...words: readonly string[]): ReturnType<Bench['run']> => bench.run(bench.at('vault'), ...words);

it('a dry run says what it would do and writes nothing', async () => {
  conversation('lamp.md');
  conversation('kept/mine.md', TALK.replace('oil', 'paint'));
  conversation('note.md', '# A note\n');
  const { out, exit } = await run('harvest');
  expect(exit).toBe(0);
  expect(out).toContain('2 conversations: 1 to harvest, 1 kept by you');
  expect(out).toContain('is not in a known conversation format');
  expect(out).toContain('Dry run.');
  expect(existsSync(bench.at('vault/knowledge/ledger.json'))).toBe(false);
});

it('items are kept one by one, the conversation goes to the trash, and undo takes everything back', async () => {
  const file = conversation('lamp.md');
  await run('harvest', '--propose');
  const { out } = await run('memory', 'proposals');
  expect(out).toContain('1. decision: use the log of 1911.');
  expect(out).toContain('“Decision: use the log of 1911.”');
  await run('memory', 'apply', '1', '--only', '2', '--reason', 'Known');
  expect(existsSync(bench.at('vault/knowledge/decisions.md'))).toBe(false);
  expect(readFileSync(bench.at('vault/knowledge/tasks.md'), 'utf8')).toContain(
    '- Ask for the log of 1912 [from: lamp, ',
  );
  const again = (await run('harvest', '--apply', '--reclaim', '--json')).json<{
    reclaimed: { to: string }[];
    conversations: unknown[];
  }>();
  expect(again.conversations).toEqual([]);
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(again.reclaimed[0]!.to, 'utf8')).toBe(TALK);
  await run('memory', 'undo');
  expect(existsSync(bench.at('vault/knowledge/tasks.md'))).toBe(false);
  expect((await run('memory', 'ledger', '--json')).json<{ entries: unknown[] }>().entries).toEqual([]);
});

it('conversations go without a harvest only after a yes', async () => {
  const file = conversation('lamp.md');
  expect((await run('harvest', '--no-harvest', '--reclaim')).exit).toBe(2);
  expect(existsSync(file)).toBe(true);
  expect((await run('harvest', '--no-harvest', '--reclaim', '--yes')).exit).toBe(0);
  expect(existsSync(file)).toBe(false);
  const { entries } = (await run('memory', 'ledger', '--json')).json<{
    entries: { status: string; deleted: boolean }[];
  }>();
  expect(entries).toMatchObject([{ status: 'deleted-unharvested', deleted: true }]);
});

it('a memory inside a wiki is refused', async () => {
  await bench.run(bench.folder, 'init', 'wiki', '--yes');
  const { err, exit } = await bench.run(bench.at('wiki'), 'memory', '--memory', 'concepts/knowledge');
  expect(exit).toBe(2);
  expect(err).toContain('living-wiki:memory_in_wiki');
  mkdirSync(bench.at('wiki/knowledge'));
  writeFileSync(bench.at('wiki/knowledge/page.md'), '# A page\n');
  expect((await bench.run(bench.at('wiki'), 'memory')).err).toContain('living-wiki:memory_in_wiki');
});

it('a wiki that is a whole vault has its memory in a folder that is no part of the wiki, and is told its digest', async () => {
  await bench.run(bench.folder, 'init', 'wiki', '--yes');
  const wiki = bench.at('wiki');
  writeFileSync(bench.at('talk.md'), `${TALK}\nUser: Who paid for the oil?\n`);
  utimesSync(bench.at('talk.md'), 1_700_000_000, 1_700_000_000);
  const before = (await bench.run(wiki, 'status', '--json')).json<{ pages: number }>();
  const { out } = await bench.run(wiki, 'harvest', bench.at('talk.md'), '--apply');
  expect(out).toContain('kept');
  expect(readFileSync(bench.at('wiki/knowledge/digest.md'), 'utf8')).toContain('Ask for the log of 1912');
  const after = (await bench.run(wiki, 'status', '--json')).json<{ pages: number }>();
  expect(after.pages).toEqual(before.pages);
  expect((await bench.run(wiki, 'lint')).out).not.toContain('knowledge/');
  expect((await bench.run(wiki, 'questions')).out).toContain('Who paid for the oil?');
  await bench.run(wiki, 'memory', 'undo');
  expect((await bench.run(wiki, 'questions')).out).not.toContain('Who paid for the oil?');
});

it('a fact becomes a source once, with its quote and where it comes from', async () => {
  await bench.run(bench.folder, 'init', 'vault/wiki', '--yes');
  const memory = bench.at('vault/knowledge');
  mkdirSync(memory, { recursive: true });
  writeFileSync(path.join(memory, 'facts.md'), '# Facts\n\n- The lamp burns oil [from: lamp, 2026-06-20]\n');
  const { source, isNew } = (await run('memory', 'source', '3', '--json')).json<{ source: string; isNew: boolean }>();
  expect(isNew).toBe(true);
  const text = readFileSync(bench.at(`vault/wiki/${source}`), 'utf8');
  expect(text).toContain('title: The lamp burns oil');
  expect(text).toContain('captured_by: conversation "lamp"');
  expect((await run('memory', 'source', '3')).out).toContain('is there already');
  expect((await run('memory', 'source', '99')).exit).toBe(2);
});

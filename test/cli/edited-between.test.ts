import fs, { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentRun } from '../../src/base';
import { createNodeVault } from '../../src/node/vault';
import { hashText, type FileChange, type Journal, type Vault } from '../../src/vault';
import { codeOf } from '../vault/support/contract';
import { openAlone } from '../vault/support/transaction';

/** An editor that saves between the journal's check of a file and its change. The system calls are struck at the exact moment. */

const ROUNDS = 20;
const OLD = 'old\n';
const NEW = 'new\n';
const EDIT = 'old\nwritten by hand\n';
const EDITED = 'living-wiki:edited_meanwhile';

let root: string;
let vault: Vault;
let journal: Journal;
const page = (name = 'page.md'): string => path.join(root, name);
const text = (name = 'page.md'): Promise<string> => readFile(page(name), 'utf8');

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'edited-between-'));
  vault = createNodeVault(root);
  await vault.write('.wiki/state.json', '{}');
  await vault.write('page.md', OLD);
  journal = await openAlone(vault);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await journal.close();
  await rm(root, { recursive: true });
});

/** Does `edit` once, right before or after the first call of `name` that is about the page. */
function strike(
  name: 'rename' | 'link' | 'unlink',
  when: 'before' | 'after',
  edit: () => Promise<unknown>,
): () => boolean {
  const real = fs[name] as (...places: unknown[]) => Promise<void>;
  let isStruck = false;
  jest.spyOn(fs, name).mockImplementation(async (...places: unknown[]): Promise<void> => {
    const isMoment = !isStruck && places.includes(page());
    isStruck ||= isMoment;
    if (isMoment && when === 'before') await edit();
    await real(...places);
    if (isMoment && when === 'after') await edit();
  });
  return () => isStruck;
}

const saveInPlace = (): Promise<void> => writeFile(page(), EDIT);
const update: FileChange = { op: 'update', path: 'page.md', expected: hashText(OLD), text: NEW };
const removal: FileChange = { op: 'delete', path: 'page.md', expected: hashText(OLD) };
const move: FileChange = { op: 'rename', from: 'page.md', path: 'moved.md', expected: hashText(OLD), text: NEW };
const commit = (change: FileChange): Promise<string | null> =>
  codeOf(journal.commit({ title: 'Change', changes: [change], facts: {} }, silentRun));

/** The names of the vault's root, and that nothing unfinished is left. */
async function names(): Promise<string[]> {
  expect(await readdir(page('.wiki/tmp'))).toEqual([]);
  return (await readdir(root)).sort();
}

describe('an edit that is saved in place right before the change', () => {
  it.each([
    ['an update', update],
    ['a removal', removal],
    ['a rename', move],
  ])(`is kept by %s, ${ROUNDS} times of ${ROUNDS}`, async (_, change) => {
    let kept = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await writeFile(page(), OLD);
      // Older code removed with `unlink`.
      const struck = [strike('rename', 'before', saveInPlace), strike('unlink', 'before', saveInPlace)];
      const code = await commit(change);
      jest.restoreAllMocks();
      expect(struck.some((isStruck) => isStruck())).toBe(true);
      kept += Number(code === EDITED && (await text().catch(() => '')) === EDIT);
      await rm(page('moved.md'), { force: true });
    }
    expect(kept).toBe(ROUNDS);
    expect(await names()).toEqual(['.wiki', 'page.md']);
  });
});

it('an editor that has the file open writes on into the file of that name', async () => {
  const editor = await open(page(), 'r+');
  strike('rename', 'before', () => editor.truncate(0));
  expect(await commit(update)).toBe(EDITED);
  await editor.writeFile(EDIT);
  await editor.close();
  expect(await text()).toBe(EDIT);
});

it('an edit of the old file right after its replacement is kept', async () => {
  const editor = await open(page(), 'r+');
  strike('rename', 'after', () => editor.writeFile(EDIT));
  expect(await commit(update)).toBe(EDITED);
  await editor.close();
  expect(await text()).toBe(EDIT);
  expect(await names()).toEqual(['.wiki', 'page.md']);
});

it('two edits at once are both kept, the second under its own name', async () => {
  const editor = await open(page(), 'r+');
  strike('rename', 'after', async () => {
    await editor.writeFile(EDIT);
    await writeFile(page(), 'a second edit\n');
  });
  expect(await commit(update)).toBe(EDITED);
  await editor.close();
  expect(await text()).toBe('a second edit\n');
  const beside = (await names()).find((name) => name.startsWith('page (edited meanwhile '));
  expect(await text(beside)).toBe(EDIT);
});

it('a file that an editor replaced while the new one was written is kept', async () => {
  const { rename } = fs;
  strike('link', 'after', async () => {
    await writeFile(page('page.md~'), EDIT);
    await rename(page('page.md~'), page());
  });
  expect(await commit(update)).toBe(EDITED);
  expect(await text()).toBe(EDIT);
  expect(await names()).toEqual(['.wiki', 'page.md']);
});

it.each([
  ['removed', removal],
  ['moved', move],
])('a file that an editor replaced right before it was %s is kept', async (_, change) => {
  const { rename } = fs;
  strike('rename', 'before', async () => {
    await writeFile(page('page.md~'), EDIT);
    await rename(page('page.md~'), page());
  });
  expect(await commit(change)).toBe(EDITED);
  expect(await text()).toBe(EDIT);
  expect(await names()).toEqual(['.wiki', 'page.md']);
});

it('a file that another program creates right before ours is kept', async () => {
  await rm(page());
  const struck = [strike('rename', 'before', saveInPlace), strike('link', 'before', saveInPlace)];
  expect(await commit({ op: 'create', path: 'page.md', text: NEW })).toBe(EDITED);
  expect(struck.filter((isStruck) => isStruck())).toHaveLength(1);
  expect(await text()).toBe(EDIT);
});

it('a file that another program creates right before ours is moved there is kept', async () => {
  await vault.write('other.md', OLD);
  strike('link', 'before', saveInPlace);
  await rm(page());
  const change: FileChange = { op: 'rename', from: 'other.md', path: 'page.md', expected: hashText(OLD), text: OLD };
  expect(await commit(change)).not.toBeNull();
  expect([await text(), await text('other.md')]).toEqual([EDIT, OLD]);
});

describe('on a disk without hard links', () => {
  beforeEach(() => {
    jest.spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error('no links'), { code: 'EPERM' }));
  });

  it('every change is made', async () => {
    expect(await commit({ op: 'create', path: 'more.md', text: NEW })).toBeNull();
    expect(await commit(update)).toBeNull();
    expect(await commit({ ...move, expected: hashText(NEW) })).toBeNull();
    expect(await commit({ ...removal, path: 'more.md', expected: hashText(NEW) })).toBeNull();
    expect(await names()).toEqual(['.wiki', 'moved.md']);
  });

  it.each([
    ['removal', removal],
    ['rename', move],
  ])('an edit right before a %s is kept', async (_, change) => {
    strike('rename', 'before', saveInPlace);
    expect(await commit(change)).toBe(EDITED);
    expect(await text()).toBe(EDIT);
  });
});

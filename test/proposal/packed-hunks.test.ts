import { PackedHunks } from '../../src/proposal/packed-hunks';
import { type Proposal } from '../../src/proposal';
import { LENS_SOURCE, testWiki } from '../support/wiki';

/** A proposal as its file gives it, with the text of that file. */
async function stored(): Promise<{ proposal: Proposal; text: string }> {
  const wiki = await (await testWiki({ 'sources/lens.md': LENS_SOURCE })).open();
  await wiki.ingest({});
  const [proposal] = await wiki.proposals();
  if (proposal === undefined) throw new Error('nothing was proposed');
  const text = JSON.stringify(proposal);
  return { proposal: JSON.parse(text) as Proposal, text };
}

it('a proposal with packed hunks reads, copies and prints like any other, also after its hunks were let go', async () => {
  const { proposal, text } = await stored();
  const read = jest.fn(() => proposal.changeSet.files.map(({ hunks }) => hunks));
  const held = new PackedHunks();
  const packed = held.pack(proposal, 50_000, read);
  expect(read).not.toHaveBeenCalled();
  expect(packed.changeSet.files.map(({ path }) => path)).toEqual(proposal.changeSet.files.map(({ path }) => path));
  expect(read).not.toHaveBeenCalled();
  expect(JSON.stringify(packed)).toBe(text);
  expect({ ...packed.changeSet.files[0] }).toEqual(proposal.changeSet.files[0]);
  expect(read).toHaveBeenCalledTimes(1);
  // Others are looked at, until there is no room for the first.
  for (let at = 0; at < 6; at += 1) {
    const other = held.pack(proposal, 50_000, () => proposal.changeSet.files.map(({ hunks }) => hunks));
    expect(other.changeSet.files[0]?.hunks.length).toBeGreaterThan(0);
  }
  expect(JSON.stringify(packed)).toBe(text);
  expect(read).toHaveBeenCalledTimes(2);
});

it('a base that is looked up when it is asked for stays so', async () => {
  const { proposal } = await stored();
  const base = jest.fn(() => 'the text before');
  const [edit] = proposal.changeSet.files;
  const files = [Object.defineProperty({ ...edit! }, 'base', { enumerable: true, get: base })];
  const given = { ...proposal, changeSet: { ...proposal.changeSet, files } };
  const packed = new PackedHunks().pack(given, 50_000, () => [edit!.hunks]);
  expect(base).not.toHaveBeenCalled();
  expect(packed.changeSet.files[0]?.base).toBe('the text before');
});

it('a long proposal stays as it is, because it would take long to unpack', async () => {
  const { proposal } = await stored();
  const read = jest.fn(() => []);
  expect(new PackedHunks().pack(proposal, 1_000_000, read)).toBe(proposal);
});

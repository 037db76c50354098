import { buildUpdate, LOSS_KINDS, type ChangeSet } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { parseProposal, printProposal } from '../../src/proposal/format';
import { MemoryVault } from '../../src/vault';
import { countingRandom, steadyClock, testDevice } from '../support/wiki';

/** What a stored change may declare to remove is an enumeration. */

const file = buildUpdate({
  path: 'a.md',
  base: 'A [[b]] c.\n',
  splices: [{ start: 2, end: 7, text: 'b', reason: 'A test.', declares: ['links'] }],
  why: [],
});
const CHANGE: ChangeSet = {
  title: 'Change a page',
  producer: 'manual',
  files: [file],
  log: { event: 'manual', subject: 'a.md', bullets: [] },
  sources: [],
  notes: [],
  facts: {},
};

/** A stored proposal in which another program wrote other kinds. */
async function declaredWith(kinds: readonly string[]): Promise<unknown> {
  const options = { clock: steadyClock(), random: countingRandom(), device: testDevice() };
  const store = new ProposalStore(new MemoryVault({}, steadyClock()), options);
  const text = printProposal(await store.add(CHANGE, { guard: [], introduced: [], fixed: [] }, []), null);
  const changed = text.replace(/"declares":\s*\[\s*"links"\s*\]/, `"declares":${JSON.stringify(kinds)}`);
  return parseProposal(changed, 'p.json').proposal.changeSet.files[0]?.hunks[0]?.declares;
}

it('every kind is read, each once and in one order', async () => {
  expect(await declaredWith(['links'])).toEqual(['links']);
  expect(await declaredWith(['footnotes', ...LOSS_KINDS])).toEqual([...LOSS_KINDS]);
});

it('kinds of earlier versions excuse nothing', async () => {
  expect(await declaredWith(['quotes', 'words', 'links'])).toEqual(['links']);
});

it('a proposal with an unknown kind is refused', async () => {
  await expect(declaredWith(['links', 'everything'])).rejects.toMatchObject({ code: 'living-wiki:state_broken' });
});

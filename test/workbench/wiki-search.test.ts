import { type Snapshot } from '../../src/wiki';
import { WikiSearch } from '../../src/workbench/search/wiki-search';
import { MemoryVault } from '../../src/vault';
import { page, run, wikiOf, written } from '../search/wiki';
import { testDevice, testWiki } from '../support/wiki';

const word = async (search: WikiSearch, snapshot: Snapshot, query: string): Promise<number> =>
  (await (await search.openFor(snapshot, run)).find(query, { limit: 200 }, run)).length;

/** A wiki of ten pages, and what it would be with those that wait: so many with the word "pending". */
async function wikiWithWaiting(waiting: number) {
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`concepts/owl-${at}.md`, page(`Owl ${at}`, 'An owl hunts.')]),
  );
  const { snapshot } = await wikiOf(files);
  const added = Object.fromEntries(
    Array.from({ length: waiting }, (_, at) => [`concepts/new-${at}.md`, page(`New ${at}`, 'A pending page.')]),
  );
  const draft = await written(snapshot, added);
  const search = new WikiSearch({ ...(await testWiki()), root: '', device: testDevice() }, new MemoryVault());
  const reads = jest.fn();
  for (const each of [snapshot, draft]) {
    const text = each.text.bind(each);
    jest.spyOn(each, 'text').mockImplementation((path) => {
      reads(path);
      return text(path);
    });
  }
  return { snapshot, draft, search, reads };
}

it('searching the wiki and working on top of many waiting proposals do not index the pages of the other again', async () => {
  const { snapshot, draft, search, reads } = await wikiWithWaiting(100);
  expect(await word(search, snapshot, 'pending')).toBe(0);
  expect(await word(search, draft, 'pending')).toBe(100);
  reads.mockClear();
  expect(await word(search, snapshot, 'pending')).toBe(0);
  expect(await word(search, draft, 'pending')).toBe(100);
  expect(reads).not.toHaveBeenCalled();
});

it('the index that people search does not follow a row of proposals away from what they search', async () => {
  const { snapshot, search } = await wikiWithWaiting(1);
  expect(await word(search, snapshot, 'pending')).toBe(0);
  const searched = await search.openFor(snapshot, run);
  let draft = snapshot;
  for (let at = 0; at < 10; at += 1) {
    const names = Array.from({ length: 13 }, (_, each) => `concepts/new-${at}-${each}.md`);
    draft = await written(draft, Object.fromEntries(names.map((path) => [path, page(path, 'A pending page.')])));
    await search.indexFor(draft, run);
  }
  expect(await word(search, snapshot, 'pending')).toBe(0);
  expect(await search.openFor(snapshot, run)).toBe(searched);
  expect((await search.indexFor(draft, run)).search('pending', { limit: 200 })).toHaveLength(130);
});

it('the second index starts from what the first one has indexed', async () => {
  const { snapshot, draft, search, reads } = await wikiWithWaiting(100);
  await search.openFor(snapshot, run);
  reads.mockClear();
  expect(await word(search, draft, 'pending')).toBe(100);
  expect(reads).toHaveBeenCalledTimes(100);
});

it('one index follows a few changed pages, and is right when both use it at the same time', async () => {
  const { snapshot, draft, search } = await wikiWithWaiting(5);
  const first = await search.openFor(snapshot, run);
  await Promise.all([search.openFor(draft, run), search.openFor(snapshot, run), search.openFor(draft, run)]);
  expect(await word(search, draft, 'pending')).toBe(5);
  expect(await word(search, snapshot, 'pending')).toBe(0);
  expect(await search.openFor(draft, run)).toBe(first);
});

it('an index that somebody else gave up opening is opened anew', async () => {
  const { snapshot, search } = await wikiWithWaiting(1);
  const gone = new AbortController();
  const given = search.openFor(snapshot, { ...run, signal: gone.signal });
  const other = word(search, snapshot, 'owl');
  gone.abort();
  await expect(given).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
  expect(await other).toBe(10);
});

import { silentRun } from '../../../src/base';
import { findStanding } from '../../../src/ingest/model-run/standing-statements';
import { numberUnits } from '../../../src/ingest/units';
import { CuratedWiki, page } from '../support/curated-wiki';
import { extracted } from '../support/extract-source';

/** What a plan is asked to settle, the likeliest first. Each statement of the wiki has a line of the older source. */
async function standing(statements: readonly string[], newer: string): Promise<readonly string[]> {
  const body = statements.map((text, at) => `${text}[^old-${at + 1}]`).join('\n\n');
  const notes = statements.map((text, at) => `[^old-${at + 1}]: [old], line ${at + 1}: “${text}”`).join('\n');
  const wiki = await CuratedWiki.of({
    'entities/trust.md': page('trust', 'Harbour Trust', `${body}\n\n${notes}`, 'sources:\n  - sources/old.md\n'),
    'sources/old.md': statements.join('\n'),
  });
  const { units } = await numberUnits(await extracted('sources/new.txt', newer), silentRun);
  const found = await findStanding({
    units,
    pages: [...wiki.snapshot.pages.values()],
    found: [],
    snapshot: wiki.snapshot,
    date: '2026-04-01',
    dateOf: (id) => (id === 'old' ? '2025-03-01' : null),
    run: silentRun,
  });
  return found.map(({ text }) => text);
}

describe('what a plan is asked to settle', () => {
  const newer = [
    'The work of the trust happens mostly in public, in meetings by the quay.',
    'Ida Lund continued to work on the Lantern proposal with a group of friends.',
    'The committee of the trust has published the rules of the fund.',
    'The crew went to see how far the boats had come.',
  ].join(' ');

  it('comes with the proposal that a newer source speaks of before what only shares common words', async () => {
    const found = await standing(
      ['Ida Lund had proposed a Lantern club.', 'Visitors can see how far the boats go.'],
      newer,
    );
    expect(found[0]).toBe('Ida Lund had proposed a Lantern club.');
  });

  it('comes before what the newer source only says again', async () => {
    const again = 'Its work happens mostly in public, in meetings by the quay.';
    const open = 'The rules of the fund are to be written by a committee.';
    expect(await standing([again, open], newer)).toEqual([open, again]);
  });

  it('keeps what says the same of another holder or with another figure', async () => {
    const chaired = 'Nora Pell chairs the Lantern committee of the fund.';
    const paid = 'The Lantern fund has 306 members and a committee.';
    const now =
      'Ida Lund chairs the Lantern committee of the fund. The Lantern fund has 412 members and a committee. The boats are blue.';
    expect([...(await standing([chaired, paid], now))].sort()).toEqual([chaired, paid].sort());
  });
});

it('one id stands for the same words on several pages, and for no other statement of the same passage', async () => {
  const said = 'Splitting the log into more shards is not something the trust wants to continue.';
  const other = 'Shards of 3 months are considered; splitting the log into more shards is nothing to continue.';
  const body = (text: string): string => `${text}[^old-1]\n\n[^old-1]: [old], line 1: “${said}”`;
  const more = 'sources:\n  - sources/old.md\n';
  const wiki = await CuratedWiki.of({
    'entities/trust.md': page('trust', 'Trust', body(said), more),
    'entities/log.md': page('log', 'Log', body(said), more),
    'entities/shards.md': page('shards', 'Shards', body(other), more),
    'sources/old.md': said,
  });
  const { units } = await numberUnits(
    await extracted('sources/new.txt', 'The trust ended splitting the log into shards.'),
    silentRun,
  );
  const found = await findStanding({
    units,
    pages: [...wiki.snapshot.pages.values()],
    found: [],
    snapshot: wiki.snapshot,
    date: '2026-04-01',
    dateOf: (id) => (id === 'old' ? '2025-03-01' : null),
    run: silentRun,
  });
  const places = found.map(({ places }) => places.map(({ page: { slug } }) => slug).sort());
  expect(places).toHaveLength(2);
  expect(places).toEqual(expect.arrayContaining([['log', 'trust'], ['shards']]));
});

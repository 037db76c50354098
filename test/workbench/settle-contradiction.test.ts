import { silentRun } from '../../src/base';
import { readContradiction, settleContradiction, type ReviewFile, type Settlement } from '../../src/workbench';
import { testWiki } from '../support/wiki';

/** A person settles two statements that cannot both be true, as a part of the change under review. */

const OLD =
  '# Memoir\n\nThe Skerry Tower is a tower on the rock. In 1961 the Skerry Tower is 31 metres tall.\n\nDate: 12 September 2025\n';
const NEW =
  '# Survey\n\nThe Skerry Tower was measured by laser. By laser the Skerry Tower is 29.4 metres tall.\n\nDate: 18 April 2026\n';

async function disagreeing() {
  const wiki = await testWiki({ 'sources/memoir.md': OLD });
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true });
  await wiki.vault.write('sources/survey.md', NEW);
  await workbench.refresh(['sources/survey.md']);
  const id = (await workbench.ingest({})).proposals[0]?.id ?? '';
  const session = workbench.review(id);
  const { files } = await session.load(silentRun);
  return { wiki, session, files };
}

const found = (files: readonly ReviewFile[]) =>
  files.flatMap((file) =>
    file.hunks.flatMap((item) => {
      const contradiction = readContradiction(file, item);
      return contradiction === null ? [] : [{ id: item.hunk.id, ...contradiction }];
    }),
  );

describe('a contradiction under review', () => {
  it('has two sides, each with its source and words', async () => {
    const { files } = await disagreeing();
    expect(found(files)).toMatchObject([
      {
        settlement: 'open',
        current: { source: 'sources/memoir.md', text: expect.stringContaining('31 metres') as string },
        proposed: { source: 'sources/survey.md', text: expect.stringContaining('29.4 metres') as string },
      },
    ]);
  });

  it.each<readonly [Settlement, RegExp]>([
    ['current', /Sources disagree: .*The statement above is kept, as you decided\./],
    ['proposed', /Sources disagree: .*This is kept, as you decided\./],
    ['both', /Sources disagree: .*Both are kept, as you decided\./],
    ['open', /\[!warning\] Contradiction: /],
  ])('is settled as "%s", on the page and in the marks of the summaries', async (settlement, says) => {
    const { wiki, session, files } = await disagreeing();
    const id = found(files)[0]?.id ?? '';
    await session.decide(settleContradiction(files, id, settlement));
    const after = await session.load(silentRun);
    expect(found(after.files)[0]?.settlement).toBe(settlement);
    const rest = after.files.flatMap(({ hunks }) => hunks.filter(({ decision }) => decision === null));
    await session.decide(Object.fromEntries(rest.map(({ hunk }) => [hunk.id, { verdict: 'accepted' as const }])));
    expect((await session.apply(silentRun)).kind).toBe('applied');
    const text = Object.entries(await wiki.tree());
    const page = text.find(([path]) => path.endsWith('/skerry-tower.md'))?.[1] ?? '';
    expect(page).toMatch(says);
    expect(page).toContain('31 metres');
    expect(page).toContain('29.4 metres');
    const marked = text.filter(([path, words]) => path.startsWith('summaries/') && words.includes('contradicts:'));
    expect(marked.length > 0).toBe(settlement === 'open');
  });

  it('can be opened again', async () => {
    const { session, files } = await disagreeing();
    const id = found(files)[0]?.id ?? '';
    await session.decide(settleContradiction(files, id, 'proposed'));
    const settled = await session.load(silentRun);
    await session.decide(settleContradiction(settled.files, id, 'open'));
    const opened = await session.load(silentRun);
    expect(found(opened.files)[0]?.settlement).toBe('open');
    expect(
      opened.files.flatMap(({ hunks }) => hunks.filter(({ decision }) => decision?.verdict === 'rejected')),
    ).toEqual([]);
    const summary = opened.files.find(({ path }) => path.startsWith('summaries/survey'));
    expect(summary?.hunks.map(({ hunk }) => hunk.text).join('')).toContain('contradicts:');
  });
});

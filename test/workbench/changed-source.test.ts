import { silentRun } from '../../src/base';
import { testWiki, type TestWiki } from '../support/wiki';
import { applyProposal, type ProposalResult, type Workbench } from '../../src/workbench';

const PATH = 'sources/survey.txt';
const ABOUT = 'The Cordouan Lighthouse is a lighthouse in the mouth of the Gironde.';
const OLD = `${ABOUT}\n\nThe tower of the Cordouan Lighthouse is 67 metres tall.\n`;
const NEW = `${ABOUT}\n\nThe tower of the Cordouan Lighthouse is 68 metres tall.\n`;

/** A wiki with one ingested source, which then changed. */
async function changedWiki(after = NEW): Promise<{ wiki: TestWiki; workbench: Workbench }> {
  const wiki = await testWiki({ [PATH]: OLD });
  await (await wiki.open()).ingest({ apply: true });
  await wiki.vault.write(PATH, after);
  return { wiki, workbench: await wiki.open() };
}

const mismatches = async (workbench: Workbench): Promise<readonly string[]> =>
  (await workbench.lint({})).findings.flatMap(({ code, severity, path }) =>
    code === 'source_hash_mismatch' ? [`${severity} ${path}`] : [],
  );
const only = ({ proposals }: { readonly proposals: readonly ProposalResult[] }): ProposalResult => {
  expect(proposals).toHaveLength(1);
  return proposals[0]!;
};

describe('a source that changed after it was ingested', () => {
  it('stays an error until a person applies its proposal', async () => {
    const { wiki, workbench } = await changedWiki();
    expect(await mismatches(workbench)).toEqual([`error ${PATH}`]);
    const { id } = only(await workbench.ingest({}));
    expect(await mismatches(workbench)).toEqual([`error ${PATH}`]);
    expect((await applyProposal(workbench, id)).applied).toBe(true);
    expect(await mismatches(workbench)).toEqual([]);
    expect((await wiki.tree())['_log.md']).toMatch(
      /ingest \| sources\/survey\.txt\n[^#]*- changed sources\/survey\.txt \(/,
    );
  });

  it('is not pinned again by ingest --apply, not even the second time', async () => {
    const { wiki, workbench } = await changedWiki();
    const before = await wiki.tree();
    const proposal = only(await workbench.ingest({ apply: true }));
    expect(proposal).toMatchObject({ applied: false, transaction: null });
    expect(proposal.notes.join('\n')).toContain('It waits for your decision');
    const again = await workbench.ingest({ apply: true });
    expect(again.proposals).toEqual([]);
    expect(again.skipped).toEqual([{ path: PATH, reason: `Proposal ${proposal.id} waits for review.` }]);
    expect(await wiki.tree()).toEqual(before);
    expect(await mismatches(workbench)).toEqual([`error ${PATH}`]);
  });

  it('is still an error when its proposal is rejected', async () => {
    const { workbench } = await changedWiki();
    await workbench.rejectProposal(only(await workbench.ingest({})).id, 'no');
    expect(await mismatches(workbench)).toEqual([`error ${PATH}`]);
  });

  it('shows the difference of the text, and every quote that is gone with its page and line', async () => {
    const { wiki, workbench } = await changedWiki();
    const { notes, id } = only(await workbench.ingest({}));
    expect(notes[0]).toBe(`${PATH} changed since it was ingested on 2026-05-01.`);
    expect(notes).toContain('Removed (line 3): “The tower of the Cordouan Lighthouse is 67 metres tall.”');
    expect(notes).toContain('Added (line 3): “The tower of the Cordouan Lighthouse is 68 metres tall.”');
    const tree = await wiki.tree();
    const expected = Object.entries(tree).flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          path.endsWith('.md') && line.includes('67 metres tall') && line.includes('[survey]')
            ? [
                `Quote no longer in the source: “The tower of the Cordouan Lighthouse is 67 metres tall.” on ${path}, line ${at + 1} (it was line 3).`,
              ]
            : [],
        ),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(notes.filter((note) => note.startsWith('Quote no longer')).sort()).toEqual(expected.sort());
    const { facts } = (await workbench.findProposal(id)).changeSet;
    expect(facts.sourceChange).toMatchObject({
      path: PATH,
      diff: [
        '-The tower of the Cordouan Lighthouse is 67 metres tall.',
        '+The tower of the Cordouan Lighthouse is 68 metres tall.',
      ],
    });
    const { sourceChange } = await workbench.review(id).load(silentRun);
    expect(sourceChange?.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ['removed', 'The tower of the Cordouan Lighthouse is 67 metres tall.'],
      ['added', 'The tower of the Cordouan Lighthouse is 68 metres tall.'],
    ]);
    expect(sourceChange?.goneQuotes).toHaveLength(expected.length);
    expect(sourceChange?.described.every((note) => notes.includes(note))).toBe(true);
  });

  it('adds what is new to the pages that cite it, and repeats no quote', async () => {
    const { wiki, workbench } = await changedWiki(
      `${OLD}\nThe Cordouan Lighthouse was listed in 1862. The Cordouan Lighthouse is open to visitors from April.\n`,
    );
    await applyProposal(workbench, only(await workbench.ingest({})).id);
    const pages = Object.entries(await wiki.tree()).filter(([path]) => path.endsWith('/cordouan-lighthouse.md'));
    expect(pages).toHaveLength(1);
    expect(pages[0]![1]).toContain('\nThe Cordouan Lighthouse was listed in 1862.[^');
    expect(pages[0]![1].split(`${ABOUT}[^`)).toHaveLength(2);
  });

  it('gets a new summary that supersedes the one before, version by version', async () => {
    const { wiki, workbench } = await changedWiki();
    await applyProposal(workbench, only(await workbench.ingest({})).id);
    await wiki.vault.write(PATH, NEW.replace('68', '69'));
    const later = await wiki.open();
    await applyProposal(later, only(await later.ingest({})).id);
    const summaries = Object.entries(await wiki.tree())
      .filter(([path]) => path.startsWith('summaries/'))
      .map(([path, text]) => [path, /supersedes:\n((?: +- .*\n)+)/.exec(text)?.[1]?.trim() ?? null]);
    expect(summaries).toEqual([
      ['summaries/survey-summary-2.md', '- survey-summary'],
      ['summaries/survey-summary.md', '- survey'],
      ['summaries/survey.md', null],
    ]);
    expect((await later.lint({})).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('with the same text, as after new front matter, is only pinned again', async () => {
    const wiki = await testWiki({ 'sources/memo.md': OLD });
    await (await wiki.open()).ingest({ apply: true });
    await wiki.vault.write('sources/memo.md', `---\nauthor: Ada\n---\n\n${OLD}`);
    const workbench = await wiki.open();
    const proposal = only(await workbench.ingest({ apply: true }));
    expect(proposal).toMatchObject({ applied: false, files: [] });
    expect(proposal.notes).toContain('Its text is the same as before.');
    expect((await applyProposal(workbench, proposal.id)).applied).toBe(true);
    expect((await workbench.lint({})).findings).toEqual([]);
  });

  it('whose earlier text is not kept says so, and still names the quotes', async () => {
    const { wiki } = await changedWiki();
    for (const { path } of await wiki.vault.list('.wiki/source-texts')) await wiki.vault.remove(path);
    const { notes } = only(await (await wiki.open()).ingest({}));
    expect(notes).toContain('Its earlier text was not kept on this device, so the difference cannot be shown.');
    expect(notes.some((note) => note.startsWith('Quote no longer in the source'))).toBe(true);
  });

  it('keeps one text for each version that is ingested or proposed', async () => {
    const { wiki, workbench } = await changedWiki();
    const kept = async (): Promise<number> => (await wiki.vault.list('.wiki/source-texts')).length;
    expect(await kept()).toBe(1);
    const { id } = only(await workbench.ingest({}));
    expect(await kept()).toBe(2);
    await applyProposal(workbench, id);
    await wiki.vault.write(PATH, NEW.replace('68', '69'));
    await (await wiki.open()).ingest({});
    expect(await kept()).toBe(2);
  });
});

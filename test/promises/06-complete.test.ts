import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { withDependencies } from '../../src/change';
import { readLog, readProvenance, readSnapshot, renderIndex } from '../../src/wiki';
import { resolveLens } from '../../src/workspace';
import { LENS_SOURCE, testWiki, TOWER_SOURCE } from '../support/wiki';
import { applyProposal } from '../../src/workbench';

/** Promise 6: index, log and provenance follow from what was accepted, in the same transaction. */

const SOURCES = { 'sources/2026-01-02-lens.md': LENS_SOURCE, 'sources/2026-02-03-tower.md': TOWER_SOURCE };

describe('the generated files follow from what was accepted', () => {
  it('whatever part of a proposal that is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), async (choices) => {
        const wiki = await testWiki(SOURCES);
        const workbench = await wiki.open();
        const { proposals } = await workbench.ingest({ sources: ['sources/2026-01-02-lens.md'] });
        const proposal = await workbench.findProposal(proposals[0]?.id ?? '');
        const hunks = proposal.changeSet.files.flatMap((edit) => edit.hunks.map((hunk) => hunk.id));
        const chosen = hunks.filter((_, at) => choices[at % choices.length]);
        const accepted = withDependencies(proposal.changeSet, chosen, 'accept');
        const before = await wiki.tree();
        const review = workbench.review(proposal.id);
        await review.decide(Object.fromEntries(chosen.map((id) => [id, { verdict: 'accepted' }])));
        const applied = chosen.length === 0 ? null : await review.apply(silentRun);
        const after = await wiki.tree();
        if (applied?.kind !== 'applied') {
          // Nothing accepted, or a part that does not stand alone (a link to a page that was left out): nothing written.
          expect(after).toEqual(before);
          return;
        }
        const lens = await resolveLens(wiki.vault, 'KNOWLEDGE.md');
        const snapshot = await readSnapshot({ vault: wiki.vault, lens, run: silentRun });
        expect(after['_index.md']).toBe(renderIndex(snapshot));

        const { provenance, problems } = readProvenance(after['_manifest.json'] ?? '', '_manifest.json');
        expect(problems).toEqual([]);
        const naming = [...snapshot.pages.values()]
          .filter((page) => page.sources.some((ref) => snapshot.source(ref)?.path === 'sources/2026-01-02-lens.md'))
          .map((page) => page.slug)
          .sort();
        expect(provenance.sources['sources/2026-01-02-lens.md']?.slugs).toEqual(naming);

        const entry = readLog(after['_log.md'] ?? '').at(-1);
        expect(entry).toMatchObject({ event: 'ingest', subject: 'sources/2026-01-02-lens.md' });
        for (const edit of proposal.changeSet.files) {
          const taken = edit.hunks.some((hunk) => accepted.has(hunk.id));
          expect(entry?.bullets.some((bullet) => bullet.includes(edit.path))).toBe(taken);
        }
        expect(after['_log.md']?.startsWith(before['_log.md'] ?? '?')).toBe(true);
        // One transaction holds them all.
        const [newest] = await workbench.history();
        expect(newest?.id).toBe(applied.transaction);
      }),
      { numRuns: 25 },
    );
  });

  it('and the choice is kept: what was left out is named in the decision', async () => {
    const wiki = await testWiki(SOURCES);
    const workbench = await wiki.open();
    const { proposals } = await workbench.ingest({ sources: ['sources/2026-01-02-lens.md'] });
    const summary = proposals[0]?.files.find((file) => file.path.startsWith('summaries/'))?.path ?? '';
    const applied = await applyProposal(workbench, proposals[0]?.id ?? '', { only: [summary] });
    const tree = await wiki.tree();
    if (applied.applied) expect(Object.keys(tree)).toContain(summary);
    const decided = await workbench.findProposal(proposals[0]?.id ?? '');
    expect(decided.decision?.rejectedHunks.length ?? 0).toBeGreaterThan(0);
    await expect(applyProposal(workbench, proposals[0]?.id ?? '', { only: ['none.md'] })).rejects.toMatchObject({
      code: 'living-wiki:proposal_decided',
    });
  });
});

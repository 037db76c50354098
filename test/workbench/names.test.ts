import { testWiki } from '../support/wiki';
import { applyProposal, undoChange, decideNames, decidedNames, forgetName } from '../../src/workbench';

/** Decisions about names are kept in the manifest, where a person sees them, and can be undone. */

const MANIFEST = 'KNOWLEDGE.md';

describe('decisions about names', () => {
  it('are written into the manifest, and change no other line', async () => {
    const wiki = await testWiki();
    const before = (await wiki.vault.readText(MANIFEST)).split('\n');
    const workbench = await wiki.open();
    const { names, transaction } = await decideNames(workbench, [
      { kind: 'never', name: 'TODO' },
      { kind: 'same', name: 'TAS', as: 'Topology Aware Scheduling' },
    ]);
    expect(names).toHaveLength(2);
    const after = (await wiki.vault.readText(MANIFEST)).split('\n');
    expect(after.filter((line) => !before.includes(line)).map((line) => line.trim())).toEqual(
      expect.arrayContaining(['- never: TODO', '- same: TAS', 'as: Topology Aware Scheduling']),
    );
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
    expect(decidedNames(await wiki.open())).toEqual(names);
    await undoChange(workbench, transaction ?? '');
    expect((await wiki.vault.readText(MANIFEST)).split('\n')).toEqual(before);
  });

  it('replace an earlier decision about the name, and are forgotten', async () => {
    const wiki = await testWiki();
    const workbench = await wiki.open();
    await decideNames(workbench, [
      { kind: 'never', name: 'Teams' },
      { kind: 'never', name: 'Other' },
    ]);
    const { names } = await decideNames(workbench, [{ kind: 'rename', name: 'teams', to: 'Team memory' }]);
    expect(names).toEqual([
      { kind: 'never', name: 'Other' },
      { kind: 'rename', name: 'teams', to: 'Team memory' },
    ]);
    expect((await forgetName(workbench, 'TEAMS')).names).toEqual([{ kind: 'never', name: 'Other' }]);
    await expect(forgetName(workbench, 'teams')).rejects.toMatchObject({ code: 'living-wiki:name_unknown' });
  });

  it('that say nothing new write nothing', async () => {
    const wiki = await testWiki();
    const workbench = await wiki.open();
    await decideNames(workbench, [{ kind: 'never', name: 'TODO' }]);
    const before = await wiki.tree();
    expect((await decideNames(workbench, [{ kind: 'never', name: 'TODO' }])).transaction).toBeNull();
    expect(await wiki.tree()).toEqual(before);
  });

  it.each([
    { kind: 'never', name: '\u200b \n' },
    { kind: 'same', name: 'a b', as: 'A-b' },
    { kind: 'rename', name: 'a', to: 'x'.repeat(500) },
  ] as const)('are refused where they decide nothing: %j', async (decision) => {
    const workbench = await (await testWiki()).open();
    await expect(decideNames(workbench, [decision])).rejects.toMatchObject({ code: 'living-wiki:name_invalid' });
  });

  it('that are written as they should not be are reported by lint', async () => {
    const wiki = await testWiki();
    const text = await wiki.vault.readText(MANIFEST);
    const end = text.indexOf('\n---', 4);
    await wiki.vault.write(
      MANIFEST,
      `${text.slice(0, end)}\nmetadata:\n  living-wiki:\n    names:\n      - TODO${text.slice(end)}`,
    );
    const { findings } = await (await wiki.open()).lint({});
    expect(findings.filter(({ rule }) => rule === 'manifest-lint').map(({ message }) => message)).toEqual([
      expect.stringContaining('metadata.living-wiki.names'),
    ]);
  });

  it('offer the page of a renamed name its title, as a proposal that keeps its links and its old name', async () => {
    const tower = page('Skerry Tower', 'The Skerry Tower is a tower.');
    const wiki = await testWiki({
      'entities/skerry-tower.md': tower,
      'entities/rock.md': page('Rock', 'The [[skerry-tower|Skerry Tower]] stands on it.'),
    });
    const workbench = await wiki.open();
    const rename = { kind: 'rename', name: 'Skerry Tower', to: 'Skerry Lighthouse' } as const;
    const { proposals } = await decideNames(workbench, [rename]);
    expect(await wiki.vault.readText('entities/skerry-tower.md')).toBe(tower);
    await applyProposal(workbench, proposals[0] ?? '');
    const { snapshot } = workbench;
    expect(snapshot.pages.get('entities/skerry-tower.md')).toMatchObject({
      ...{ title: 'Skerry Lighthouse', slug: 'skerry-tower', aliases: ['Skerry Tower'] },
    });
    expect(await wiki.vault.readText('entities/skerry-tower.md')).toContain('# Skerry Lighthouse\n');
    expect(snapshot.backlinks('entities/skerry-tower.md').map(({ from }) => from.path)).toContain('entities/rock.md');
    // Decided again, or for a title that another page has, nothing is left to propose.
    expect((await decideNames(workbench, [rename])).proposals).toEqual([]);
    const taken = { kind: 'rename', name: 'Skerry Lighthouse', to: 'Rock' } as const;
    expect((await decideNames(workbench, [taken])).proposals).toEqual([]);
  });

  it('change the words of lists of links, and of no sentence, with the title', async () => {
    const summary = page(
      'Notes',
      'About the [[skerry-tower|Skerry Tower]].\n\n## Pages\n\n- [[skerry-tower|Skerry Tower]]\n- [[rock|Rock]]',
    );
    const wiki = await testWiki({
      'entities/skerry-tower.md': page('Skerry Tower', 'The Skerry Tower is a tower.'),
      'entities/rock.md': page(
        'Rock',
        'It bears the [[skerry-tower|Skerry Tower]].\n\nSee also: [[notes|Notes]], [[skerry-tower|Skerry Tower]]',
      ),
      'summaries/notes.md': summary,
    });
    const workbench = await wiki.open();
    const rename = { kind: 'rename', name: 'Skerry Tower', to: 'Skerry Lighthouse' } as const;
    const { proposals } = await decideNames(workbench, [rename]);
    const { transaction } = await applyProposal(workbench, proposals[0] ?? '');
    const rock = await wiki.vault.readText('entities/rock.md');
    expect(rock).toContain('It bears the [[skerry-tower|Skerry Tower]].');
    expect(rock).toContain('See also: [[notes|Notes]], [[skerry-tower|Skerry Lighthouse]]');
    expect(await wiki.vault.readText('summaries/notes.md')).toBe(
      summary.replace('- [[skerry-tower|Skerry Tower]]', '- [[skerry-tower|Skerry Lighthouse]]'),
    );
    await undoChange(workbench, transaction ?? '');
    expect(await wiki.vault.readText('summaries/notes.md')).toBe(summary);
  });

  it('put the rows of a timeline that they touch in order', async () => {
    const rows = [
      '| 2018 | It is built. |',
      '| 2020 | It is painted. |',
      '| May 2019 | It is sold. |',
      '| 2021 | It sinks. |',
    ];
    const timeline = (sorted: readonly string[]): string =>
      page('Timeline', `| Date | Event |\n| --- | --- |\n${sorted.join('\n')}\n\nSee also: [[rock|Rock]]`);
    const wiki = await testWiki({
      'timelines/timeline.md': timeline(rows),
      'entities/rock.md': page('Rock', 'A rock.'),
    });
    const workbench = await wiki.open();
    const { proposals } = await decideNames(workbench, [
      { kind: 'rename', name: 'Timeline', to: 'Events of the rock' },
    ]);
    await applyProposal(workbench, proposals[0] ?? '');
    const text = await wiki.vault.readText('timelines/timeline.md');
    const shown = text.split('\n').filter((line) => /^\| (?:May )?20/.test(line));
    expect(shown).toEqual([rows[0], rows[2], rows[1], rows[3]]);
  });
});

function page(title: string, text: string): string {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  return `---\nschema: knowledge/v1\nslug: ${slug}\nkind: entity\ntitle: ${title}\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# ${title}\n\n${text}\n`;
}

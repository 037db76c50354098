import { CuratedWiki, page } from '../support/curated-wiki';

const SOURCE =
  '# Report\n\nThe Fog Horn was built in 1874. The Fog Horn is 29 metres tall. The Red Tower is 12 metres tall.\n';

const pathsOf = async (
  files: Record<string, string>,
): Promise<{ readonly paths: readonly string[]; readonly notes: string }> => {
  const wiki = await CuratedWiki.of({ 'sources/report.md': SOURCE, ...files });
  const { files: edits, notes } = await wiki.curate('sources/report.md');
  return { paths: edits.map(({ path }) => path), notes: notes.join('\n') };
};

it('a name that fits several pages edits none of them and says so', async () => {
  const { paths, notes } = await pathsOf({
    'entities/one.md': page('one', 'Fog Horn', 'A horn.'),
    'entities/two.md': page('two', 'Fog Horn', 'Another horn.'),
    'entities/red-tower.md': page('red-tower', 'Red Tower', 'A tower.'),
  });
  expect(paths).toContain('entities/red-tower.md');
  expect(paths.join(' ')).not.toMatch(/one|two|fog-horn/);
  expect(notes).toContain('“Fog Horn” matches several pages, so none was changed: entities/one.md, entities/two.md.');
});

it('a page whose file has the name is edited, and not one with that title or alias', async () => {
  const { paths, notes } = await pathsOf({
    'entities/fog-horn.md': page('fog-horn', 'Horn', 'A horn.'),
    'entities/two.md': page('two', 'Fog Horn', 'Another horn.'),
    'entities/three.md': page('three', 'Signals', 'All.', 'aliases: [Fog Horn]\n'),
  });
  expect(paths).toContain('entities/fog-horn.md');
  expect(paths.join(' ')).not.toMatch(/two|three/);
  expect(notes).not.toContain('fits several');
});

import { parseLinktext, stripHeading, type TFile } from 'obsidian';
import { Host } from '.';

const file = (host: Host, path: string): TFile => host.app.vault.getFileByPath(path)!;

it('reads links, headings, tags and frontmatter with their places', async () => {
  const text =
    '---\ntags: [x]\nup: "[[b|B]]"\n---\n# One\n\nSee [[b#Part|there]], ![[c.png]] and #tag.\n\n```\n[[no]]\n```\n';
  const host = await Host.start({ files: { 'a.md': text } });
  const cache = host.app.metadataCache.getFileCache(file(host, 'a.md'));
  expect(cache?.headings).toMatchObject([{ heading: 'One', level: 1, position: { start: { line: 4, col: 0 } } }]);
  expect(cache?.links?.map(({ link, displayText }) => [link, displayText])).toEqual([['b#Part', 'there']]);
  const [link] = cache?.links ?? [];
  expect(text.slice(link?.position.start.offset, link?.position.end.offset)).toBe('[[b#Part|there]]');
  expect(cache?.embeds?.map((embed) => embed.link)).toEqual(['c.png']);
  expect(cache?.tags?.map(({ tag }) => tag)).toEqual(['#tag']);
  expect(cache?.frontmatterLinks).toMatchObject([{ key: 'up', link: 'b' }]);
  expect(() => cache?.sections).toThrow('CachedMetadata.sections');
});

it('reports a changed file once its metadata is cached, and the end of indexing', async () => {
  const host = await Host.start({ files: { 'a.md': '', 'b.md': '' } });
  const seen: string[] = [];
  const { metadataCache, vault } = host.app;
  metadataCache.on('changed', ({ path }, data) => void seen.push(`changed ${path} ${data}`));
  metadataCache.on('resolve', ({ path }) => void seen.push(`resolve ${path}`));
  metadataCache.on('resolved', () => void seen.push('resolved'));
  await vault.modify(file(host, 'a.md'), '[[b]]');
  expect(seen).toEqual([]);
  await host.idle();
  expect(seen).toEqual(['changed a.md [[b]]', 'resolve a.md', 'resolved']);
  expect(metadataCache.resolvedLinks['a.md']).toEqual({ 'b.md': 1 });
});

it('a link finds the nearest of two files of one name, and a new file where there was none', async () => {
  const host = await Host.start({ files: { 'x/n.md': '', 'y/n.md': '', 'y/s.md': '[[N]] [[x/n]] [[later]]' } });
  const { metadataCache, vault } = host.app;
  expect(metadataCache.getFirstLinkpathDest('N', 'y/s.md')?.path).toBe('y/n.md');
  expect(metadataCache.resolvedLinks['y/s.md']).toEqual({ 'y/n.md': 1, 'x/n.md': 1 });
  expect(metadataCache.unresolvedLinks['y/s.md']).toEqual({ later: 1 });
  await vault.create('later.md', '');
  await host.idle();
  expect(metadataCache.unresolvedLinks['y/s.md']).toEqual({});
});

it('renaming through the file manager rewrites links, renaming through the vault does not', async () => {
  const host = await Host.start({ files: { 'a.md': '', 's.md': 'See [[a#Part|this]] and [it](a.md).' } });
  await host.app.fileManager.renameFile(file(host, 'a.md'), 'b.md');
  expect(host.read('s.md')).toBe('See [[b#Part|this]] and [it](b.md).');
  await host.app.vault.rename(file(host, 'b.md'), 'c.md');
  expect(host.read('s.md')).toBe('See [[b#Part|this]] and [it](b.md).');
});

it('frontmatter is edited as an object', async () => {
  const host = await Host.start({ files: { 'a.md': '---\na: 1\n---\nText' } });
  await host.app.fileManager.processFrontMatter(file(host, 'a.md'), (data: Record<string, unknown>) => {
    data.b = ['x'];
  });
  expect(host.read('a.md')).toBe('---\na: 1\nb:\n  - x\n---\nText');
});

it('takes link texts apart', () => {
  expect(parseLinktext('a/b#One#Two')).toEqual({ path: 'a/b', subpath: '#One#Two' });
  expect(stripHeading('What: is [this]?')).toBe('What is this');
});

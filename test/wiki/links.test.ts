import { openFiles, openNested, outline, page } from './support/wiki';
import { type TextLink } from '../../src/markdown';
import { type Snapshot } from '../../src/wiki';

/** Where the only link of a page leads. */
function follow(snapshot: Snapshot, from: string): unknown {
  const link: TextLink | undefined = snapshot.pages.get(from)?.links[0];
  if (link === undefined) throw new Error(`no link in ${from}`);
  return outline(snapshot.resolve(link, from));
}

async function lead(files: Record<string, string>, from: string): Promise<unknown> {
  return follow(await openFiles(files), from);
}

const found = (path: string, by: string, alternatives: readonly string[] = [], fragmentFound = true): unknown => ({
  kind: 'page',
  page: path,
  by,
  alternatives,
  fragmentFound,
});

describe("Obsidian's table, row by row", () => {
  it('1. an exact vault path wins over the folder of the note', async () => {
    const files = { 'b/from.md': '[[a/x]]', 'a/x.md': '', 'b/a/x.md': '' };
    expect(await lead(files, 'b/from.md')).toEqual(found('a/x.md', 'path'));
  });

  it('2. else a note in the folder of the note that links', async () => {
    const files = { 'long/folder/from.md': '[[x]]', 'a/x.md': '', 'long/folder/x.md': '' };
    expect(await lead(files, 'long/folder/from.md')).toEqual(found('long/folder/x.md', 'folder'));
  });

  it('2. a note below that folder comes before one elsewhere', async () => {
    const files = { 'b/from.md': '[[x]]', 'a/x.md': '', 'b/deep/er/x.md': '' };
    expect(await lead(files, 'b/from.md')).toEqual(found('b/deep/er/x.md', 'name'));
  });

  it('3. else the shortest path, with the others as alternatives', async () => {
    const files = { 'from/n.md': '[[x]]', 'bb/x.md': '', 'a/x.md': '', 'ccc/x.md': '' };
    expect(await lead(files, 'from/n.md')).toEqual(found('a/x.md', 'name', ['bb/x.md', 'ccc/x.md']));
  });

  it('3. paths of equal length are ordered as text', async () => {
    const files = { 'from/n.md': '[[x]]', 'b/x.md': '', 'a/x.md': '' };
    expect(await lead(files, 'from/n.md')).toEqual(found('a/x.md', 'name', ['b/x.md']));
  });

  it('3. a target with folders matches the end of a path', async () => {
    const files = { 'n.md': '[[b/x]]', 'a/b/x.md': '', 'x.md': '' };
    expect(await lead(files, 'n.md')).toEqual(found('a/b/x.md', 'name'));
  });

  it.each(['[[NOTE]]', '[[note.MD]]', '[[Note.md]]', '[n](NOTE.Md)'])('4. %s: case does not count', async (link) => {
    expect(await lead({ 'n.md': link, 'a/Note.md': '' }, 'n.md')).toEqual(found('a/Note.md', 'name'));
  });

  it('5. an alias is not a target', async () => {
    const files = { 'n.md': '[[Other name]]', 'x.md': page('x', '', 'aliases: [Other name]\n') };
    expect(await lead(files, 'n.md')).toEqual({ kind: 'missing' });
  });

  it('6. [[#Heading]] is the note itself', async () => {
    expect(await lead({ 'a/n.md': '[[#Part]]\n\n# Part' }, 'a/n.md')).toEqual(found('a/n.md', 'path'));
    expect(await lead({ 'a/n.md': '[[#Other]]\n\n# Part' }, 'a/n.md')).toEqual(found('a/n.md', 'path', [], false));
  });

  it('7. [[https://…]] is unresolved', async () => {
    const files = { 'n.md': '[[https://example.org/x]]', 'x.md': '' };
    expect(await lead(files, 'n.md')).toEqual({ kind: 'missing' });
  });

  it.each(['[t](Deep%20note.md)', '[t](<Deep note.md>)', '[t](a/Deep%20note.md)', '[t](Deep%20note)'])(
    '8. %s: a Markdown target is looked up in the whole vault, decoded',
    async (link) => {
      const files = { 'b/n.md': link, 'x/a/Deep note.md': '' };
      expect(await lead(files, 'b/n.md')).toEqual(found('x/a/Deep note.md', 'name'));
    },
  );

  it.each(['`[[x]]`', '```\n[[x]]\n```', '<!-- [[x]] -->', '%% [[x]] %%'])('%s is no link', async (text) => {
    expect((await openFiles({ 'n.md': text, 'x.md': '' })).pages.get('n.md')?.links).toEqual([]);
  });
});

describe('other link targets', () => {
  it.each(['[t](../b/x.md)', '[[../b/x]]', '[[./../b/x]]'])('%s is relative to the note', async (link) => {
    const files = { 'top/a/n.md': link, 'top/b/x.md': '', 'b/x.md': '' };
    expect(await lead(files, 'top/a/n.md')).toEqual(found('top/b/x.md', 'path'));
  });

  it('./ is the folder of the note', async () => {
    const files = { 'a/n.md': '[t](./x.md)', 'x.md': '', 'a/x.md': '' };
    expect(await lead(files, 'a/n.md')).toEqual(found('a/x.md', 'path'));
  });

  it('/ is the root of the vault, and nowhere else', async () => {
    expect(await lead({ 'a/n.md': '[[/x]]', 'x.md': '', 'a/x.md': '' }, 'a/n.md')).toEqual(found('x.md', 'path'));
    expect(await lead({ 'a/n.md': '[[/x]]', 'a/x.md': '' }, 'a/n.md')).toEqual({ kind: 'missing' });
  });

  it('a name with a dot is tried as it is, then with .md', async () => {
    expect(await lead({ 'n.md': '[[v1.2]]', 'a/v1.2.md': '' }, 'n.md')).toEqual(found('a/v1.2.md', 'name'));
    expect(await lead({ 'n.md': '[[v1.2]]', 'a/v1.2.md': '', 'b/v1.2': '' }, 'n.md')).toMatchObject({ path: 'b/v1.2' });
  });

  it('a file without an extension is not a target', async () => {
    expect(await lead({ 'n.md': '[[LICENSE]]', LICENSE: '' }, 'n.md')).toEqual({ kind: 'missing' });
  });

  it('attachments and the generated files are files', async () => {
    const files = { 'n.md': '![[pic.png]]', 'm.md': '[[_index]]', 'files/pic.PNG': '', '_index.md': '' };
    expect(await lead(files, 'n.md')).toEqual({ kind: 'file', path: 'files/pic.PNG', alternatives: [] });
    expect(await lead(files, 'm.md')).toEqual({ kind: 'file', path: '_index.md', alternatives: [] });
  });

  it('files under sources/ are sources, including Markdown', async () => {
    const files = { 'n.md': '[[paper.pdf]]', 'm.md': '[[memo]]', 'sources/paper.pdf': '', 'sources/memo.md': '' };
    expect(await lead(files, 'n.md')).toEqual({ kind: 'source', source: 'sources/paper.pdf', alternatives: [] });
    expect(await lead(files, 'm.md')).toEqual({ kind: 'source', source: 'sources/memo.md', alternatives: [] });
  });

  it('Unicode forms of a name are equal', async () => {
    const composed = 'Sch\u00f6n';
    const decomposed = 'Scho\u0308n';
    expect(await lead({ 'n.md': `[[${composed}]]`, [`${decomposed}.md`]: '' }, 'n.md')).toEqual(
      found(`${decomposed}.md`, 'path'),
    );
    expect(await lead({ 'n.md': `[[a/${decomposed}]]`, [`a/${composed}.md`]: '' }, 'n.md')).toEqual(
      found(`a/${composed}.md`, 'path'),
    );
  });

  it('names of JavaScript properties are ordinary names', async () => {
    const files = { 'n.md': '[[constructor]]', 'm.md': '[[__proto__]]', 'a/__proto__.md': '' };
    expect(await lead(files, 'n.md')).toEqual({ kind: 'missing' });
    expect(await lead(files, 'm.md')).toEqual(found('a/__proto__.md', 'name'));
  });
});

describe('slugs, on top of file names', () => {
  it('a slug that differs from the file name resolves by slug', async () => {
    const files = { 'n.md': '[[alex-park]]', 'entities/Alex.md': page('alex-park') };
    expect(await lead(files, 'n.md')).toEqual(found('entities/Alex.md', 'slug'));
  });

  it('two pages with the same slug are alternatives', async () => {
    const files = { 'n.md': '[[x]]', 'b/one.md': page('x'), 'a/two.md': page('x') };
    expect(await lead(files, 'n.md')).toEqual(found('a/two.md', 'slug', ['b/one.md']));
  });

  it('the file name wins as in Obsidian, and the slug is an alternative', async () => {
    const files = { 'n.md': '[[x]]', 'a/x.md': page('other'), 'b/y.md': page('x') };
    expect(await lead(files, 'n.md')).toEqual(found('a/x.md', 'name', ['b/y.md']));
    const source = { 'n.md': '[[memo]]', 'sources/memo.md': '', 'summaries/m-1.md': page('memo') };
    expect(await lead(source, 'n.md')).toEqual({
      kind: 'source',
      source: 'sources/memo.md',
      alternatives: ['summaries/m-1.md'],
    });
  });

  it('a Markdown link names a file, never a slug', async () => {
    expect(await lead({ 'n.md': '[t](alex.md)', 'a/b.md': page('alex') }, 'n.md')).toEqual({ kind: 'missing' });
  });

  it('a slug with a folder does not match', async () => {
    expect(await lead({ 'n.md': '[[a/alex]]', 'a/b.md': page('alex') }, 'n.md')).toEqual({ kind: 'missing' });
  });
});

describe('fragments', () => {
  const target = '# Top\n\n## Part *one*\n\n### Sub\n\nText ^block-1\n\n## Other\n';
  it.each([
    ['[[x#Top]]', true],
    ['[[x#part one]]', true],
    ['[[x#Part one#Sub]]', true],
    ['[[x#Other#Sub]]', false],
    ['[[x#^BLOCK-1]]', true],
    ['[[x#^block-2]]', false],
    ['[x](x.md#Part%20one)', true],
    ['[[x#Nothing]]', false],
  ])('%s: %s', async (link, there) => {
    expect(await lead({ 'n.md': link, 'x.md': target }, 'n.md')).toEqual(found('x.md', 'path', [], there));
  });
});

describe('a wiki in a larger vault', () => {
  it('links may contain vault paths and lead to files outside the wiki', async () => {
    const wiki = await openNested('wikis/one', {
      'wikis/one/a.md': '[[wikis/one/concepts/x]]',
      'wikis/one/b.md': '[[Journal]]',
      'wikis/one/c.md': '[t](../../daily/Journal.md)',
      'wikis/one/d.md': '[[/concepts/x]]',
      'wikis/one/concepts/x.md': '',
      'daily/Journal.md': '',
    });
    expect(follow(wiki, 'a.md')).toEqual(found('concepts/x.md', 'path'));
    expect(follow(wiki, 'b.md')).toEqual({ kind: 'file', path: '../../daily/Journal.md', alternatives: [] });
    expect(follow(wiki, 'c.md')).toEqual({ kind: 'file', path: '../../daily/Journal.md', alternatives: [] });
    expect(follow(wiki, 'd.md')).toEqual({ kind: 'missing' });
  });

  it('an exact path outside wins over the end of one inside', async () => {
    const wiki = await openNested('w', { 'w/n.md': '[[notes/x]]', 'w/notes/x.md': '', 'notes/x.md': '' });
    expect(follow(wiki, 'n.md')).toEqual({ kind: 'file', path: '../notes/x.md', alternatives: [] });
  });
});

describe('backlinks', () => {
  it('are sorted by path and place; embeds and self-links count, [[#heading]] does not', async () => {
    const wiki = await openFiles({
      'b.md': '[[x]] and ![[X]]',
      'a.md': '[t](sub/x.md)',
      'sub/x.md': '[[#Top]] [[x]]\n\n# Top',
      'c.md': '[[y]]',
    });
    expect(wiki.backlinks('sub/x.md').map(({ from, link }) => [from.path, link.start])).toEqual([
      ['a.md', 0],
      ['b.md', 0],
      ['b.md', 10],
      ['sub/x.md', 9],
    ]);
  });

  it('a link that resolves to another file is a backlink of that file', async () => {
    const wiki = await openFiles({ 'n/from.md': '[[x]]', 'aa/x.md': '' });
    expect(wiki.backlinks('aa/x.md')).toHaveLength(1);
    const next = wiki.with([{ op: 'create', path: 'a/x.md', text: '' }]);
    expect(next.backlinks('aa/x.md')).toHaveLength(0);
    expect(next.backlinks('a/x.md')).toHaveLength(1);
  });
});

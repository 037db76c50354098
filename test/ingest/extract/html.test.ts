import { extracted, outline, refusal } from '../support/extract-source';

describe('HTML', () => {
  it('a page gives its title, date and language', async () => {
    const source =
      '<!doctype html><html lang="de-AT"><head><title> Die\n Maschine </title><meta property="article:published_time" content="2026-04-15T10:00:00+02:00"></head><body><p>Text</p></body></html>';
    expect(await extracted('a.html', source)).toMatchObject({
      title: 'Die Maschine',
      date: '2026-04-15T08:00:00Z',
      language: 'de-AT',
    });
  });

  it('a heading has no mark that links to it', async () => {
    const source = '<h1>1. Tools<a href="#tools">¶</a></h1><p>All.</p><h2>Sieves <a href="#s">#</a></h2><h2>C#</h2>';
    const { passages } = await extracted('a.html', source);
    const headings = passages.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
    expect(headings).toEqual(['1. Tools', 'Sieves', 'C#']);
  });

  it('only the main content is read, and a note says so', async () => {
    const source = [
      '<html><body>',
      '<nav><a href="/">Home</a></nav>',
      '<main><h1>Engine</h1><p>It <em>could</em> weave&nbsp;&amp; count.</p>',
      '<script>document.write("no")</script><style>p{}</style><template><p>no</p></template><div hidden>no</div><p style="display: none">no</p>',
      '</main><aside>Other pages</aside><footer>Imprint</footer></body></html>',
    ].join('\n');
    const text = await extracted('a.html', source);
    expect(text.passages.map(({ anchor, text: words }) => [anchor.line, words])).toEqual([
      [3, 'Engine'],
      [3, 'It could weave & count.'],
    ]);
    expect(text.notes).toEqual(['Navigation and other parts around the main content were left out.']);
  });

  it('a page without <main> is read except for navigation and footer', async () => {
    expect(
      await outline('a.html', '<body><nav>x</nav><p>a</p><div role="navigation">y</div><p>b</p><footer>z</footer>'),
    ).toEqual(['1 paragraph a', '1 paragraph b']);
  });

  it('lists, quotes, code and double line breaks become passages', async () => {
    const source =
      '<ul>\n<li>one\n<ul><li>inner</ul>\n<li><p>two</p></ul>\n<blockquote><p>said</p></blockquote>\n<pre>\n  a\n  b</pre>\nfirst<br>same<br><br>second';
    expect(await outline('a.html', source)).toEqual([
      '2 list one',
      '3 list inner',
      '4 list two',
      '5 quote said',
      '7 code   a\n  b',
      '9 paragraph first same',
      '9 paragraph second',
    ]);
  });

  it('a table is read with its header, with a label per row, without labels, or as layout', async () => {
    const rows = (html: string): Promise<string[]> => outline('a.html', `<table>${html}</table>`);
    expect(await rows('<thead><tr><th>Name<th>Born</thead><tr><td>Ada<td>1815')).toEqual([
      '1 table Name | Born',
      '1 table Name: Ada; Born: 1815',
    ]);
    expect(await rows('<tr><th>Born</th><td>1815</td></tr>')).toEqual(['1 table Born: 1815']);
    expect(await rows('<tr><td colspan=2>a</td><td>b</td></tr>')).toEqual(['1 table a | b']);
    expect(await rows('<tr><td><h2>Title</h2><p>Text</p><td>side')).toEqual([
      '1 heading2 Title',
      '1 paragraph Text',
      '1 paragraph side',
    ]);
  });

  it('texts of links and code are names; addresses are not', async () => {
    const { linkTexts } = await extracted(
      'a.html',
      '<p><a href="https://x.y">Ada Lovelace</a> <a name="top">not</a> <code>note_g</code> <a href="data:text/plain,x">engine</a></p>',
    );
    expect(linkTexts).toEqual(['Ada Lovelace', 'note_g', 'engine']);
  });

  it('self-closed elements of XHTML do not swallow the page, and CDATA is text', async () => {
    const source =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body><p>a<![CDATA[ <b> ]]></p></body></html>';
    expect(await outline('a.xhtml', source)).toEqual(['1 paragraph a <b>']);
  });

  it('entities that a document defines are not expanded', async () => {
    const laughs = '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">';
    const text = await extracted(
      'a.html',
      `<?xml version="1.0"?><!DOCTYPE html [${laughs}]><html><body><p>say &b; and &x;</p></body></html>`,
    );
    expect(text.passages.at(-1)?.text).toContain('say &b; and &x;');
  });

  it('very deep nesting is rejected', async () => {
    expect((await refusal('a.html', '<div>'.repeat(200_000))).code).toBe('living-wiki:source_broken');
  });

  it('a page without text is empty, and the message names its pictures as the reason', async () => {
    const error = await refusal(
      'a.html',
      '<html><body><img src="data:image/png;base64,xxxx"><script>render()</script></body></html>',
    );
    expect(error.code).toBe('living-wiki:source_empty');
    expect(error.message).toContain('Pictures were left out.');
  });
});

// The same tests on HTML, Word documents and EPUB books, met by the reader that the app's host gives.
import './markup-room';
import { silentRun } from '../../src/base';
import { type MarkupReader } from '../../src/workbench';
import { extracted } from '../ingest/support/extract-source';
import { chromiumPage, hasChromium, markupReader } from './chromium';
import '../ingest/extract/html.test';
import '../ingest/extract/documents.test';

const browserTest = hasChromium ? it : it.skip;

/** Where a word stands in the file, by both readers. */
async function places(html: string): Promise<readonly (readonly number[])[]> {
  const { markupReader: parser } = jest.requireActual<{ markupReader: MarkupReader }>('../../src/node/markup');
  return Promise.all(
    [markupReader, parser].map(async (reader) => {
      const offsets: number[] = [];
      const text = (characters: string, offset: number): void => {
        const first = characters.search(/\S/u);
        if (first >= 0) offsets.push(html.slice(0, offset + first).split('\n').length);
      };
      await reader.read(html, 'html', { open: () => undefined, text, close: () => undefined }, silentRun);
      return offsets;
    }),
  );
}

browserTest.each([
  ['attributes that hold the words', '<p\n title="one > two"\n class=one>\none\n<b id="two">two</b> <i\n>two</i></p>'],
  ['comments and scripts', '<!-- one <p>two -->\n<script>\nvar one = "<p>two</p>";\n</script>\n<p>one\n<p>two'],
  [
    'elements that the standard adds',
    'one\n<table>\n<tr><td>one\n<td>two</table>\n<table>\n<tbody><tr><td>three</table>',
  ],
  ['words that are written as references', '<p>&lt;b&gt;\n<p>caf&eacute; one\n<p>&nbsp;one &amp; two'],
  ['closing tags without a start', '<p>one</b></i>\n<p>one</p></p>\n<p>two'],
])('places are found again: %s', async (_, html) => {
  const [ours, theirs] = await places(html);
  expect([...new Set(ours)]).toEqual([...new Set(theirs)]);
});

browserTest('nothing in a document runs or is loaded', async () => {
  const page = await chromiumPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const source =
    '<p>seen</p><script>globalThis.scriptRan = true</script><img src="https://a.invalid/x.png" onerror="globalThis.scriptRan = true">' +
    '<svg onload="globalThis.scriptRan = true"></svg><iframe src="https://a.invalid/"></iframe><link rel=stylesheet href="https://a.invalid/x.css">';
  expect((await extracted('a.html', source)).passages.map(({ text }) => text)).toEqual(['seen']);
  expect(await page.evaluate('globalThis.scriptRan')).toBe(false);
  expect(asked).toEqual([]);
});

browserTest('XML that is not well-formed is refused, not cut off', async () => {
  const open = () => undefined;
  const read = (xml: string) => markupReader.read(xml, 'xml', { open, text: open, close: open }, silentRun);
  await expect(read('<a><b>one</a>')).rejects.toMatchObject({ code: 'living-wiki:source_broken' });
  await expect(read('<a x:y="1"><z:b>&nbsp;</z:b></a>')).resolves.toBeUndefined();
});

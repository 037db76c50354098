import { ModelServer } from '../../model/server/server';
import { readLedger } from '../../../src/wiki';
import { answerWith, diligent, ModelWiki, page, pagesOf, planOf, rendered, type ModelRequest } from './support';

const SOURCE = `# The light

The tower was built in 1874. It is 29 metres tall. Adults pay 4 pounds.

Print this page.
`;

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

async function curate(
  answer: (asked: ModelRequest) => unknown,
  files: Readonly<Record<string, string>> = {},
): ReturnType<ModelWiki['curate']> {
  server.script(answerWith(answer));
  const wiki = await ModelWiki.of(server, { 'sources/light.md': SOURCE, ...files });
  const changeSet = await wiki.curate('sources/light.md');
  expect(wiki.refused(changeSet)).toEqual([]);
  return changeSet;
}

describe('ingest by a model', () => {
  it('makes pages whose sentences cite the source in footnotes', async () => {
    const texts = rendered(await curate(diligent('the-light', 'The light')));
    const text = texts['entities/the-light.md'] ?? '';
    expect(text.slice(text.indexOf('# The light'))).toMatchInlineSnapshot(`
      "# The light

      The tower was built in 1874.[^light-1] It is 29 metres tall.[^light-2] Adults pay 4 pounds.[^light-3] Print this page.[^light-4]

      [^light-1]: [light], under “The light”, line 3: “The tower was built in 1874.” ([[light-summary|summary]])
      [^light-2]: [light], under “The light”, line 3: “It is 29 metres tall.” ([[light-summary|summary]])
      [^light-3]: [light], under “The light”, line 3: “Adults pay 4 pounds.” ([[light-summary|summary]])
      [^light-4]: [light], under “The light”, line 5: “Print this page.” ([[light-summary|summary]])
      "
    `);
    expect(texts['summaries/light.md'] ?? '').toMatchInlineSnapshot(`""`);
  });
});

import { excerptOf } from '../../../src/ingest/model-run/row-excerpt';

const ROW =
  'number: 21; name: Hembury Top; rise (m): 2.37; remarks: Hembury Tunnel begins 180 m above. The tunnel is 418 m long, portal to portal. The lock cottage is let until 2016.';
const SURVEY = 'length of the tunnel. Our survey gave a length of 412 metres between the faces of the portals.';

it('of a row, the sentence that the other side disputes is quoted', () => {
  expect(excerptOf(ROW, SURVEY)).toBe('The tunnel is 418 m long, portal to portal.');
});

it.each([
  ['a row of which no sentence is clearly meant', ROW, 'colour of the boat'],
  ['a sentence', 'Note: it was long; it was wide. The tunnel has portals.', SURVEY],
])('%s is left whole', (_, quote, about) => expect(excerptOf(quote, about)).toBe(quote));

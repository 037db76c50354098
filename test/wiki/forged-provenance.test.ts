import { readProvenance } from '../../src/wiki';
import { openFiles } from './support/wiki';

it('a manifest of sources full of entries that are none is reported in few lines, and stops nothing', async () => {
  const entries = Array.from({ length: 150_000 }, (_, at) => `"sources/${at}.md":1`);
  const text = `{"version":1,"hashAlgo":"sha256","sources":{${entries.join(',')}}}`;
  const { problems } = readProvenance(text, '_manifest.json');
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)?.message).toBe('149900 more entries are ignored for the same reason.');
  const snapshot = await openFiles({ '_manifest.json': text });
  expect(snapshot.provenance.sources).toEqual({});
});

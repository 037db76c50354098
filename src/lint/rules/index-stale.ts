import { checkpoint } from '../../base';
import { INDEX_FILE, prerenderIndex, renderIndex } from '../../wiki';
import { readableText } from '../findings';
import { FILE_START, type Report, type WikiRule } from '../rule';

/** Source: AIP-10, required generated files ("MUST regenerate"). */
export const indexStale: WikiRule = {
  id: 'index-stale',
  scope: 'wiki',
  code: 'living-wiki:index_stale',
  title: 'Outdated index',
  severity: 'info',
  fixedBy: 'regenerate',
  async check(facts) {
    const { snapshot } = facts;
    const found = await readableText(snapshot, INDEX_FILE);
    return facts.memo('index-stale', [found, facts.versions.index, snapshot.manifest, snapshot.sources], async () => {
      const report = (message: string, at: Report['at']): readonly Report[] => [
        { path: INDEX_FILE, at, message, key: 'stale' },
      ];
      if (found === '') return report('The wiki has no index. The next change to the wiki creates it.', FILE_START);
      await prerenderIndex(snapshot, facts.run);
      const expected = renderIndex(snapshot);
      await checkpoint(facts.run);
      const line = firstDifference(found, expected);
      if (line === null) return [];
      return report('The index is out of date from this line on. The next change to the wiki updates it.', {
        line,
        column: 1,
      });
    });
  },
};

/** UTF-16 units. */
const CHUNK_LENGTH = 4_096;

/** The first line (from 1) where two texts differ, ignoring line endings; `null` when they are equal. */
function firstDifference(found: string, expected: string): number | null {
  const text = found.includes('\r') ? found.replace(/\r\n/g, '\n') : found;
  if (text === expected) return null;
  const most = Math.min(text.length, expected.length);
  let at = 0;
  // The index of a large wiki has a million characters: compare chunks first.
  while (at < most && text.startsWith(expected.slice(at, at + CHUNK_LENGTH), at)) at += CHUNK_LENGTH;
  at = Math.min(at, most);
  while (at < most && text.charCodeAt(at) === expected.charCodeAt(at)) at++;
  return text.slice(0, at).split('\n').length;
}

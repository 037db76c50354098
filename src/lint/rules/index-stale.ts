import { INDEX_FILE, prerenderIndex, renderIndex } from '../../wiki';
import { textOf } from '../findings';
import { FILE_START, type WikiRule } from '../rule';

/** Source: AIP-10, required generated files ("MUST regenerate"). */
export const indexStale: WikiRule = {
  id: 'index-stale',
  scope: 'wiki',
  code: 'living-wiki:index_stale',
  title: 'Stale index',
  what: '`_index.md` is missing, or is not what would be generated from the pages now. The line is the first that differs.',
  why: 'Titles and summaries in it are no longer those of the pages. It is generated, and the next write to the wiki brings it up to date.',
  severity: 'info',
  fixable: true,
  fixedBy: 'regenerate',
  examples: [
    { name: 'A wiki without an index', files: { 'notes/a.md': 'A.\n' }, finds: ['_index.md:1'] },
    {
      name: 'A summary that is no longer the page’s first sentence',
      files: {
        '_index.md':
          '# W\n\n<!-- Generated from the pages of this wiki. Edit the pages, not this file. -->\n\n## Note\n\n- [[a]]: a. An old sentence.\n',
        'notes/a.md': 'A new sentence.\n',
      },
      finds: ['_index.md:7'],
    },
  ],
  async check(facts) {
    const { snapshot } = facts;
    const found = await textOf(snapshot, INDEX_FILE);
    return facts.memo('index-stale', [found, facts.versions.index, snapshot.manifest], async () => {
      await prerenderIndex(snapshot, facts.run);
      const expected = renderIndex(snapshot);
      await facts.run.yieldToHost();
      const line = firstDifference(found, expected);
      if (line === null) return [];
      const [message, at] =
        found === ''
          ? ['Unexpected wiki without _index.md, expected the generated index', FILE_START]
          : ['Unexpected line, expected the index as it is generated from the pages', { line, column: 1 }];
      return [{ path: INDEX_FILE, at, message, key: 'stale' }];
    });
  },
};

/** UTF-16 units that are compared at a time. */
const CHUNK_LENGTH = 4_096;

/** The first line (from 1) in which two texts differ, line endings aside; `null` when they are the same. */
function firstDifference(found: string, expected: string): number | null {
  const text = found.includes('\r') ? found.replace(/\r\n/g, '\n') : found;
  if (text === expected) return null;
  const most = Math.min(text.length, expected.length);
  let at = 0;
  // The index of a large wiki has a million characters: not each by itself.
  while (at < most && text.startsWith(expected.slice(at, at + CHUNK_LENGTH), at)) at += CHUNK_LENGTH;
  at = Math.min(at, most);
  while (at < most && text.charCodeAt(at) === expected.charCodeAt(at)) at++;
  return text.slice(0, at).split('\n').length;
}

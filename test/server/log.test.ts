import { WikiError } from '../../src/base';
import { failureFields } from '../../src/server/log';

it('a line of the log on a failure has its code, file and kind of cause, and no word of a message', () => {
  const cause = Object.assign(new Error('near "the secret of the source"'), { code: '22P02' });
  const unreadable = new WikiError('living-wiki:file_system', 'Cannot read the secret.', {
    path: 'sources/a.md',
    cause,
  });
  const all = [unreadable, cause, new TypeError('the secret of the source'), 'the secret of the source'];
  expect(all.map(failureFields)).toEqual([
    { code: 'living-wiki:file_system', file: 'sources/a.md', cause: '22P02' },
    { code: 'living-wiki:unexpected', file: null, cause: '22P02' },
    { code: 'living-wiki:unexpected', file: null, cause: 'TypeError' },
    { code: 'living-wiki:unexpected', file: null, cause: null },
  ]);
});

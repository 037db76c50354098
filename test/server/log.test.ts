import { WikiError } from '../../src/base';
import { failureFields } from '../../src/server/log';

it('a line of the log on a failure says where and of what kind it was, and no word of a message', () => {
  const cause = Object.assign(new Error('near "secret"'), { code: '22P02' });
  const unreadable = new WikiError('living-wiki:file_system', 'Cannot read secret.', { path: 'sources/a.md', cause });
  expect(failureFields(unreadable)).toEqual({ code: 'living-wiki:file_system', file: 'sources/a.md', cause: '22P02' });
  const sly = new TypeError('secret\n    at secret (secret.ts:1:1)\nsecret');
  for (const error of [cause, sly, 'secret']) {
    const fields = failureFields(error);
    expect(fields).toMatchObject({ code: 'living-wiki:unexpected', file: null });
    expect(JSON.stringify(fields)).not.toContain('secret');
  }
  expect(failureFields(sly)).toMatchObject({
    cause: 'TypeError',
    at: expect.stringContaining('log.test.ts:') as string,
  });
});

import { MemoryVault } from '../../src/vault';
import { cachedFolderNames, findCollision } from '../../src/vault/collision';
import { codeOf } from './support/contract';

it('a new path collides with names that differ only in case or Unicode form', async () => {
  const vault = new MemoryVault({ 'Entities/Ada.md': 'x', 'caf\u00e9.md': 'x' });
  const find = (path: string): Promise<string | null> => findCollision(cachedFolderNames(vault), path);
  expect(await find('Entities/Ada.md')).toBeNull();
  expect(await find('Entities/ada.md')).toBe('Entities/Ada.md');
  expect(await find('entities/new.md')).toBe('Entities');
  expect(await find('cafe\u0301.md')).toBe('caf\u00e9.md');
  expect(await find('CAF\u00c9.md')).toBe('caf\u00e9.md');
  expect(await find('Entities/new/Ada.md')).toBeNull();
  expect(await codeOf(find('../x'))).toBe('living-wiki:path_refused');
  expect(await codeOf(find('caf\u00e9.md/x.md'))).toBe('living-wiki:not_a_folder');
});

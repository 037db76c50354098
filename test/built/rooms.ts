import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Puts rooms as the plugin ships them, with all that the build leaves out of libraries, in the place of their source. To be
 * called by a module that is imported before the tests that shall meet them.
 */
export function useBuiltRooms(...rooms: readonly string[]): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'built-rooms-'));
  try {
    const file = path.join(folder, 'rooms.cjs');
    execFileSync(process.execPath, [path.join(__dirname, 'build-rooms.mjs'), file, ...rooms]);
    const built = jest.requireActual<Record<string, unknown>>(file);
    for (const room of rooms) jest.doMock(path.join(__dirname, '..', '..', 'src', room, 'index.ts'), () => built[room]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

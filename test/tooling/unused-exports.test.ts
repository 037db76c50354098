import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unusedExports } from '../../scripts/unused-exports.mjs';

describe('the check of exports that nothing needs', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'unused-exports-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function unusedIn(files: Readonly<Record<string, string>>): readonly string[] {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    return unusedExports(root);
  }

  it('names an export that no other file imports, and not the ones that are imported', () => {
    expect(
      unusedIn({
        'src/main.ts': "import { used } from './room';\nexport default used;\n",
        'src/room/index.ts': "export { used } from './one';\n",
        'src/room/one.ts': 'export const used = 1;\nexport function idle(): void {}\nexport type Idle = string;\n',
      }),
    ).toEqual(['src/room/one.ts: idle', 'src/room/one.ts: Idle']);
  });

  it('does not count a test that reaches past the door for what only the test uses', () => {
    const files = {
      'src/main.ts': "import { used } from './room';\nexport default used;\n",
      'src/room/index.ts': "export { used } from './one';\n",
      'src/room/one.ts': 'export const used = 1;\nexport const forTests = 2;\n',
      'test/one.test.ts': "import { forTests } from '../src/room/one';\nconsole.log(forTests);\n",
    };
    expect(unusedIn(files)).toEqual(['src/room/one.ts: forTests']);
  });

  it('counts what another file takes from a module that is passed on whole', () => {
    expect(
      unusedIn({
        'src/main.ts': "import { withRoom } from './loader';\nexport default withRoom((room) => room.late);\n",
        'src/loader.ts': "export const withRoom = async (work: any) => work(await import('./room'));\n",
        'src/room/index.ts': 'export const late = 1;\nexport const idle = 2;\n',
      }),
    ).toEqual(['src/room/index.ts: idle']);
  });

  it('counts what is loaded on first use, and what a star passes on', () => {
    expect(
      unusedIn({
        'src/main.ts': "export default async () => (await import('./room')).late;\n",
        'src/room/index.ts': "export * from './one';\n",
        'src/room/one.ts': 'export const late = 1;\nexport const idle = 2;\n',
      }),
    ).toEqual(['src/room/one.ts: idle']);
  });
});

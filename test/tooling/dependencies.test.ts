import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

describe('the licences of what is bundled', () => {
  it('are in THIRD-PARTY-NOTICES as the bundles of today need them', () => {
    const script = path.join(root, 'scripts', 'third-party-notices.mjs');
    expect(spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('are attached to a release and to the package', () => {
    expect(read('.github/workflows/release.yml')).toMatch(/gh release create .*THIRD-PARTY-NOTICES/);
    expect((JSON.parse(read('package.json')) as { files: string[] }).files).toContain('THIRD-PARTY-NOTICES');
  });
});

it('every locked package has a checksum, but for the optional binaries that CONTRIBUTING.md names', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; optional?: boolean; dev?: boolean }>;
  };
  const without = Object.entries(packages).filter(([name, { integrity }]) => name !== '' && integrity === undefined);
  expect(without).toHaveLength(17);
  for (const [name, { optional, dev }] of without) {
    expect(name).toMatch(/^node_modules\/@unrs\/resolver-binding-/);
    expect([optional, dev]).toEqual([true, true]);
  }
});

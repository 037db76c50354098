import { silentRun } from '../../src/base';
import { MAX_SOURCE_BYTES } from '../../src/wiki';
import { MemoryVault, type FileStat, type VaultEntry } from '../../src/vault';
import { steadyClock, testWiki } from '../support/wiki';

const HUGE = 'sources/huge.md';

/** A vault in which one file is said to be too large to be read; reading it is counted. */
class HugeFileVault extends MemoryVault {
  reads = 0;

  override async list(folder: string): Promise<VaultEntry[]> {
    return (await super.list(folder)).map((entry) =>
      entry.path === HUGE ? { ...entry, size: MAX_SOURCE_BYTES + 1 } : entry,
    );
  }

  override async stat(path: string): Promise<FileStat | null> {
    const stat = await super.stat(path);
    return stat === null || path !== HUGE ? stat : { ...stat, size: MAX_SOURCE_BYTES + 1 };
  }

  override readBytes(path: string): Promise<Uint8Array> {
    if (path === HUGE) this.reads += 1;
    return super.readBytes(path);
  }

  override readText(path: string): Promise<string> {
    if (path === HUGE) this.reads += 1;
    return super.readText(path);
  }
}

describe('a source that is too large to be read', () => {
  it('is listed as pending and refused by ingest, and is neither read nor hashed', async () => {
    const vault = new HugeFileVault({}, steadyClock());
    const wiki = await testWiki({ [HUGE]: 'The size is what counts.', 'sources/small.md': 'A small text.' }, vault);
    vault.reads = 0;
    const workbench = await wiki.open();

    expect((await workbench.status(silentRun)).sources.pending).toEqual([HUGE, 'sources/small.md']);
    const { proposals, failed } = await workbench.ingest({ curator: 'extractive' });
    expect(proposals.map(({ source }) => source)).toEqual(['sources/small.md']);
    expect(failed).toMatchObject([{ path: HUGE, code: 'living-wiki:source_too_large' }]);
    expect(vault.reads).toBe(0);
  });
});

describe('a source of very many headings', () => {
  it('is ingested without a call for each of them', async () => {
    const text = Array.from({ length: 200_000 }, (_, at) => `## ${at}\n`).join('');
    const wiki = await testWiki({ 'sources/headings.md': `# Headings\n\nThe start.\n\n${text}` });
    const workbench = await wiki.open();
    const { proposals, failed } = await workbench.ingest({ curator: 'extractive' });
    expect(failed).toEqual([]);
    expect(proposals).toHaveLength(1);
  }, 60_000);
});

import { createHash } from 'node:crypto';
import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { approveRules, type TestWiki, testWiki } from '../support/wiki';
import { verify } from '../../src/workbench';

const MANIFEST = (more: string): string =>
  `---\nschema: knowledge.workspace/v1\nname: towers\ntitle: Towers\ndescription: Towers.\nversion: 1.0.0\n${more}---\n`;
const TEXT = 'The Cordouan Lighthouse is a lighthouse in the mouth of the Gironde.\n';

async function wikiWith(more: string): Promise<TestWiki> {
  const wiki = await testWiki({ 'sources/memo.txt': TEXT });
  await wiki.vault.write('KNOWLEDGE.md', MANIFEST(more));
  await wiki.vault.remove('AGENTS.md');
  await approveRules(wiki);
  return wiki;
}

interface Recorded {
  readonly hashAlgo: string;
  readonly sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const recorded = async (wiki: TestWiki): Promise<Recorded> =>
  JSON.parse(await wiki.vault.readText('_manifest.json')) as Recorded;

describe('sources.hashAlgo', () => {
  const sha512 = createHash('sha512').update(TEXT).digest('hex');

  it.each([
    ['sha512', sha512],
    ['blake3', bytesToHex(blake3(utf8ToBytes(TEXT)))],
  ])('pins a source with %s beside SHA-256', async (algorithm, digest) => {
    const wiki = await wikiWith(`sources:\n  hashAlgo: ${algorithm}\n`);
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    const { hashAlgo, sources } = await recorded(wiki);
    expect(hashAlgo).toBe('sha256');
    expect(sources['sources/memo.txt']).toMatchObject({ [algorithm]: digest });
    expect((await verify(workbench)).failures).toEqual([]);
    expect((await workbench.lint({})).findings).toEqual([]);
  });

  it('adds the digest to sources that were ingested before it was asked for', async () => {
    const wiki = await wikiWith('');
    await (await wiki.open()).ingest({ apply: true });
    expect((await recorded(wiki)).sources['sources/memo.txt']?.sha512).toBeUndefined();
    await wiki.vault.write('KNOWLEDGE.md', MANIFEST('sources:\n  hashAlgo: sha512\n'));
    await approveRules(wiki);
    await wiki.vault.write('sources/second.txt', 'The Eddystone Lighthouse is a lighthouse in the Channel.\n');
    await (await wiki.open()).ingest({ apply: true });
    expect((await recorded(wiki)).sources['sources/memo.txt']).toMatchObject({ sha512 });
  });

  it('makes a source with another digest an error', async () => {
    const wiki = await wikiWith('sources:\n  hashAlgo: sha512\n');
    await (await wiki.open()).ingest({ apply: true });
    const text = await wiki.vault.readText('_manifest.json');
    await wiki.vault.write('_manifest.json', text.replace(sha512, '0'.repeat(128)));
    const workbench = await wiki.open();
    const codes = (await workbench.lint({})).findings.map(({ code }) => code);
    expect(codes).toContain('source_hash_mismatch');
    expect((await verify(workbench)).failures.map(({ code }) => code)).toContain('source_hash_mismatch');
  });
});

describe('a setting that is not enforced', () => {
  const ALL = 'curator: ws://operators/librarian\n';

  it('is named by lint and by status', async () => {
    const workbench = await (await wikiWith(ALL)).open();
    const expected = ['curator'];
    const { findings } = await workbench.lint({});
    const named = findings.filter(({ code }) => code === 'living-wiki:setting_not_enforced');
    expect(named.map(({ severity, message }) => [severity, message.startsWith('Not enforced: ')])).toEqual(
      expected.map(() => ['warn', true]),
    );
    const { warnings } = await workbench.status();
    const told = warnings.filter(({ code }) => code === 'living-wiki:setting_not_enforced');
    expect(told.map(({ at }) => at.split('#')[1]).sort()).toEqual(expected);
  });

  it('is not named where there is nothing to enforce', async () => {
    const workbench = await (await wikiWith('sources:\n  retention: forever\n  signing: optional\n')).open();
    const codes = [...(await workbench.lint({})).findings, ...(await workbench.status()).warnings].map(
      ({ code }) => code,
    );
    expect(codes).not.toContain('living-wiki:setting_not_enforced');
  });
});

import { createKeyPair, publicKeyLine, sign, type KeyPair } from '../../src/signing';
import { createSourceSearch, Workbench } from '../../src/workbench';
import { approveRules, testWiki, type TestWiki } from '../support/wiki';

const TEXT = 'The Cordouan Lighthouse is a lighthouse in the mouth of the Gironde.\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** @param seed decides the key */
function keyPair(seed: number): Promise<KeyPair> {
  const random = (length: number): Uint8Array => new Uint8Array(length).fill(seed);
  return createKeyPair(random, '', () => Promise.reject(new Error('not encrypted')));
}

/** A wiki that asks for signed sources, with one. @param policy the lines of its policy */
async function signedWiki(policy: string): Promise<TestWiki> {
  const wiki = await testWiki({ 'sources/memo.txt': TEXT });
  const front = 'schema: knowledge.workspace/v1\nname: towers\ntitle: Towers\ndescription: Towers.\nversion: 1.0.0\n';
  const manifest = `---\n${front}governance: policy.yaml\nsources:\n  signing: required\n---\n`;
  await wiki.vault.write('KNOWLEDGE.md', manifest);
  await wiki.vault.write('policy.yaml', policy);
  await approveRules(wiki);
  return wiki;
}

async function ingestOnce(wiki: TestWiki): Promise<{ proposed: number; refused: readonly string[] }> {
  const workbench = await wiki.open();
  const { proposals, failed } = await workbench.ingest({});
  expect([...workbench.snapshot.sources.keys()]).toEqual(['sources/memo.txt']);
  await workbench.close();
  expect(failed.every(({ code }) => code === 'living-wiki:signature_invalid')).toBe(true);
  return { proposed: proposals.length, refused: failed.map(({ message }) => message) };
}

it('a source is read with a signature by a key of the policy, and with no other', async () => {
  const [own, other] = [await keyPair(7), await keyPair(9)];
  const wiki = await signedWiki(`signers: ["${publicKeyLine(own.publicKey)}"]\n`);
  expect((await ingestOnce(wiki)).refused).toEqual([expect.stringMatching(/has no signature sources\/memo\.txt\.sig/)]);
  const put = (text: string): Promise<void> => wiki.vault.write('sources/memo.txt.sig', text);
  await put(sign(bytes(TEXT), other.secretKey, 'c'));
  expect((await ingestOnce(wiki)).refused).toEqual([expect.stringMatching(/which the policy does not name/)]);
  await put(sign(bytes('Another text.\n'), own.secretKey, 'c'));
  expect((await ingestOnce(wiki)).refused).toEqual([expect.stringMatching(/of another content/)]);
  await put('not a signature');
  expect((await ingestOnce(wiki)).refused).toHaveLength(1);
  await put(sign(bytes(TEXT), own.secretKey, 'c'));
  expect(await ingestOnce(wiki)).toEqual({ proposed: 1, refused: [] });
});

it('without a key in the policy, or with one that cannot be read, no source is read', async () => {
  expect((await ingestOnce(await signedWiki('lintSoftening: refuse\n'))).refused).toEqual([
    expect.stringMatching(/names no key/),
  ]);
  const broken = await signedWiki('signers: [abc]\n');
  await broken.vault.write('sources/memo.txt.sig', sign(bytes(TEXT), (await keyPair(7)).secretKey, 'c'));
  expect((await ingestOnce(broken)).refused).toHaveLength(1);
});

it('a proposal that waits is not applied once its signature is gone', async () => {
  const own = await keyPair(7);
  const wiki = await signedWiki(`signers: ["${publicKeyLine(own.publicKey)}"]\n`);
  await wiki.vault.write('sources/memo.txt.sig', sign(bytes(TEXT), own.secretKey, 'c'));
  await ingestOnce(wiki);
  await wiki.vault.remove('sources/memo.txt.sig');
  const workbench = await wiki.open();
  const { proposals, failed } = await workbench.ingest({ apply: true });
  expect([proposals, failed.map(({ code }) => code)]).toEqual([[], ['living-wiki:signature_invalid']]);
});

it('a source without a valid signature is not quoted by the search in sources, and is named', async () => {
  const own = await keyPair(7);
  const wiki = await signedWiki(`signers: ["${publicKeyLine(own.publicKey)}"]\n`);
  const forged = 'The Cordouan Lighthouse is a lighthouse that was sold to a stranger.\n';
  await wiki.vault.write('sources/memo.txt.sig', sign(bytes(TEXT), own.secretKey, 'c'));
  for (let n = 0; n < 12; n++) await wiki.vault.write(`sources/forged-${n}.txt`, `${forged}Copy ${n}.\n`);
  await wiki.vault.write('sources/forged-1.txt.sig', sign(bytes(TEXT), own.secretKey, 'c'));
  const workbench = await Workbench.open({ ...wiki, root: '', sourceSearch: createSourceSearch });
  const { found, unsigned } = await workbench.searchSources({ query: 'Which lighthouse was sold?', limit: 1 });
  expect(found.map(({ path }) => path)).toEqual(['sources/memo.txt']);
  expect(unsigned).toHaveLength(12);
  const { text, notes } = await workbench.ask('What is the Cordouan Lighthouse?', { by: 'passages' });
  expect(text).toContain('in the mouth of the Gironde');
  expect(text).not.toContain('stranger');
  expect(notes.join(' ')).toMatch(/9 more are not quoted: this wiki asks for signed sources/);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createKeyPair,
  needsPassword,
  openSecretKey,
  parsePublicKey,
  parseSignature,
  printPublicKey,
  publicKeyLine,
  sign,
  verify,
  type Scrypt,
} from '../../src/signing';

const scrypt: Scrypt = (password, salt, { N, r, p }, length) =>
  Promise.resolve(new Uint8Array(scryptSync(password, salt, length, { N, r, p, maxmem: 256 * N * r })));
const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Made with minisign 0.11 on Debian, for this test alone. */
const RECORDED = {
  publicKey: 'RWRIzboT14k6gDsl11vlocTpBUzElVqVKnNmVBzw9bFbEGQFauezrT8A',
  file: 'The tower is 31 metres tall.\n',
  prehashed: `untrusted comment: signature from minisign secret key
RURIzboT14k6gA0xAbZ1FwdMz3lPT2twyFTs6JPd3UVtlQCVvhuA12G3VlL2m0CvUHn/9aOzfyWYJJpAbfc7BAesl0ev0LU1rwo=
trusted comment: survey of 2025
7eor0cCrJAa1JL0UZ5HyNRa8ETX8S0lu7stqqj/bT13ARtryUIukcoyli7nmlH2zTXdw1rnAZmBg9V0213uAAA==
`,
  legacy: `untrusted comment: signature from minisign secret key
RWRIzboT14k6gFtl7EOqXfoAOvwdLSYkDVo5LbRIcvDNgvRzx72Qks40vUCrmTJy/JiyCdUujnO4dWXgXKyxtu+57HWl+nuXJgs=
trusted comment: survey of 2025
5e0tofRrQtZVYxZDrpw/A2Q30xbd9+tKHfNX2SOrWIiU+b5iLm1Jl6BMBR/YNx0SLlIY4xcRRDO1sY0Jw6WHDw==
`,
  secret: `untrusted comment: minisign encrypted secret key
RWRTY0Iy6Jt6eVKlHQTDdeT0il4GhORK2Dc59rD3Sa3djQJCygAAAAACAAAAAAAAAEAAAAAALNX6T5QVnX8AYtNoQHmMVqldBzzxMDtqHStOLVpt1RiGwMW6x4DmC8LVUD7Cw/F2pZJf6YB91d3RhVQa0AT/VxRcAhZeMSKbvdY292K3gTuh/KBPxADDM4D23C/s8NGcfdmuAr115/g=
`,
};

/** What minisign's key asks for takes 1 GB of memory, so the answer is recorded; it was made with OpenSSL. */
const recordedScrypt: Scrypt = (password, salt, cost, length) => {
  expect([password, cost, length]).toEqual(['lighthouse', { N: 2 ** 20, r: 8, p: 1 }, 104]);
  expect(Buffer.from(salt).toString('base64')).toBe('6Jt6eVKlHQTDdeT0il4GhORK2Dc59rD3Sa3djQJCygA=');
  return Promise.resolve(
    new Uint8Array(
      Buffer.from(
        'ZBhAXEOcp/80G6wVIl9To122hFbhMKGCWeSqpBrYRSgpO/DX7/O/Yfnwh2UnYjWfoN6bfNro/6630UjqJbWkR3BZaPHtnB2bcUULVfDFvxaQDUnf6f8tiyzH/PEe0e85tlheY4Xq46w=',
        'base64',
      ),
    ),
  );
};

describe('signatures that minisign made', () => {
  const keys = [parsePublicKey(RECORDED.publicKey)];

  it.each(['prehashed', 'legacy'] as const)('are valid for the file, in the %s form', (form) => {
    const signed = parseSignature(RECORDED[form]);
    expect(signed.isPrehashed).toBe(form === 'prehashed');
    expect(signed.trustedComment).toBe('survey of 2025');
    expect(publicKeyLine(verify(bytes(RECORDED.file), signed, keys))).toBe(RECORDED.publicKey);
  });

  it.each(['prehashed', 'legacy'] as const)('are not valid when anything changed, in the %s form', (form) => {
    const text = RECORDED[form];
    const fails = (file: string, signature: string): unknown => {
      try {
        return verify(bytes(file), parseSignature(signature), keys);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(fails(RECORDED.file.replace('31', '13'), text)).toBe('living-wiki:signature_invalid');
    expect(fails(RECORDED.file, text.replace('survey of 2025', 'survey of 2026'))).toBe(
      'living-wiki:signature_invalid',
    );
    const [comment = '', line = '', ...rest] = text.split('\n');
    for (const at of [0, 2, 5, 12, 40, 90]) {
      const other = line.charAt(at) === 'A' ? 'B' : 'A';
      const changed = [comment, `${line.slice(0, at)}${other}${line.slice(at + 1)}`, ...rest].join('\n');
      expect(fails(RECORDED.file, changed)).toBe('living-wiki:signature_invalid');
    }
    for (const broken of ['', 'x', `${comment}\n${line}\n`, text.replace(/^untrusted/, 'Untrusted'), `${text}more\n`]) {
      expect(fails(RECORDED.file, broken)).toBe('living-wiki:signature_invalid');
    }
  });

  it('of a key that nobody named are refused, also when another key has its identifier', async () => {
    const other = (await createKeyPair(random, '', scrypt)).publicKey;
    const signed = parseSignature(RECORDED.prehashed);
    expect(() => verify(bytes(RECORDED.file), signed, [other])).toThrow('which the policy does not name');
    expect(() => verify(bytes(RECORDED.file), signed, [{ ...other, id: signed.keyId }])).toThrow('another content');
  });

  it('come from a secret key that is read with its password alone', async () => {
    expect(needsPassword(RECORDED.secret)).toBe(true);
    await expect(openSecretKey(RECORDED.secret, '', scrypt)).rejects.toMatchObject({
      code: 'living-wiki:signing_password',
    });
    const key = await openSecretKey(RECORDED.secret, 'lighthouse', recordedScrypt);
    const text = sign(bytes(RECORDED.file), key, 'again');
    expect(verify(bytes(RECORDED.file), parseSignature(text), keys).id).toEqual(key.id);
  });
});

it.each(['', 'a password'])(
  'a key pair with the password "%s" signs what its public key verifies',
  async (password) => {
    const { publicKey, secretFile } = await createKeyPair(random, password, scrypt);
    const key = await openSecretKey(secretFile, password, scrypt);
    expect(needsPassword(secretFile)).toBe(password !== '');
    if (password !== '')
      await expect(openSecretKey(secretFile, 'wrong', scrypt)).rejects.toThrow('The password is wrong.');
    const file = random(10_000);
    const signed = parseSignature(sign(file, key, 'one\nline'));
    expect(signed.trustedComment).toBe('one line');
    expect(verify(file, signed, [parsePublicKey(printPublicKey(publicKey))])).toEqual(publicKey);
  },
);

const hasMinisign = spawnSync('minisign', ['-v']).status === 0;
const withMinisign = hasMinisign ? describe : describe.skip;

withMinisign('with the program minisign', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'living-wiki-minisign-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...args: string[]) => spawnSync('minisign', args, { cwd: folder, encoding: 'utf8' });
  const at = (name: string): string => path.join(folder, name);

  it('what is signed here is valid there, and refused once it changed', async () => {
    const { publicKey, secretKey } = await createKeyPair(random, '', scrypt);
    const file = random(5_000);
    writeFileSync(at('source.pdf'), file);
    writeFileSync(at('source.pdf.sig'), sign(file, secretKey, 'file: source.pdf'));
    const verified = run('-Vm', 'source.pdf', '-x', 'source.pdf.sig', '-P', publicKeyLine(publicKey));
    expect([verified.status, verified.stdout]).toEqual([
      0,
      expect.stringContaining('Trusted comment: file: source.pdf'),
    ]);
    writeFileSync(at('source.pdf'), random(5_000));
    expect(run('-Vm', 'source.pdf', '-x', 'source.pdf.sig', '-P', publicKeyLine(publicKey)).status).not.toBe(0);
  });

  it('a key that is made here signs there', async () => {
    const { publicKey, secretFile } = await createKeyPair(random, '', scrypt);
    writeFileSync(at('key'), secretFile);
    writeFileSync(at('note.md'), 'A note.\n');
    const signed = spawnSync('minisign', ['-Sm', 'note.md', '-s', 'key', '-x', 'note.md.sig', '-t', 'c'], {
      cwd: folder,
      input: '\n',
    });
    expect(String(signed.stderr)).toBe('');
    const signature = parseSignature(readFileSync(at('note.md.sig'), 'utf8'));
    expect(verify(bytes('A note.\n'), signature, [publicKey])).toEqual(publicKey);
  });

  it('a key and signatures that are made there count here, in both forms', async () => {
    execFileSync('minisign', ['-GWf', '-p', 'pub', '-s', 'sec'], { cwd: folder });
    const key = parsePublicKey(readFileSync(at('pub'), 'utf8'));
    const own = await openSecretKey(readFileSync(at('sec'), 'utf8'), '', scrypt);
    expect(own.id).toEqual(key.id);
    for (const [index, form] of ['-H', '-l'].entries()) {
      const file = random(index * 3_000);
      writeFileSync(at('file'), file);
      execFileSync('minisign', [form, '-Sm', 'file', '-s', 'sec', '-x', 'file.sig'], { cwd: folder });
      expect(verify(file, parseSignature(readFileSync(at('file.sig'), 'utf8')), [key])).toEqual(key);
    }
  });
});

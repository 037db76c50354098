import { createHash } from 'node:crypto';
import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { lintWiki } from './support';

const BODY = 'The call.\n';
const sha = (algorithm: string, text = BODY): string =>
  `${algorithm}:${createHash(algorithm).update(text).digest('hex')}`;

type Fields = Readonly<Record<string, string | null>>;

/** A valid document; a field is replaced, added, or left out with `null`. */
function document(fields: Fields = {}): string {
  const all: Fields = {
    schema: 'knowledge.source/v1',
    id: 'investor-call',
    path: 'sources/call.md',
    title: 'Investor call',
    captured_at: '"2026-04-27T15:00:00Z"',
    content_hash: sha('sha256'),
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([field, value]) => (value === null ? [] : [`${field}: ${value}\n`]));
  return `---\n${lines.join('')}---\n\n${BODY}`;
}

async function findings(text: string, more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const report = await lintWiki({ 'sources/call.md': text, ...more });
  return report.findings.flatMap(({ check, code, message }) =>
    check === 'source-invalid' ? [`${code} ${message}`] : [],
  );
}

describe('a knowledge.source/v1 document', () => {
  it.each([
    ['sha256', sha('sha256')],
    ['sha512', sha('sha512')],
    ['blake3', `blake3:${bytesToHex(blake3(utf8ToBytes(BODY)))}`],
    ['the text with the empty line above it', sha('sha256', `\n${BODY}`)],
  ])('is valid with the hash of its text: %s', async (_, hash) => {
    const all = { authority: 'primary', language: 'en-GB', tags: '[call]', captured_by: 'jeremy@agentik.net' };
    expect(await findings(document({ content_hash: hash, ...all }))).toEqual([]);
  });

  it.each([
    ['id', null, 'The source has no `id`. Add it.'],
    ['title', null, 'The source has no `title`. Add it.'],
    ['captured_at', null, 'The source has no `captured_at`. Add it.'],
    ['content_hash', null, 'The source has no `content_hash`. Add it.'],
    ['id', 'Not An Id', '`id` is "Not An Id". Use an id in kebab-case such as "2026-04-27-investor-call".'],
    ['path', 'sources/other.md', '`path` is "sources/other.md". Use "sources/call.md", the path of this file.'],
    ['captured_at', 'soon', '`captured_at` is "soon". Use an ISO 8601 time such as "2026-04-27T15:00:00Z".'],
    ['authority', 'certain', '`authority` is "certain". Use "primary", "secondary" or "rumour".'],
    ['language', 'English', '`language` is "English". Use a language such as "en" or "en-GB".'],
    ['superseded_by', 'A B', '`superseded_by` is "A B". Use the id of the source that replaces it.'],
    ['content_hash', 'md5:1', '`content_hash` is "md5:1". Use "sha256:", "sha512:" or "blake3:" and the hash in hex.'],
    ['author', 'Ada', 'A source has no field "author". Move it under `metadata`.'],
  ])('with a wrong %s (%s) is a finding', async (field, value, message) => {
    expect(await findings(document({ [field]: value }))).toEqual([`living-wiki:source_invalid ${message}`]);
  });

  it('whose text has another hash is a mismatch', async () => {
    expect(await findings(document({ content_hash: sha('sha512', 'Other.\n') }))).toEqual([
      'source_hash_mismatch The text below the frontmatter does not have this `content_hash`. Restore it, or correct the hash.',
    ]);
  });

  it('names a successor that exists, and not in a circle', async () => {
    const at = (id: string, by: string): string => document({ id, path: `sources/${id}.md`, superseded_by: by });
    const [missing] = await findings(document({ superseded_by: 'nowhere' }));
    expect(missing).toContain('No source has the id "nowhere", so `superseded_by` has no effect.');
    expect(
      await findings(document({ superseded_by: 'later' }), {
        'sources/later.md': at('later', 'last'),
        'sources/last.md': 'x',
      }),
    ).toEqual([]);
    const circle = await findings(document({ superseded_by: 'later' }), {
      'sources/later.md': at('later', 'investor-call'),
    });
    expect(circle).toHaveLength(2);
    expect(circle[0]).toContain('The sources supersede each other in a circle');
  });

  it('shares its id with no other source', async () => {
    const [first] = await findings(document(), { 'sources/again.md': document({ path: 'sources/again.md' }) });
    expect(first).toContain('Another source has the id "investor-call", too.');
  });

  it('in a sidecar pins the bytes of the file that it describes', async () => {
    const sidecar = (hash: string): string =>
      document({ path: 'sources/scan.pdf', content_hash: hash })
        .replace(/^---\n/, '')
        .replace(/---\n[^]*$/, '');
    const files = (hash: string) => ({ 'sources/scan.pdf': 'PDF bytes', 'sources/scan.source.yaml': sidecar(hash) });
    const report = async (hash: string) => {
      const { findings: found } = await lintWiki(files(hash));
      return found.flatMap(({ check, path, line, message }) =>
        check === 'source-invalid' ? [`${path}:${line} ${message}`] : [],
      );
    };
    expect(await report(sha('sha256', 'PDF bytes'))).toEqual([]);
    expect(await report(sha('sha512', 'PDF bytes'))).toEqual([]);
    expect(await report(sha('sha256', 'Other'))).toEqual([
      'sources/scan.source.yaml:1 "sources/scan.pdf" does not have this `content_hash`. Restore it, or correct the hash.',
    ]);
  });
});

import { silentRun, type JsonObject } from '../../src/base';
import { buildCreation, buildUpdate, type ChangeSet, type FileEdit } from '../../src/change';
import { readUnitRanges } from '../../src/ingest';
import { ProposalStore } from '../../src/proposal';
import { hashBytes, hashText, STATE_FOLDER } from '../../src/vault';
import { applyProposal } from '../../src/workbench';
import { liveParts } from '../markdown/inert-oracle';
import { LENS_SOURCE, testDevice, testWiki, type TestWiki, type Tree } from '../support/wiki';

/** Proposals, records of coverage and transcripts of another device: what they say of themselves does not count. */

const SOURCE = 'sources/2026-01-02-lens.md';
const HEAD =
  '---\nschema: knowledge/v1\nslug: lamp\nkind: concept\ntitle: Lamp\nsources: [sources/2026-01-02-lens.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Lamp\n\n';
const OWN_WORDS = 'I lit this lamp myself in 1998.';

const creation = (text = `${HEAD}A lamp.\n`): FileEdit =>
  buildCreation({ path: 'concepts/lamp.md', parts: [{ text, title: 'Lamp', reason: 'Because.' }], why: [] });

async function store(wiki: TestWiki, file: FileEdit, facts: ChangeSet['facts'], ...more: FileEdit[]): Promise<string> {
  const { vault, clock, random } = wiki;
  const stranger = new ProposalStore(vault, { clock, random, device: testDevice('the secret of a stranger') });
  const changeSet: ChangeSet = {
    ...{ title: 'Harmless', producer: 'ingest', files: [file, ...more], notes: [], facts },
    log: { event: 'ingest', subject: SOURCE, bullets: [] },
    sources: [{ path: SOURCE, hash: hashText(LENS_SOURCE) }],
  };
  return (await stranger.add(changeSet, { guard: [], introduced: [], fixed: [] }, [])).id;
}

const coverage = (left: readonly JsonObject[], cited = '1-4'): ChangeSet['facts'] => ({
  plan: [{ slug: 'lamp', title: 'Lamp', op: 'create', why: 'x', units: 1 }],
  coverage: { units: 999_999, cited, left, postponed: [], unplaced: '' },
});

const textOf = async (wiki: TestWiki, path: string): Promise<string> => (await wiki.tree())[path] ?? '';

describe('the coverage that a proposal of another device claims', () => {
  it('is not kept when the proposal is applied: nothing passes for used that is not', async () => {
    const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
    const id = await store(wiki, creation(), coverage([]));
    const workbench = await wiki.open();
    const result = await applyProposal(workbench, id, { unsupported: true });
    expect(result.applied).toBe(true);
    expect(await workbench.coverage(SOURCE)).toBeNull();
  });

  it('is read in bounded time, and names no unit twice and none that the source does not have', async () => {
    const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
    const parts = Array.from({ length: 5_000 }, (_, at) => ({
      units: '1-999999',
      reason: 'off-scope',
      note: `n${at}`,
    }));
    const id = await store(wiki, creation(), coverage(parts, '1'));
    const found = await (await wiki.open()).coverage(SOURCE);
    expect(found?.proposal).toBe(id);
    const numbers = found?.left.map(({ number }) => number) ?? [];
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual([...new Set(numbers)]);
    expect(found?.left.every(({ unit }) => unit !== null)).toBe(true);
  });

  it('cannot name all units again and again in one text', () => {
    const { numbers, unknown } = readUnitRanges([Array.from({ length: 100_000 }, () => '1-999999').join()], 1, 999_999);
    expect([numbers.length, unknown.length]).toEqual([999_999, 99_990]);
  });
});

it('a record of coverage that another device wrote is not read, so that nothing is taken up that it names', async () => {
  const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
  const record = {
    hash: hashText(LENS_SOURCE),
    units: 4,
    parts: [{ units: '1-4', reason: 'postponed', note: '<% x %>' }],
  };
  await wiki.vault.write(
    `${STATE_FOLDER}/coverage.json`,
    JSON.stringify({ version: 1, sources: { [SOURCE]: record, ['__proto__']: record } }),
  );
  const workbench = await wiki.open();
  expect(await workbench.coverage(SOURCE)).toBeNull();
  expect(JSON.stringify(await workbench.status())).not.toContain('<%');
  const { proposals, failed } = await workbench.ingest({ sources: [SOURCE], resume: true, apply: true });
  expect(failed).toEqual([]);
  expect(proposals[0]?.notes.join('\n')).not.toContain('<%');
});

describe('a proposal of another device that hides what it removes', () => {
  const base = `${HEAD}${OWN_WORDS}\n\nIt is red.\n`;
  const removal = (): FileEdit => {
    const start = base.indexOf(OWN_WORDS);
    const splice = { start, end: start + OWN_WORDS.length, text: 'A lamp.', reason: 'Wording.', drops: [] };
    return buildUpdate({ path: 'concepts/lamp.md', base, splices: [splice], why: [] });
  };

  it('waits: code names the statement itself, and only --drops, a person’s word, removes it', async () => {
    const wiki = await testWiki({ [SOURCE]: LENS_SOURCE, 'concepts/lamp.md': base });
    const id = await store(wiki, removal(), {});
    const workbench = await wiki.open();
    const refused = await applyProposal(workbench, id, {});
    expect(refused.applied).toBe(false);
    expect(refused.notes.join('\n')).toContain(OWN_WORDS);
    expect(await textOf(wiki, 'concepts/lamp.md')).toContain(OWN_WORDS);
    expect((await applyProposal(workbench, id, { drops: true })).applied).toBe(true);
    expect(await textOf(wiki, 'concepts/lamp.md')).not.toContain(OWN_WORDS);
  });

  it('waits also if it says that another statement says the same, which none does', async () => {
    const note = '\n\n[^lens-1]: [2026-01-02-lens], line 1: “A lens.”\n';
    const cited = `${HEAD}The lens came in 1874.[^lens-1] It is red.${note}`;
    const start = cited.indexOf('The lens');
    const end = cited.indexOf(' It is red.');
    const drops = [{ text: 'The lens came in 1874.', reason: 'Said twice.', saidOn: 'concepts/lamp.md' }];
    const splice = { start, end, text: 'A lamp.', reason: 'Wording.', drops };
    const edit = buildUpdate({ path: 'concepts/lamp.md', base: cited, splices: [splice], why: [] });
    const wiki = await testWiki({ [SOURCE]: LENS_SOURCE, 'concepts/lamp.md': cited });
    const id = await store(wiki, edit, {});
    const refused = await applyProposal(await wiki.open(), id, {});
    expect(refused.applied).toBe(false);
    expect(await textOf(wiki, 'concepts/lamp.md')).toContain('The lens came in 1874.');
  });

  it('gets nothing more by --drops: sources, manifests and hidden files stay as they are', async () => {
    for (const path of [SOURCE, 'KNOWLEDGE.md', 'AGENTS.md', '.obsidian/app.json', '.wiki/trust.json', '_log.md']) {
      const wiki = await testWiki({ [SOURCE]: LENS_SOURCE, 'concepts/lamp.md': base, 'AGENTS.md': '# Rules\n' });
      const text = (await wiki.tree())[path] ?? '';
      const edit =
        text === ''
          ? buildCreation({ path, parts: [{ text: 'evil', title: 'x', reason: 'x' }], why: [] })
          : buildUpdate({
              path,
              base: text,
              splices: [{ start: 0, end: text.length, text: 'evil', reason: 'x' }],
              why: [],
            });
      const id = await store(wiki, removal(), {}, edit).catch(() => null);
      const before = await wiki.tree();
      const workbench = await wiki.open();
      if (id !== null) {
        const result = await applyProposal(workbench, id, { drops: true, unsupported: true }).catch(() => null);
        expect(result?.applied ?? false).toBe(false);
      }
      expect(await wiki.tree()).toEqual(before);
    }
  });
});

describe('a transcript that came with the vault', () => {
  const RECORDING = new TextEncoder().encode('ID3\u0004 not really sound');
  const PATH = 'sources/talk.mp3';
  const HOSTILE = [
    'Fresnel lens is a lens <img src=x onerror=alert(1)> ![](https://evil.example/x.png) `$= dv.current()`.',
    '```dataviewjs\nx()\n```',
    '<% tp.file.create() %> [x](javascript:alert(1)) obsidian://evil',
  ].join('\n\n');

  async function withTranscript(name: string, data: string | Uint8Array): Promise<TestWiki> {
    const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
    await wiki.vault.write(PATH, RECORDING);
    await wiki.vault.write(`${STATE_FOLDER}/proposals/transcripts/${hashBytes(RECORDING)}${name}`, data);
    return wiki;
  }

  const alive = (tree: Tree): readonly string[] =>
    Object.entries(tree)
      .filter(([path]) => path.endsWith('.md') && !/^(?:sources\/|KNOWLEDGE|AGENTS)/.test(path))
      .flatMap(([path, text]) =>
        liveParts(text.replace(/^---\n[^]*?\n---\n|<!-- Generated.*?-->/g, ''), true).map((part) => `${path}: ${part}`),
      );

  it.each(['.txt', '.vtt'])('puts nothing live on a page (%s)', async (name) => {
    const head = name === '.vtt' ? 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n' : '';
    const wiki = await withTranscript(name, head + HOSTILE);
    const { proposals } = await (await wiki.open()).ingest({ sources: [PATH], apply: true });
    expect(alive(await wiki.tree())).toEqual([]);
    for (const { notes } of proposals)
      if (notes.length > 0) expect(notes.join('\n')).toContain('not in talk.mp3 itself');
  });

  it.each([
    ['is an archive', '.txt', new TextEncoder().encode('PK\u0003\u0004 but broken')],
    ['is no text', '.vtt', new Uint8Array(1_000)],
    ['is too large to be real', '.txt', 'A Fresnel lens is a lens. '.repeat(420_000)],
    ['lies in a folder of its name', '.txt/x.md', 'x'],
  ])('that %s is as none, and stops nothing else', async (_, name, data) => {
    const wiki = await withTranscript(name, data);
    const { failed, proposals } = await (await wiki.open()).ingest({ apply: true });
    expect(failed.map(({ path }) => path)).toEqual([PATH]);
    expect(proposals.some(({ source, applied }) => source === SOURCE && applied)).toBe(true);
  });
});

it.each(['../../KNOWLEDGE', '..', 'a/../../../x', '/etc/passwd', '\0', '%00', '__proto__', '', 'x'.repeat(100_000)])(
  'an id that the layout of a vault brings along names no proposal, and no file: %#',
  async (id) => {
    const wiki = await testWiki({ [SOURCE]: LENS_SOURCE });
    const workbench = await wiki.open();
    const before = await wiki.tree();
    await expect(workbench.review(id).load(silentRun)).rejects.toMatchObject({
      code: expect.stringMatching(/^living-wiki:(?:proposal_missing|path_refused)$/) as unknown,
    });
    await expect(applyProposal(workbench, id, { drops: true })).rejects.toHaveProperty('code');
    expect(await wiki.tree()).toEqual(before);
  },
);

import { silentRun } from '../../src/base';
import { buildCreation, buildUpdate, type ChangeSet, type FileEdit, type SpliceSpec } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { hashText } from '../../src/vault';
import { type Review, type ReviewSession, type ReviewHunk } from '../../src/workbench';
import { testWiki, type TestWiki, type Tree } from '../support/wiki';

const reason = 'A test.';
const page = (slug: string, body: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n${body}`;

const ALPHA = page('alpha', '# alpha\n\nFirst line.\n\nSecond line.\n\nThird line.\n');
const SOURCE = 'A lamp shines bright.\n';
const FILES: Tree = {
  'sources/lamp.md': SOURCE,
  'concepts/alpha.md': ALPHA,
};

/** Replaces a text of a page. */
function put(
  path: string,
  base: string,
  pairs: Readonly<Record<string, string>>,
  more: Partial<SpliceSpec> = {},
): FileEdit {
  const splices = Object.entries(pairs).map(([from, text]) => {
    const start = base.indexOf(from);
    return { ...more, start, end: start + from.length, text, reason, title: from };
  });
  return buildUpdate({ path, base, splices, why: [] });
}

const changes = (...files: FileEdit[]): ChangeSet => ({
  title: 'A change',
  producer: 'ingest',
  files,
  log: { event: 'ingest', subject: 'sources/lamp.md', bullets: [] },
  sources: [{ path: 'sources/lamp.md', hash: hashText(SOURCE) }],
  notes: [],
  facts: {},
});

const twoLines = (): ChangeSet =>
  changes(put('concepts/alpha.md', ALPHA, { 'First line.': 'First words.', 'Third line.': 'Third words.' }));

interface Reviewed {
  readonly wiki: TestWiki;
  readonly desk: ReviewSession;
  readonly review: Review;
  readonly workbench: Awaited<ReturnType<TestWiki['open']>>;
  readonly id: string;
  readonly hunk: (title: string) => ReviewHunk;
}

/** A proposal that waits, as a person who opens it finds it. */
async function underReview(changeSet: ChangeSet, files: Tree = FILES): Promise<Reviewed> {
  const wiki = await testWiki(files);
  const { id } = await new ProposalStore(wiki.vault, wiki).add(changeSet, { guard: [], introduced: [], fixed: [] }, []);
  return open(wiki, id);
}

async function open(wiki: TestWiki, id: string): Promise<Reviewed> {
  const workbench = await wiki.open();
  const desk = workbench.review(id);
  const review = await desk.load(silentRun);
  const hunk = (title: string): ReviewHunk => {
    const found = review.files.flatMap(({ hunks }) => hunks).find((one) => one.hunk.title.includes(title));
    if (!found) throw new Error(`no hunk ${title}`);
    return found;
  };
  return { wiki, desk, review, workbench, id, hunk };
}

const yes = { verdict: 'accepted' } as const;
const no = { verdict: 'rejected', reason: 'Said already.' } as const;

/** Every write sets `updated_at`. */
const untimed = (text = ''): string => text.replace(/^updated_at: .*$/m, 'updated_at: "2026-04-27T15:00:00Z"');

describe('a review', () => {
  it('starts with undecided files and hunks, with the lines that they add and remove', async () => {
    const { review } = await underReview(twoLines());
    expect(review).toMatchObject({ source: 'sources/lamp.md', decisions: {}, cost: null });
    expect(review.files).toMatchObject([
      { kind: 'updated', path: 'concepts/alpha.md', added: 2, removed: 2, rebased: false, conflict: null },
    ]);
    expect(review.files[0]?.hunks.map(({ decision, edited }) => [decision, edited])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  it('applies accepted hunks, leaves out rejected and undecided ones, and records each reason', async () => {
    const { desk, hunk, wiki, workbench, id } = await underReview(twoLines());
    await desk.decide({ [hunk('First').hunk.id]: yes, [hunk('Third').hunk.id]: no });
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied' });
    expect(untimed((await wiki.tree())['concepts/alpha.md'])).toBe(ALPHA.replace('First line.', 'First words.'));
    const { state, decision } = await workbench.findProposal(id);
    expect(state).toBe('applied');
    expect(decision?.rejectedHunks).toEqual([hunk('Third').hunk.id]);
    expect(decision?.reasons).toEqual({ [hunk('Third').hunk.id]: 'Said already.' });
  });

  it('keeps decisions through a restart, and forgets them once the proposal is decided', async () => {
    const first = await underReview(twoLines());
    const { wiki, id } = first;
    const decided = await first.desk.decide({
      [first.hunk('First').hunk.id]: yes,
      [first.hunk('Third').hunk.id]: no,
    });
    await first.workbench.close();
    const again = await open(wiki, id);
    expect(again.review.decisions).toEqual(decided);
    expect(again.hunk('Third').decision).toEqual(no);
    await again.desk.apply(silentRun);
    expect(await wiki.vault.stat(`.wiki/proposals/decisions/${id}.json`)).toBeNull();
    expect((await again.desk.load(silentRun)).proposal.state).toBe('applied');
    await expect(again.desk.apply(silentRun)).rejects.toMatchObject({ code: 'living-wiki:proposal_decided' });
  });

  it('undoes a decision', async () => {
    const { desk, hunk } = await underReview(twoLines());
    const { id } = hunk('First').hunk;
    await desk.decide({ [id]: yes });
    expect(await desk.decide({ [id]: null })).toEqual({});
    await expect(desk.apply(silentRun)).rejects.toMatchObject({ code: 'living-wiki:nothing_accepted' });
  });

  it('accepts what an accepted hunk needs, and rejects what needs a rejected one, across files', async () => {
    const made = buildCreation({
      path: 'concepts/beta.md',
      parts: [{ text: page('beta', '# beta\n\nIt is.\n'), reason, title: 'Beta' }],
      why: [],
    });
    const beta = made.hunks[0]?.id ?? '';
    const link = put('concepts/alpha.md', ALPHA, { 'First line.': 'See [[beta]].' }, { needs: [beta] });
    const { desk, hunk } = await underReview(changes(made, link));
    const { id } = hunk('First').hunk;
    expect(await desk.decide({ [id]: yes })).toEqual({ [id]: yes, [beta]: yes });
    expect(await desk.decide({ [beta]: no })).toEqual({
      [beta]: no,
      [id]: { verdict: 'rejected', beforeCascade: yes },
    });
    // Accepted again, it brings back what was only rejected along with it.
    expect(await desk.decide({ [beta]: yes })).toEqual({ [beta]: yes, [id]: yes });
    // Undoing the acceptance of a page also undoes what needs it.
    expect(await desk.decide({ [beta]: null })).toEqual({});
  });

  it('ignores decisions about hunks that the proposal does not have', async () => {
    const { desk } = await underReview(twoLines());
    expect(await desk.decide({ nothing: yes, constructor: yes, ['__proto__']: yes })).toEqual({});
  });

  it('previews the generated files, and writes nothing', async () => {
    const made = buildCreation({
      path: 'concepts/beta.md',
      parts: [{ text: page('beta', '# beta\n\nIt is.\n'), reason, title: 'Beta' }],
      why: [],
    });
    const { desk, hunk, wiki } = await underReview(changes(made));
    const before = await wiki.tree();
    expect((await desk.preview(silentRun)).generated).toEqual([]);
    await desk.decide({ [hunk('Beta').hunk.id]: yes });
    const { generated, blocked, checks } = await desk.preview(silentRun);
    expect(blocked).toBe(false);
    expect(checks.guard).toEqual([]);
    expect(generated.map(({ path }) => path)).toEqual(['_index.md', '_log.md', '_manifest.json']);
    expect(generated[0]?.before).not.toContain('[[beta]]');
    expect(generated[0]?.after).toContain('- [[beta]]');
    expect(await wiki.tree()).toEqual(before);
    await desk.apply(silentRun);
    expect((await wiki.tree())['_index.md']).toBe(generated[0]?.after);
  });

  it('rejects the proposal with the reasons of single hunks', async () => {
    const { desk, hunk, workbench, wiki, id } = await underReview(twoLines());
    const before = await wiki.tree();
    await desk.decide({ [hunk('First').hunk.id]: no });
    expect(await desk.reject('Not now.')).toEqual({ kind: 'rejected' });
    expect((await workbench.findProposal(id)).decision).toMatchObject({
      reason: 'Not now.',
      reasons: { [hunk('First').hunk.id]: 'Said already.' },
    });
    expect(await wiki.tree()).toEqual(before);
  });

  it.each([
    ['and nothing is written', [], []],
    ['and its source counts as ingested', twoLines().sources, ['_log.md', '_manifest.json']],
  ])('is settled where the wiki holds its changes already, %s', async (_, sources, files) => {
    const third = changes(put('concepts/alpha.md', ALPHA, { 'Third line.': 'Third words.' }));
    const { desk, workbench, wiki, id } = await underReview({ ...third, sources });
    const text = ALPHA.replace('Third line.', 'Third words.');
    await wiki.vault.write('concepts/alpha.md', text);
    await workbench.refresh(['concepts/alpha.md']);
    expect((await desk.load(silentRun)).files).toEqual([]);
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied', files });
    expect(untimed((await wiki.tree())['concepts/alpha.md'])).toBe(text);
    expect((await workbench.findProposal(id)).decision?.rejectedHunks).toEqual([]);
  });
});

describe('the footnotes of a stored proposal', () => {
  const noted = (quote: string): ChangeSet =>
    changes(
      put(
        'concepts/alpha.md',
        ALPHA,
        { 'First line.': 'It shines.[^lamp-1]' },
        { footnotes: [{ label: 'lamp-1', content: `[lamp], line 1: “${quote}”` }] },
      ),
    );

  it('are looked up in their sources, whatever evidence the file gives', async () => {
    const { hunk } = await underReview(noted('A lamp is dark.'));
    expect(hunk('First')).toMatchObject({
      unsupported: true,
      hunk: { evidence: [{ source: 'sources/lamp.md', quote: 'A lamp is dark.', verdict: 'not-found' }] },
    });
  });

  it('are shown as evidence', async () => {
    const { hunk } = await underReview(noted('A lamp shines bright.'));
    expect(hunk('First')).toMatchObject({ unsupported: false, hunk: { evidence: [{ verdict: 'found' }] } });
  });
});

describe('editing in place', () => {
  it('replaces the hunk with the edited text, and marks it as edited', async () => {
    const { desk, hunk, wiki, workbench, id } = await underReview(twoLines());
    const key = hunk('First').hunk.id;
    await desk.decide({ [key]: { verdict: 'accepted', text: 'My own words.' } });
    const shown = (await desk.load(silentRun)).files[0];
    expect(shown?.hunks[0]).toMatchObject({ edited: true, hunk: { text: 'My own words.' } });
    expect(shown?.edit.hunks[0]?.text).toBe('My own words.');
    await desk.apply(silentRun);
    expect(untimed((await wiki.tree())['concepts/alpha.md'])).toBe(ALPHA.replace('First line.', 'My own words.'));
    expect((await workbench.findProposal(id)).decision?.edited).toEqual({ [key]: 'My own words.' });
  });

  it('lets the guard check the edited text', async () => {
    const { desk, hunk } = await underReview(twoLines());
    await desk.decide({ [hunk('First').hunk.id]: { verdict: 'accepted', text: '<<<<<<< mine' } });
    const { blocked, checks } = await desk.preview(silentRun);
    expect(blocked).toBe(true);
    expect(checks.guard.map(({ code }) => code)).toEqual(['living-wiki:guard_conflict_marker']);
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'blocked' });
  });

  it('looks up quotations of the edited text in their source', async () => {
    const { desk, hunk } = await underReview(twoLines());
    const edit = async (text: string): Promise<ReviewHunk | undefined> => {
      await desk.decide({ [hunk('First').hunk.id]: { verdict: 'accepted', text } });
      return (await desk.load(silentRun)).files[0]?.hunks[0];
    };
    expect(await edit('> "A lamp shines bright." [lamp]')).toMatchObject({
      unsupported: false,
      hunk: { evidence: [{ source: 'sources/lamp.md', verdict: 'found' }] },
    });
    expect(await edit('> "A lamp is dark." [lamp]')).toMatchObject({
      unsupported: true,
      hunk: { evidence: [{ verdict: 'not-found' }] },
    });
  });

  it('looks up the quotes of footnotes that a person writes into the text', async () => {
    const { desk, hunk } = await underReview(twoLines());
    const edit = async (quote: string): Promise<ReviewHunk | undefined> => {
      const text = `It shines.[^1]\n\n[^1]: [lamp], line 1: “${quote}”\n`;
      await desk.decide({ [hunk('First').hunk.id]: { verdict: 'accepted', text } });
      return (await desk.load(silentRun)).files[0]?.hunks[0];
    };
    expect(await edit('A lamp shines bright.')).toMatchObject({ unsupported: false });
    expect(await edit('A lamp is dark.')).toMatchObject({
      unsupported: true,
      hunk: { evidence: [{ source: 'sources/lamp.md', anchor: { line: 1 }, verdict: 'not-found' }] },
    });
  });

  it('takes an unchanged text for no edit', async () => {
    const { desk, hunk } = await underReview(twoLines());
    const { id } = hunk('First').hunk;
    expect(await desk.decide({ [id]: { verdict: 'accepted', text: 'First words.' } })).toEqual({ [id]: yes });
  });
});

describe('a file that was edited since', () => {
  const edited = async (from: string, to: string): Promise<Reviewed> => {
    const first = await underReview(twoLines());
    await first.wiki.vault.write('concepts/alpha.md', ALPHA.replace(from, to));
    await first.workbench.refresh(['concepts/alpha.md']);
    return { ...first, review: await first.desk.load(silentRun) };
  };

  it('gets its hunks rebased onto the new text', async () => {
    const { review, desk, wiki } = await edited('Second line.', 'Second edit of mine.');
    const [file] = review.files;
    expect(file).toMatchObject({ rebased: true, conflict: null });
    expect(file?.edit.base).toContain('Second edit of mine.');
    await desk.decide(Object.fromEntries((file?.hunks ?? []).map(({ hunk }) => [hunk.id, yes])));
    await desk.apply(silentRun);
    const text = (await wiki.tree())['concepts/alpha.md'];
    expect(text).toContain('First words.\n\nSecond edit of mine.\n\nThird words.');
  });

  it('keeps the edited text of a moved hunk in place through further edits', async () => {
    const { review, desk, wiki, workbench } = await edited('Second line.', 'Second edit of mine.');
    const [first] = review.files[0]?.hunks ?? [];
    const text = (first?.hunk.text ?? '').replace('words', 'very own words');
    await desk.decide({ [first?.hunk.id ?? '']: { verdict: 'accepted', text } });
    const now = await wiki.vault.readText('concepts/alpha.md');
    await wiki.vault.write('concepts/alpha.md', now.replace('Third line.', 'Third edit of mine.'));
    await workbench.refresh(['concepts/alpha.md']);
    expect((await desk.load(silentRun)).files[0]?.hunks[0]).toMatchObject({ edited: true });
    await desk.apply(silentRun);
    const after = (await wiki.tree())['concepts/alpha.md'];
    expect(after).toContain('First very own words.\n\nSecond edit of mine.\n\nThird edit of mine.');
  });

  it('shows a collision, and applies the rest if only that is accepted', async () => {
    const { review, desk, wiki } = await edited('First line.', 'First edit of mine.');
    const [file] = review.files;
    expect(file?.conflict).toMatchObject({ reason: 'edited', hunks: [file?.hunks[0]?.hunk.id] });
    const [first, third] = file?.hunks.map(({ hunk }) => hunk.id) ?? [];
    await desk.decide({ [first ?? '']: yes, [third ?? '']: yes });
    expect((await desk.preview(silentRun)).conflicts).toHaveLength(1);
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'conflict' });
    await desk.decide({ [first ?? '']: no });
    expect((await desk.load(silentRun)).files[0]?.conflict).toBeNull();
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied' });
    expect((await wiki.tree())['concepts/alpha.md']).toMatch(/First edit of mine\.[^]*Third words\./);
  });

  it.each([
    ['current', 'First edit of mine.'],
    ['proposed', 'First words.'],
  ] as const)('settles a collision as %s', async (side, kept) => {
    const { review, desk, wiki, workbench, id } = await edited('First line.', 'First edit of mine.');
    await desk.resolve('concepts/alpha.md', review.files[0]?.conflict?.hunks ?? [], side);
    const settled = await desk.load(silentRun);
    expect(settled.files[0]?.conflict).toBeNull();
    await desk.decide(Object.fromEntries((settled.files[0]?.hunks ?? []).map(({ hunk }) => [hunk.id, yes])));
    expect((await desk.preview(silentRun)).conflicts).toEqual([]);
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied' });
    const expected = ALPHA.replace('First line.', kept).replace('Third line.', 'Third words.');
    expect(untimed((await wiki.tree())['concepts/alpha.md'])).toBe(expected);
    const { decision } = await workbench.findProposal(id);
    expect(decision?.rejectedHunks).toHaveLength(side === 'current' ? 1 : 0);
  });

  it('settles one of two conflicts, and leaves the other open', async () => {
    const { review, desk, wiki, workbench } = await edited('First line.', 'First edit of mine.');
    const now = await wiki.vault.readText('concepts/alpha.md');
    await wiki.vault.write('concepts/alpha.md', now.replace('Third line.', 'Third edit of mine.'));
    await workbench.refresh(['concepts/alpha.md']);
    const [first, third] = review.files[0]?.hunks.map(({ hunk }) => hunk.id) ?? [];
    expect((await desk.load(silentRun)).files[0]?.conflict?.hunks).toHaveLength(2);
    await desk.resolve('concepts/alpha.md', [first ?? ''], 'proposed');
    expect((await desk.load(silentRun)).files[0]?.conflict?.hunks).toEqual([third]);
    await desk.resolve('concepts/alpha.md', [third ?? ''], 'current');
    await desk.decide({ [first ?? '']: yes });
    await desk.apply(silentRun);
    const text = (await wiki.tree())['concepts/alpha.md'];
    expect(text).toMatch(/First words\.[^]*Third edit of mine\./);
  });

  it('settles a conflict in the body when the properties change, too', async () => {
    const later = { '"2026-04-27T15:00:00Z"': '"2026-05-01T15:00:00Z"', 'Third line.': 'Third words.' };
    const { desk, wiki, workbench } = await underReview(changes(put('concepts/alpha.md', ALPHA, later)));
    await wiki.vault.write('concepts/alpha.md', ALPHA.replace('Third line.', 'Third edit of mine.'));
    await workbench.refresh(['concepts/alpha.md']);
    const { files } = await desk.load(silentRun);
    const { hunks, places } = files[0]?.conflict ?? {};
    expect(places).toMatchObject([{ currentLines: { line: ALPHA.split('\n').indexOf('Third line.') + 1 } }]);
    await desk.resolve('concepts/alpha.md', hunks ?? [], 'proposed');
    const [settled] = (await desk.load(silentRun)).files;
    expect(settled?.conflict).toBeNull();
    await desk.decide(Object.fromEntries((settled?.hunks ?? []).map(({ hunk }) => [hunk.id, yes])));
    await desk.apply(silentRun);
    expect((await wiki.tree())['concepts/alpha.md']).toMatch(/05-01T15[^]*Third words\./);
  });

  it.each(['proposed', 'current'] as const)('settles a deleted page as %s', async (side) => {
    const { desk, wiki, workbench } = await underReview(twoLines());
    await wiki.vault.remove('concepts/alpha.md');
    await workbench.refresh(['concepts/alpha.md']);
    expect((await desk.load(silentRun)).files[0]?.conflict?.reason).toBe('missing');
    await desk.resolve('concepts/alpha.md', [], side);
    const { files } = await desk.load(silentRun);
    expect(files.map(({ kind }) => kind)).toEqual(side === 'proposed' ? ['created'] : []);
    await desk.decide(Object.fromEntries((files[0]?.hunks ?? []).map(({ hunk }) => [hunk.id, yes])));
    if (side === 'current') return;
    await desk.apply(silentRun);
    expect((await wiki.tree())['concepts/alpha.md']).toContain('First words.');
  });

  it('follows a page that was renamed since', async () => {
    const { desk, wiki, workbench } = await underReview(twoLines());
    await wiki.vault.rename('concepts/alpha.md', 'concepts/first.md');
    await workbench.refresh(['concepts/alpha.md', 'concepts/first.md']);
    const [file] = (await desk.load(silentRun)).files;
    expect(file).toMatchObject({ path: 'concepts/first.md', rebased: true, conflict: null });
    await desk.decide(Object.fromEntries((file?.hunks ?? []).map(({ hunk }) => [hunk.id, yes])));
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied' });
    const tree = await wiki.tree();
    expect(tree['concepts/alpha.md']).toBeUndefined();
    expect(tree['concepts/first.md']).toContain('First words.');
  });

  it('settles a page that was created since', async () => {
    const text = page('beta', '# beta\n\nIt is.\n');
    const made = buildCreation({ path: 'concepts/beta.md', parts: [{ text, reason, title: 'Beta' }], why: [] });
    const { desk, wiki, workbench } = await underReview(changes(made));
    await wiki.vault.write('concepts/beta.md', text.replace('It is.', 'It was mine.'));
    await workbench.refresh(['concepts/beta.md']);
    expect((await desk.load(silentRun)).files[0]?.conflict?.reason).toBe('exists');
    await desk.resolve('concepts/beta.md', [], 'proposed');
    const [file] = (await desk.load(silentRun)).files;
    expect(file).toMatchObject({ kind: 'updated', conflict: null });
    await desk.decide(Object.fromEntries((file?.hunks ?? []).map(({ hunk }) => [hunk.id, yes])));
    await desk.apply(silentRun);
    expect(untimed((await wiki.tree())['concepts/beta.md'])).toBe(text);
  });
});

describe('a stored review', () => {
  it.each([
    ['is not JSON', () => '{"version":1'],
    ['is of another version', (text: string) => text.replace('"version":1', '"version":9')],
    ['holds another verdict', (text: string) => text.replace('"accepted"', '"maybe"')],
    ['is a list', () => '[]'],
  ])('is set aside when it %s: the review begins anew, and the bytes stay', async (_, damage) => {
    const { desk, hunk, wiki, workbench, id } = await underReview(twoLines());
    await desk.decide({ [hunk('First').hunk.id]: yes });
    await workbench.close();
    const path = `.wiki/proposals/decisions/${id}.json`;
    const damaged = damage(await wiki.vault.readText(path));
    await wiki.vault.write(path, damaged);
    const again = await open(wiki, id);
    expect(again.review.decisions).toEqual({});
    const { warnings } = await again.workbench.status();
    expect(warnings.map(({ code }) => code)).toContain('living-wiki:state_broken');
    const aside = (await wiki.vault.list('.wiki/proposals/decisions')).map((entry) => entry.path);
    expect(aside).toEqual([expect.stringMatching(/\.json\.broken-/)]);
    expect(await wiki.vault.readText(aside[0] ?? '')).toBe(damaged);
    expect((await again.workbench.proposals()).map((proposal) => proposal.id)).toEqual([id]);
  });

  it('knows what was left out even if the program ended before marking the proposal', async () => {
    const { desk, hunk, wiki, id } = await underReview(twoLines());
    const left = hunk('Third').hunk.id;
    await desk.decide({ [hunk('First').hunk.id]: { verdict: 'accepted', text: 'Mine.' }, [left]: no });
    const write = wiki.vault.write.bind(wiki.vault);
    // Everything is written but the mark.
    wiki.vault.write = (path, ...rest) =>
      path.startsWith('.wiki/proposals/decided/') ? Promise.reject(new Error('power cut')) : write(path, ...rest);
    await expect(desk.apply(silentRun)).rejects.toThrow('power cut');
    wiki.vault.write = write;
    const workbench = await wiki.open();
    expect(await workbench.proposals()).toEqual([]);
    expect((await workbench.findProposal(id)).decision).toMatchObject({
      rejectedHunks: [left],
      reasons: { [left]: 'Said already.' },
      edited: { [hunk('First').hunk.id]: 'Mine.' },
    });
    expect(await wiki.vault.list('.wiki/proposals/decisions')).toEqual([]);
    expect((await workbench.history())[0]?.proposal).toBe(id);
  });

  it('does not count a decision that could not be written', async () => {
    const { desk, hunk, wiki } = await underReview(twoLines());
    const write = wiki.vault.write.bind(wiki.vault);
    wiki.vault.write = () => Promise.reject(new Error('disk full'));
    await expect(desk.decide({ [hunk('First').hunk.id]: yes })).rejects.toThrow('disk full');
    wiki.vault.write = write;
    expect((await desk.load(silentRun)).decisions).toEqual({});
    await desk.decide({ [hunk('Third').hunk.id]: yes });
    expect(await desk.apply(silentRun)).toMatchObject({ kind: 'applied' });
  });
});

import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { says } from '../model/server/behaviours';
import { type ModelServer } from '../model/server/server';
import { uses } from '../librarian/support';
import { approveRules, type Bench, bytesBelow, exampleWithModel } from './support';

/** Packs on a disk: the example wiki is published, and another vault uses it. */

let server: ModelServer;
let bench: Bench;
beforeEach(async () => {
  ({ bench, server } = await exampleWithModel());
});
afterEach(async () => {
  bench.remove();
  await server.close();
});

const inWiki = (...argv: string[]) => bench.run(bench.at('vault', 'lighthouse'), ...argv);
const inOther = (...argv: string[]) => bench.run(bench.at('other'), ...argv);
const put = (text: string, ...names: string[]): void => {
  mkdirSync(path.dirname(bench.at(...names)), { recursive: true });
  writeFileSync(bench.at(...names), text);
};
const guide = (fields: string, body = '# Guide\n'): string =>
  `---\nname: acme\ndescription: Bearings.\ntype: brand-product\nprofile: wiki-first\n${fields}\n---\n\n${body}`;

async function publishToOther(): Promise<void> {
  await bench.run(bench.folder, 'init', 'other', '--yes');
  const ran = await inWiki('packs', 'export', '--to', bench.at('other', '.agents', 'knowledge'));
  expect([ran.exit, ran.out]).toEqual([0, expect.stringContaining('31 new')]);
}

interface Asked {
  readonly answer: string;
  readonly packCitations: readonly { readonly link: string; readonly quote: string | null; readonly hash: string }[];
  readonly packFiles: readonly { readonly path: string; readonly hash: string }[];
  readonly removed: readonly { readonly text: string }[];
}

it('a published wiki is found in another vault and answers there, with a citation that opens its page', async () => {
  await publishToOther();
  const listed = (await inOther('packs', 'list', '--json')).json<{
    packs: readonly { name: string; scope: string }[];
  }>();
  expect(listed.packs.map(({ name, scope }) => [name, scope])).toEqual([
    ['living-wiki-guide', 'built-in'],
    ['skerry-point', 'project'],
  ]);
  const place = 'pack:skerry-point/compiled/splits/concept.md#Danger';
  server.script(
    uses(['activate_pack', { name: 'skerry-point' }]),
    uses(['activate_pack', { name: 'skerry-point' }]),
    uses(['resolve_context', { task: 'How much mercury is in the bath?' }]),
    says(`About 180 kilograms [[${place}]]. It is blue [[pack:skerry-point/wiki/concepts/sea.md#Colour]].`),
  );
  const ran = await inOther('ask', 'How much mercury is in the bath?', '--json');
  const asked = ran.json<Asked>();
  expect([asked.answer, asked.removed.map(({ text }) => text)]).toEqual([
    `About 180 kilograms [[${place}]]. It is blue.`,
    ['[[pack:skerry-point/wiki/concepts/sea.md#Colour]]'],
  ]);
  expect(asked.packCitations.map(({ link, quote }) => [link, quote?.slice(0, 42)])).toEqual([
    [place, 'The mercury bath still holds about 180 kil'],
  ]);
  expect(asked.packFiles.map((file) => file.path)).toContain('KNOWLEDGE.md');
  // The second activation shows nothing again.
  const sent = JSON.stringify(server.heard.at(-1)?.body);
  expect(sent).toContain('<available_knowledge_packs>');
  expect(sent.split('<knowledge_pack_guide name=').length - 1).toBe(1);
  const opened = (await inOther('packs', 'open', place, '--json')).json<{
    file: string;
    line: number;
    isFound: boolean;
    text: string;
  }>();
  expect(readFileSync(opened.file, 'utf8').split('\n')[opened.line - 1]).toBe('### Danger');
  expect([opened.isFound, opened.text]).toEqual([true, expect.stringContaining('180 kilograms')]);
  const { entries } = (await inOther('packs', 'log', '--json')).json<{
    entries: readonly { pack: string; grounding: string }[];
  }>();
  expect(entries.map(({ pack, grounding }) => [pack, grounding])).toEqual([['skerry-point', 'required']]);
});

it('a disputed pack answers nothing until a person says yes, and again nothing once it changes', async () => {
  await bench.run(bench.folder, 'init', 'other', '--yes');
  put(guide('status: disputed\ntrust: external'), 'other', '.agents', 'knowledge', 'acme', 'KNOWLEDGE.md');
  put('# R-40\n\nIt carries five tons.\n', 'other', '.agents', 'knowledge', 'acme', 'wiki', 'r-40.md');
  const ask = () => inOther('ask', 'What does the R-40 carry?', '--passages', '--pack', 'acme', '--json');
  expect((await ask()).out).toContain('living-wiki:pack_disputed');
  expect((await inOther('packs', 'catalog')).out).not.toContain('acme');
  expect((await inOther('packs', 'confirm', 'acme')).exit).toBe(0);
  expect((await ask()).json<Asked>().packCitations.map(({ quote }) => quote)).toEqual(['It carries five tons.']);
  put('# R-40\n\nIt carries six tons.\n', 'other', '.agents', 'knowledge', 'acme', 'wiki', 'r-40.md');
  expect((await ask()).out).toContain('living-wiki:pack_disputed');
});

it('a pack that follows is published again after a change, only what changed, and after its undo', async () => {
  bench.configured();
  await approveRules(bench, bench.at('vault', 'lighthouse'));
  await inWiki('packs', 'export', '--follow');
  const packed = () => bytesBelow(bench.at('vault', '.agents'));
  const before = await packed();
  const inodeOf = (file: string): number => statSync(bench.at('vault', '.agents', file)).ino;
  const inodes = new Map(Object.keys(before).map((file) => [file, inodeOf(file)]));
  await inWiki('ingest', 'sources/2026-05-09-grant-letter.txt', '--apply');
  const after = await packed();
  expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
  const same = Object.keys(before).filter((file) => after[file] === before[file]);
  expect(same.length).toBeGreaterThan(5);
  expect(same.length).toBeLessThan(Object.keys(before).length);
  for (const file of Object.keys(before)) expect(inodeOf(file) === inodes.get(file)).toBe(same.includes(file));
  await inWiki('undo');
  expect(Object.keys(await packed())).toEqual(Object.keys(before));
  expect(readdirSync(bench.at('vault', '.agents', 'knowledge'))).toEqual(['skerry-point']);
  await inWiki('packs', 'export', '--no-follow');
  const last = await packed();
  await inWiki('ingest', 'sources/2026-05-09-grant-letter.txt', '--apply');
  expect(await packed()).toEqual(last);
});

it('has no path of this computer, nothing that a lens hides, and the same bytes each time', async () => {
  await inWiki('packs', 'export', '--lens', 'historian', '--to', bench.at('one'));
  await inWiki('packs', 'export', '--lens', 'historian', '--to', bench.at('two'));
  const texts = await bytesBelow(bench.at('one'));
  expect(await bytesBelow(bench.at('two'))).toEqual(texts);
  const all = Object.values(texts).map((text) => Buffer.from(text, 'base64').toString('utf8'));
  expect(all.filter((text) => text.includes(bench.folder))).toEqual([]);
  const whole = await inWiki('packs', 'export', '--dry-run', '--json');
  const count = whole.json<{ pages: number }>().pages;
  expect(Object.keys(texts).filter((name) => name.includes('/wiki/')).length).toBeLessThan(count);
});

it('a pack becomes the first sources of a wiki, and its pages are proposals', async () => {
  bench.configured();
  await publishToOther();
  const ran = await bench.run(
    bench.folder,
    ...['init', 'third', '--from-pack', bench.at('other', '.agents', 'knowledge', 'skerry-point'), '--yes', '--json'],
  );
  const { fromPack } = ran.json<{ fromPack: { sources: number; proposals: readonly string[] } }>();
  expect([fromPack.sources, fromPack.proposals.length > 0]).toEqual([16, true]);
  const made = Object.keys(await bytesBelow(bench.at('third')));
  // Excerpts only repeat what the pages quote.
  expect(made.filter((name) => name.includes('excerpts'))).toEqual([]);
  expect(made.filter((name) => name.endsWith('.md') && !name.includes('sources/')).sort()).toEqual([
    'AGENTS.md',
    'KNOWLEDGE.md',
    '_index.md',
    '_log.md',
  ]);
});

it('refuses links that lead out of the place, and names them', async () => {
  await bench.run(bench.folder, 'init', 'other', '--yes');
  put(guide('status: ready'), 'elsewhere', 'acme', 'KNOWLEDGE.md');
  mkdirSync(bench.at('other', '.agents', 'knowledge', 'linked'), { recursive: true });
  symlinkSync(bench.at('elsewhere', 'acme'), bench.at('other', '.agents', 'knowledge', 'acme'));
  symlinkSync(
    bench.at('elsewhere', 'acme', 'KNOWLEDGE.md'),
    bench.at('other', '.agents', 'knowledge', 'linked', 'KNOWLEDGE.md'),
  );
  const { packs, leftOut } = (await inOther('packs', 'doctor', '--json')).json<{
    packs: readonly { name: string }[];
    leftOut: readonly { place: string; reason: string }[];
  }>();
  expect(packs.map(({ name }) => name)).toEqual(['living-wiki-guide']);
  expect(leftOut.map(({ reason }) => reason)).toEqual(['link', 'link']);
});

it('finds the packs of the repository around a wiki, and gives a question no more of them than fits', async () => {
  await bench.run(bench.folder, 'init', 'other', '--yes');
  mkdirSync(bench.at('.git'));
  const kinds = ['ball', 'needle', 'roller', 'thrust', 'journal', 'magnetic'];
  const sections = kinds.map(
    (kind) => `## ${kind} bearings\n\n${`The ${kind} bearing carries its load. `.repeat(200)}`,
  );
  put(guide('status: ready'), '.agents', 'knowledge', 'acme', 'KNOWLEDGE.md');
  put(`# Bearings\n\n${sections.join('\n\n')}\n`, '.agents', 'knowledge', 'acme', 'wiki', 'bearings.md');
  server.script(
    uses(['activate_pack', { name: 'acme' }]),
    ...kinds.map((kind) => uses(['resolve_context', { task: `What does a ${kind} bearing carry?` }])),
    says('I do not know.'),
  );
  expect((await inOther('ask', 'What do bearings carry?')).exit).toBe(0);
  const sent = JSON.stringify(server.heard.at(-1)?.body);
  expect(sent).toContain('Packs may take 8000 tokens of a question, and they are used up.');
  expect(sent.match(/bearing carries its load/g)?.length).toBeGreaterThan(200);
});

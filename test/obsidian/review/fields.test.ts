import { headlineOf } from '../../../src/obsidian/review/view-model/headline';
import { compareFields, frontmatterPart } from '../../../src/obsidian/review/view-model/fields';
import { hunkParts } from '../../../src/obsidian/review/view-model/hunk-parts';
import { creating, only, replacing } from './support';

const page = '---\ntitle: Tower\nconfidence: 0.8\naliases: [RAG]\nsources:\n  - a.md\nmeta:\n  by: ana\n---\n\nBody.\n';

describe('compareFields', () => {
  it('tells added, changed and removed, lists by their items, mappings by their fields', () => {
    const changes = compareFields(
      { title: 'A', tags: ['x', 'y'], meta: { by: 'ana', at: 1 }, old: true },
      { title: 'B', tags: ['y', 'z', 'z'], meta: { by: 'ana', at: 2 }, more: ['q'] },
    );
    expect(changes.map(({ name, kind, before, after, items }) => [name, kind, items ?? [before, after]])).toEqual([
      ['title', 'changed', ['A', 'B']],
      ['tags', 'changed', { added: ['z', 'z'], removed: ['x'] }],
      ['meta.at', 'changed', ['1', '2']],
      ['more', 'added', { added: ['q'], removed: [] }],
      ['old', 'removed', ['true', null]],
    ]);
  });

  it('shows a list in another order as its values', () => {
    expect(compareFields({ a: ['x', 'y'] }, { a: ['y', 'x'] })).toMatchObject([
      { before: 'x, y', after: 'y, x', items: null },
    ]);
  });
});

describe('what a hunk shows of frontmatter', () => {
  it('is its fields, whatever characters the hunk replaces', () => {
    const edit = replacing(page, ['0.8', '0.7']);
    expect(hunkParts(edit, only(edit))).toMatchObject({
      fields: [{ name: 'confidence', before: '0.8', after: '0.7' }],
      lines: [],
    });
  });

  it('is an item more for a line put into a list', () => {
    const edit = replacing(page, ['  - a.md\n', '  - a.md\n  - b.pdf\n']);
    expect(frontmatterPart(edit, only(edit))?.fields).toMatchObject([
      { name: 'sources', items: { added: ['b.pdf'], removed: [] } },
    ]);
  });

  it('is lines where only the writing differs, or what comes cannot be read', () => {
    const quoted = replacing(page, ['title: Tower', 'title: "Tower"']);
    expect(hunkParts(quoted, only(quoted)).fields).toEqual([]);
    expect(hunkParts(quoted, only(quoted)).lines.map(({ kind }) => kind)).toContain('added');
    const broken = replacing(page, ['title: Tower', 'title: [']);
    expect(frontmatterPart(broken, only(broken))).toBeNull();
  });

  it('is all fields of a new page, and its body as lines', () => {
    const edit = creating('---\ntitle: New\n---\n\n# New\n');
    const parts = hunkParts(edit, only(edit));
    expect(parts.fields).toMatchObject([{ name: 'title', kind: 'added', after: 'New' }]);
    expect(parts.lines.map(({ text }) => text)).toEqual(['# New']);
    expect(parts.source?.[0]?.text).toBe('---');
  });

  it('takes a field named __proto__ for a field', () => {
    const edit = replacing(page, ['title: Tower\n', 'title: Tower\n__proto__: x\n']);
    expect(frontmatterPart(edit, only(edit))?.fields).toMatchObject([{ name: '__proto__', kind: 'added', after: 'x' }]);
  });
});

describe('headlineOf', () => {
  it('says what changes by what was not rejected, times of writing left out', () => {
    const base = '---\nconfidence: 0.8\nupdated_at: 2026-01-01\nsources: [a]\n---\nBody\n';
    const edit = replacing(base, ['0.8', '0.7'], ['2026-01-01', '2026-02-02'], ['[a]', '[a, b]'], ['Body', 'Text']);
    const hunks = edit.hunks.map((hunk) => ({ hunk, edited: false, decision: null, unsupported: false }));
    const file = {
      kind: edit.kind,
      path: edit.path,
      edit,
      hunks,
      added: 0,
      removed: 0,
      rebased: false,
      conflict: null,
    };
    expect(headlineOf(file, {}).map(({ name }) => name)).toEqual(['confidence', 'sources']);
    const [first] = edit.hunks;
    expect(headlineOf(file, { [first!.id]: { verdict: 'rejected' } }).map(({ name }) => name)).toEqual(['sources']);
  });
});

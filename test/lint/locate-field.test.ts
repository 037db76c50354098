import { locateField } from '../../src/lint/locate-field';

const text = `---
schema: knowledge/v1
"title": A
sources:
- sources/a.md
-   "sources/b.md"   # twice: sources/b.md
tags: [x, 'y z', xy]
supersedes:
  # x
  - old-x
  - x
---

sources: no
`;

it.each([
  ['title', undefined, 3, 1],
  ['sources', undefined, 4, 1],
  ['sources', 'sources/a.md', 5, 3],
  ['sources', 'sources/b.md', 6, 6],
  ['sources', 'sources/c.md', 4, 1],
  ['tags', 'x', 7, 8],
  ['tags', 'y z', 7, 12],
  ['tags', 'xy', 7, 18],
  ['supersedes', 'x', 11, 5],
  ['missing', undefined, 1, 1],
])('%s %s is at %i:%i', (field, item, line, column) => {
  expect(locateField(text, field, item)).toEqual({ line, column });
});

it.each([
  ['lints.late.severity', 7],
  ['lints.late.params', 6],
  ['lints.other.severity', 8],
  ['curation.tone', 10],
  ['curation.gone', 9],
])('%s of a manifest is on line %i', (field, line) => {
  const manifest = `---\nname: x\nlints:\n  - kind: orphan\n    id: early\n  - id: late\n    severity: warn\n  - { id: other, severity: info }\ncuration:\n  tone: dry\n---\n`;
  expect(locateField(manifest, field).line).toBe(line);
});

it('a text without frontmatter, a byte-order mark and Windows line ends', () => {
  expect(locateField('title: A\n', 'title')).toEqual({ line: 1, column: 1 });
  expect(locateField('---\ntitle: A\n', 'title')).toEqual({ line: 1, column: 1 });
  expect(locateField('\uFEFF---\r\na: 1\r\ntitle: A\r\n---\r\n', 'title')).toEqual({ line: 3, column: 1 });
});

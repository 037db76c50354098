// The same tests, met by the rooms as they are shipped, where a third of the YAML package is left out.
import './markdown-rooms';
import { readFrontmatter } from '../../src/markdown';
import '../markdown/frontmatter-edit.property.test';
import '../markdown/frontmatter.test';
import '../markdown/scan.test';
import '../workspace/kinds.test';
import '../workspace/schema.test';

it('the room is the built one', () => {
  expect(readFrontmatter.name).not.toBe('readFrontmatter');
});

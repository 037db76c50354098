import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { RuleTester } from 'eslint';
import importBoundaries, { floors } from '../../scripts/eslint/import-boundaries.mjs';

const root = path.resolve(__dirname, '../..');
const file = (name: string) => path.join(root, 'src', name);
const error = (messageId: string) => [{ messageId }];

RuleTester.describe = describe;
RuleTester.it = it;
new RuleTester({ languageOptions: { ecmaVersion: 2022, sourceType: 'module' } }).run(
  'import-boundaries',
  importBoundaries,
  {
    valid: [
      { filename: file('wiki/page.ts'), code: "import { a } from '../markdown';" },
      { filename: file('wiki/page.ts'), code: "import { a } from './slug'; export { b } from './names';" },
      {
        filename: file('wiki/deep/page.ts'),
        code: "import { a } from '../slug'; import { b } from '../../vault/index';",
      },
      { filename: file('vault/paths.ts'), code: "import { WikiError } from '../base';" },
      { filename: file('cli/main.ts'), code: "import fs from 'node:fs'; import { open } from '../workbench';" },
      { filename: file('obsidian/view.ts'), code: "import { Plugin } from 'obsidian';" },
      { filename: file('main.ts'), code: "import { Plugin } from 'obsidian'; import { open } from './workbench';" },
      {
        filename: path.join(root, 'test/x.test.ts'),
        code: "import fs from 'node:fs'; import { a } from '../src/wiki/page';",
      },
    ],
    invalid: [
      { filename: file('vault/paths.ts'), code: "import { a } from '../wiki';", errors: error('floor') },
      { filename: file('base/run.ts'), code: "import { a } from '../vault';", errors: error('floor') },
      { filename: file('ingest/plan.ts'), code: "import { a } from '../proposal';", errors: error('floor') },
      { filename: file('ingest/plan.ts'), code: "import { a } from '../lint';", errors: error('floor') },
      { filename: file('lint/rule.ts'), code: "export { a } from '../search';", errors: error('floor') },
      { filename: file('lint/rule.ts'), code: "export * from '../search';", errors: error('floor') },
      { filename: file('lint/rule.ts'), code: "const a = await import('../search');", errors: error('floor') },
      { filename: file('obsidian/view.ts'), code: "import { a } from '../wiki';", errors: error('floor') },
      { filename: file('main.ts'), code: "import { a } from './wiki';", errors: error('floor') },
      { filename: file('wiki/page.ts'), code: "import { a } from '../markdown/frontmatter';", errors: error('door') },
      { filename: file('wiki/page.ts'), code: "import { a } from '../base/error';", errors: error('door') },
      { filename: file('cli/main.ts'), code: "import { a } from '../workbench/session';", errors: error('door') },
      { filename: file('vault/paths.ts'), code: "import fs from 'node:fs';", errors: error('host') },
      { filename: file('vault/paths.ts'), code: "import fs from 'fs';", errors: error('host') },
      { filename: file('vault/paths.ts'), code: "import fs from 'fs/promises';", errors: error('host') },
      { filename: file('workbench/open.ts'), code: "import { Notice } from 'obsidian';", errors: error('host') },
      { filename: file('obsidian/view.ts'), code: "import os from 'node:os';", errors: error('host') },
    ],
  },
);

it('no room imports itself, even indirectly', () => {
  const below = (room: string, seen: ReadonlySet<string> = new Set()): void => {
    expect(seen.has(room)).toBe(false);
    for (const next of floors[room] ?? []) below(next, new Set([...seen, room]));
  };
  for (const room of Object.keys(floors)) below(room);
});

/** The rules of the directory's scanner, as the configuration of this repository applies them to `src`. */
describe('the sources are linted as the community directory lints them', () => {
  // In a process of its own, since the configuration is an ES module that jest cannot import.
  const eslint = path.join(path.dirname(require.resolve('eslint/package.json')), 'bin', 'eslint.js');
  const args = [eslint, '--print-config', 'src/workbench/index.ts'];
  const { rules } = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as {
    rules: Record<string, [number]>;
  };

  it.each([
    'obsidianmd/regex-lookbehind',
    'obsidianmd/no-forbidden-elements',
    'obsidianmd/no-nodejs-modules',
    'obsidianmd/no-unsupported-api',
    'obsidianmd/no-static-styles-assignment',
    'obsidianmd/detach-leaves',
    'obsidianmd/platform',
    'obsidianmd/ui/sentence-case',
    'no-eval',
    'no-unsanitized/property',
    'no-unsanitized/method',
    'eslint-comments/require-description',
    '@typescript-eslint/no-deprecated',
    'living-wiki/import-boundaries',
  ])('%s', (rule) => expect(rules[rule]?.[0]).toBeGreaterThanOrEqual(1));
});

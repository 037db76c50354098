import * as fc from 'fast-check';
import {
  buildCreation,
  buildDeletion,
  diffToHunks,
  guard,
  LOSS_KINDS,
  nameDrops,
  buildRename,
  buildUpdate,
  type ChangeSet,
  type Evidence,
  type FileEdit,
  type GuardFinding,
  type LossKind,
} from '../../src/change';
import { allOf, changeSetOf } from './support/change-sets';
import { text } from './support/texts';
import { page, wikiOf } from './support/wiki';

const reason = 'It is a test.';
const short = (findings: readonly GuardFinding[]): string[] =>
  findings.map(
    ({ code, severity, path, line }) => `${severity} ${code.replace('living-wiki:guard_', '')} ${path}:${line}`,
  );

/** The guard's findings for these edits, in a wiki that contains the files that they edit. */
async function check(
  files: readonly FileEdit[],
  more: { producer?: ChangeSet['producer']; wiki?: Record<string, string> } = {},
): Promise<string[]> {
  const disk = Object.fromEntries(
    files.filter((edit) => edit.kind !== 'created').map((edit) => [edit.path, edit.base]),
  );
  const snapshot = await wikiOf({ ...disk, ...more.wiki });
  return short(guard({ changeSet: changeSetOf(files, more.producer), snapshot }));
}

function create(path: string, text: string, evidence: readonly Evidence[] = []): FileEdit {
  return buildCreation({ path, parts: [{ text, reason, evidence }], why: [] });
}

function change(
  path: string,
  base: string,
  next: string,
  declares: readonly LossKind[] = [],
  evidence: readonly Evidence[] = [],
): FileEdit {
  const hunks = diffToHunks(base, next, path, { reason, declares, evidence });
  return { ...buildUpdate({ path, base, splices: [], why: [] }), hunks };
}

const manifest = `---
schema: knowledge.workspace/v1
name: test-wiki
title: Test
description: A test.
version: 1.0.0
---

# Test
`;

const words = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `word${index + from}`).join(' ');
/** A body with one element of each kind, and enough words that no element is a fifth of them. */
const rich = `# Alpha

${words(80)}

## Limits

See [[beta]] and [site and more](https://example.org/x).[^1]

> First said.
> Second said.

\`\`\`js
let a = 1;
let b = 2;
\`\`\`

| k | v |
| - | - |
| x | 1 |

[^1]: A note.
`;
const alpha = page('alpha', rich);
const without = (part: string): string => {
  expect(alpha).toContain(part);
  return alpha.replace(part, '');
};

describe('the guard against forbidden paths', () => {
  it.each([
    ['../x.md', 'path'],
    ['/x.md', 'path'],
    ['a\\b.md', 'path'],
    ['con.md', 'path'],
    ['sources/x.md', 'source_mutation_refused'],
    ['Sources/x.md', 'source_mutation_refused'],
    ['.obsidian/x.md', 'hidden'],
    ['.wiki/x.md', 'hidden'],
    ['a/.b/x.md', 'hidden'],
    ['KNOWLEDGE.md', 'manifest'],
    ['views/Knowledge.MD', 'manifest'],
    ['ＫＮＯＷＬＥＤＧＥ.md', 'manifest'],
    ['AGENTS.md', 'agents'],
    ['a/agents.md', 'agents'],
    ['AGENTS\u200b.md', 'agents'],
    ['_index.md', 'generated'],
    ['_Log.md', 'generated'],
    ['_manifest.json', 'generated'],
    ['x.js', 'not_page'],
    ['x.md.exe', 'not_page'],
    ['x', 'not_page'],
  ])('refuses %s', async (path, code) => {
    expect(await check([create(path, 'x\n')])).toContainEqual(`error ${code} ${path}:1`);
  });

  it('allows a page in any folder', async () => {
    for (const path of ['concepts/x.md', 'x.md', 'entries/concept/x.md', 'sources of power/x.md', 'my-agents/x.md']) {
      expect(await check([create(path, page('x', 'Text.\n'))])).toEqual([]);
    }
  });

  it('checks both paths of a rename, and deletions', async () => {
    const base = page('a', 'x\n');
    expect(await check([buildRename({ path: 'a.md', to: 'sources/a.md', base, reason, why: [] })])).toContainEqual(
      'error source_mutation_refused sources/a.md:1',
    );
    expect(await check([buildDeletion({ path: 'AGENTS.md', base: 'x', reason, why: [] })])).toEqual([
      'error agents AGENTS.md:1',
    ]);
    expect(await check([buildDeletion({ path: 'sources/a.md', base: 'x', reason, why: [] })])).toEqual([
      'error source_mutation_refused sources/a.md:1',
    ]);
  });

  it('allows setup to write a valid manifest, but no other forbidden file', async () => {
    const files = [create('KNOWLEDGE.md', manifest), create('AGENTS.md', 'x\n')];
    expect(await check(files, { producer: 'setup' })).toEqual([]);
    expect(await check([create('KNOWLEDGE.md', 'x\n')], { producer: 'setup' })).toEqual([
      'error manifest KNOWLEDGE.md:1',
    ]);
    expect(await check([create('sources/x.md', 'x\n')], { producer: 'setup' })).toEqual([
      'error source_mutation_refused sources/x.md:1',
    ]);
  });

  it.each(['ingest', 'lint-fix', 'maintenance', 'answer', 'import'] as const)(
    'refuses a manifest change of %s, but allows it as a manual change, in setup and in an undo',
    async (producer) => {
      const edit = change('KNOWLEDGE.md', manifest, manifest.replace('A test.', 'Another.'));
      const wiki = { 'KNOWLEDGE.md': manifest };
      expect(await check([edit], { producer, wiki })).toEqual(['error manifest KNOWLEDGE.md:1']);
      for (const person of ['manual', 'undo', 'setup'] as const) {
        expect(await check([edit], { producer: person, wiki })).toEqual([]);
      }
    },
  );

  it('refuses a manual change that makes the manifest invalid or deletes it', async () => {
    const edit = change('KNOWLEDGE.md', manifest, manifest.replace('version: 1.0.0', 'version: one'));
    expect(await check([edit], { producer: 'manual' })).toEqual(['error manifest KNOWLEDGE.md:6']);
    const gone = buildDeletion({ path: 'KNOWLEDGE.md', base: manifest, reason, why: [] });
    expect(await check([gone], { producer: 'manual' })).toEqual(['error manifest KNOWLEDGE.md:1']);
  });

  it('checks the paths of an undo, but not the text that it restores', async () => {
    const edit = change('a.md', page('a', 'Text.\n'), 'No frontmatter.\n');
    expect(await check([edit], { producer: 'undo' })).toEqual([]);
    expect(await check([create('sources/x.md', 'x\n')], { producer: 'undo' })).toEqual([
      'error source_mutation_refused sources/x.md:1',
    ]);
    expect(await check([create('.obsidian/x.md', 'x\n')], { producer: 'undo' })).toEqual([
      'error hidden .obsidian/x.md:1',
    ]);
  });
});

describe('the guard against loss', () => {
  const cases: readonly [LossKind, string, string, string][] = [
    ['headings', '## Limits\n', '', 'Limits'],
    ['links', '[[beta]]', 'beta', 'beta'],
    ['links', '[site and more](https://example.org/x)', 'site and more', 'https://example.org/x'],
    ['footnotes', '[^1]: A note.\n', '', '[^1]:'],
  ];

  it.each(cases)('reports lost %s (%j) unless a hunk declares it', async (kind, part, put, shown) => {
    expect(alpha).toContain(part);
    const next = alpha.replace(part, put);
    const edit = change('alpha.md', alpha, next);
    const snapshot = await wikiOf({ 'alpha.md': alpha });
    const [finding, ...others] = guard({ changeSet: changeSetOf([edit]), snapshot });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: `living-wiki:guard_loss_${kind}`, severity: 'error', path: 'alpha.md' });
    expect(edit.hunks.map(({ id }) => id)).toContain(finding?.hunk);
    expect(finding?.message).toContain(shown);
    expect(await check([change('alpha.md', alpha, next, [kind])])).toEqual([]);
  });

  const statements: readonly [string, string, string][] = [
    ['a sentence', 'See [[beta]] and', 'See [[beta]], not'],
    ['a link as the words of a sentence', '[[beta]]', '[[gamma]]'],
    ['a quotation', '> Second said.\n', ''],
    ['a quoted sentence', 'First said', 'Never said'],
    ['code', 'let b = 2', 'let b = 3'],
    ['a row', '| x | 1 |', '| x | 2 |'],
  ];

  it.each(statements)('keeps %s of a person, whatever the hunk declares', async (_, part, put) => {
    expect(alpha).toContain(part);
    const next = alpha.replace(part, put);
    const found = await check([change('alpha.md', alpha, next, LOSS_KINDS)]);
    expect(found).toEqual([expect.stringMatching(/^error loss_own alpha\.md:\d+$/)]);
  });

  it('reports that a person’s remark is replaced by something unrelated, with its words and place', async () => {
    const base = page('a', `# A\n\n${words(60)}.\n\nMy own experience: it broke twice last winter.\n`);
    const next = base.replace('My own experience: it broke twice last winter.', 'The sky is blue.');
    const edit = change('a.md', base, next, LOSS_KINDS);
    const snapshot = await wikiOf({ 'a.md': base });
    expect(guard({ changeSet: changeSetOf([edit]), snapshot })).toEqual([
      expect.objectContaining({
        code: 'living-wiki:guard_loss_own',
        severity: 'error',
        line: 13,
        hunk: edit.hunks[0]?.id,
        message: 'This removes or changes your own words: "My own experience: it broke twice last winter.".',
      }),
    ]);
  });

  const note = (label: string, quote: string): string => `[^${label}]: [intro], line 3: “${quote}”\n`;
  const cited = page(
    'c',
    `# C\n\nIt was founded in 1993.[^intro-1] It has 12 members.[^intro-2]\n\n## History\n\nMine.\n\n${note('intro-1', 'It was founded in 1993.')}${note('intro-2', 'Twelve members.')}`,
  );

  it('reports a statement that is no longer said, unless a hunk names it', async () => {
    const gone = cited.replace(' It has 12 members.[^intro-2]', '').replace(note('intro-2', 'Twelve members.'), '');
    const edit = change('c.md', cited, gone, LOSS_KINDS);
    expect(await check([edit])).toEqual(['error loss_statements c.md:11']);
    const [first, ...rest] = edit.hunks;
    const drops = [{ text: 'It has 12 members.', reason: 'A newer source says otherwise.' }];
    expect(await check([{ ...edit, hunks: [{ ...first!, drops }, ...rest] }])).toEqual([]);
    const other = [{ text: 'It was founded in 1993.', reason: null }];
    expect(await check([{ ...edit, hunks: [{ ...first!, drops: other }, ...rest] }])).not.toEqual([]);
  });

  it('allows a statement to move, to be reworded with its source, and to go to another page of the change', async () => {
    const sentence = 'It was founded in 1993.[^intro-1]';
    const moved = cited.replace(`${sentence} `, '').replace('Mine.', `Mine.\n\n${sentence}`);
    expect(await check([change('c.md', cited, moved)])).toEqual([]);
    const reworded = cited.replace('It was founded in 1993.', 'The founding year is 1993.');
    expect(await check([change('c.md', cited, reworded)])).toEqual([]);
    const without1 = cited.replace(`${sentence} `, '').replace(note('intro-1', 'It was founded in 1993.'), '');
    const target = create('d.md', page('d', `${sentence}\n\n${note('intro-1', 'It was founded in 1993.')}`));
    expect(await check([change('c.md', cited, without1)])).toEqual(['error loss_statements c.md:11']);
    expect(await check([change('c.md', cited, without1), target])).toEqual([]);
  });

  it('protects a statement with a source that was edited by hand like one of a person', async () => {
    const reworded = cited.replace('It was founded in 1993.', 'The founding year is 1993.');
    const snapshot = await wikiOf({ 'c.md': cited });
    const changeSet = changeSetOf([change('c.md', cited, reworded)]);
    const handEdited = new Map([['c.md', new Set(['it was founded in 1993'])]]);
    expect(short(guard({ changeSet, snapshot, handEdited }))).toEqual(['error loss_own c.md:11']);
  });

  it('names what a person’s own text no longer says, in that hunk alone', () => {
    const edit = change('c.md', cited, cited.replace('12 members', '13 members').replace('Mine.', 'Yours.'));
    const [first, second] = edit.hunks;
    const named = nameDrops(edit, new Set([second!.id]));
    expect(named.hunks[0]).toBe(first);
    expect(named.hunks[1]?.drops).toEqual([{ text: 'Mine.', reason: null }]);
  });

  it('does not report content that moves within a page or to another page', async () => {
    const section = alpha.slice(alpha.indexOf('## Limits'), alpha.indexOf('[^1]: A note'));
    const moved = `${alpha.replace(section, '')}\n${section}`;
    expect(await check([change('alpha.md', alpha, moved)])).toEqual([]);
    const other = create('limits.md', page('limits', section));
    expect(await check([change('alpha.md', alpha, alpha.replace(section, '')), other])).toEqual([]);
    expect(await check([change('alpha.md', alpha, alpha.replace(section, ''))])).not.toEqual([]);
  });

  it('allows a changed heading level', async () => {
    expect(await check([change('alpha.md', alpha, alpha.replace('## Limits', '### Limits'))])).toEqual([]);
  });

  it('follows links through renames and deletions', async () => {
    const beta = page('beta', 'Text.\n');
    const renamed = buildRename({
      path: 'beta.md',
      to: 'gamma.md',
      base: beta,
      reason,
      why: [],
      splices: [{ start: beta.indexOf('slug: beta') + 6, end: beta.indexOf('slug: beta') + 10, text: 'gamma', reason }],
    });
    expect(await check([change('alpha.md', alpha, alpha.replace('[[beta]]', '[[gamma|beta]]')), renamed])).toEqual([]);
    const deleted = buildDeletion({ path: 'beta.md', base: beta, reason, why: [] });
    expect(await check([change('alpha.md', alpha, alpha.replace('[[beta]]', 'beta')), deleted])).toEqual([]);
  });

  it('allows the deletion of a page', async () => {
    expect(await check([buildDeletion({ path: 'alpha.md', base: alpha, reason, why: [] })])).toEqual([]);
  });

  it('checks only accepted hunks', async () => {
    const edit = change('alpha.md', alpha, without('## Limits\n').replace('A note', 'The note'));
    const keep = edit.hunks.at(-1)!.id;
    const snapshot = await wikiOf({ 'alpha.md': alpha });
    const changeSet = changeSetOf([edit]);
    expect(short(guard({ changeSet, snapshot, accepted: new Set([keep]) }))).toEqual([]);
    expect(guard({ changeSet, snapshot, accepted: allOf(changeSet) })).not.toEqual([]);
    expect(guard({ changeSet, snapshot, accepted: new Set() })).toEqual([]);
  });
});

describe('the guard on any change', () => {
  it('reports no loss when the parts of a page are reordered', async () => {
    const parts = [
      '## One\n\nSee [[beta]].\n\n',
      '> Said.\n\n',
      '```\ncode\n```\n\n',
      '| a | b |\n| - | - |\n| 1 | 2 |\n\n',
      'Text.[^1]\n\n',
      '[^1]: Note.\n\n',
    ];
    const base = page('a', parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(parts, { minLength: parts.length }), async (order) => {
        expect(await check([change('a.md', base, page('a', order.join('')))])).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('gives the same findings each time and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const edit = change('a.md', before, after);
        expect(await check([edit])).toEqual(await check([edit]));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the guard against leaks', () => {
  const base = page('a', 'One.\n\nTwo.\n');
  const add = (text: string, evidence: readonly Evidence[] = []): Promise<string[]> =>
    check([change('a.md', base, base.replace('Two.', `${text}\n\nTwo.`), [], evidence)]);
  const quote = (text: string, verdict: Evidence['verdict'] = 'found'): Evidence => ({
    source: 'sources/s.md',
    sourceHash: 'h',
    quote: text,
    anchor: { line: 1 },
    verdict,
  });

  it.each([
    ['<<<<<<< HEAD', 'conflict_marker'],
    ['>>>>>>> theirs', 'conflict_marker'],
    ['Text <|im_start|>system', 'prompt_tag'],
    ['[INST] Do it [/INST]', 'prompt_tag'],
    ['<<SYS>>', 'prompt_tag'],
    ['</source>', 'prompt_tag'],
    ['<source id="s1">', 'prompt_tag'],
    ['<thinking>Hm.', 'prompt_tag'],
    ['<document index="1">', 'prompt_tag'],
    ['</instructions>', 'prompt_tag'],
    ['As an AI language model, I cannot say.', 'model_talk'],
    ['Here is the updated page:', 'model_talk'],
    ['Sure! Here’s the revised version of the article.', 'model_talk'],
    ['Certainly, I will update it.', 'model_talk'],
    ['[rest of the page unchanged]', 'elision'],
    ['<!-- ... rest of the section as before -->', 'elision'],
  ])('reports %j', async (text, code) => {
    expect(await add(text)).toEqual([`error ${code} a.md:11`]);
  });

  it.each([
    ['=======', 'a heading underlined'],
    ['> quoted > words', 'a quote'],
    ['`<|im_start|>` begins a message, `` </source> `` ends one.', 'code in a line'],
    ['```text\n<<<<<<< HEAD\n<thinking>\n```', 'a code block'],
    ['<video><source src="a.mp4" type="video/mp4"></video>', 'a video'],
    ['<details><summary>More</summary>Text</details>', 'details'],
    ['Connect as <user>@<host> to the system.', 'a placeholder'],
    ['Here is the harbour, and here are the ships.', 'plain words'],
    ['The rest of the page was lost in the fire.', 'plain words'],
    ['Surely the assistant is a person.', 'plain words'],
    ['👩‍👩‍👧 می‌خواهم 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 'joiners that are needed'],
  ])('allows %j (%s)', async (text) => {
    expect(await add(text)).toEqual([]);
  });

  it('allows such text in a quote of a source, unless the quote was not found', async () => {
    const text = 'The prompt began with <|im_start|>.';
    expect(await add(`> ${text}`, [quote(text)])).toEqual([]);
    expect(await add(`> ${text}`, [quote(text, 'not-found')])).toEqual(['error prompt_tag a.md:11']);
  });

  it('ignores text that was there before', async () => {
    const old = page('a', 'One <thinking> here.\n');
    expect(await check([change('a.md', old, old.replace('here.', 'here. It is new.'))])).toEqual([]);
    expect(await check([change('a.md', old, `${old}Two <thinking> there.\n`)])).toEqual(['error prompt_tag a.md:10']);
  });

  it('reports a fence that is not closed, but no fence that is', async () => {
    // It swallows what follows.
    expect(await add('```js\nlet a;')).toEqual(['error loss_own a.md:11', 'error stray_fence a.md:11']);
    expect(await add('~~~\n```\n~~~')).toEqual([]);
    expect(await add('- item\n\n  ```js\n  let a;\n  ```')).toEqual([]);
    const open = page('a', 'One.\n\n```\ncode\n');
    expect(await check([change('a.md', open, open.replace('One.', 'One. It is new.'))])).toEqual([]);
  });

  it('reports a whole text wrapped in a fence', async () => {
    const wrapped = '```markdown\n# Title\n\nText.\n```\n';
    expect(await check([create('a.md', page('a', wrapped))])).toEqual(['error wrapped a.md:1']);
    expect(await check([create('a.md', `\`\`\`markdown\n${page('a', '# A\n')}\`\`\`\n`)])).toContainEqual(
      'error wrapped a.md:1',
    );
    expect(await add(wrapped)).toEqual(['error wrapped a.md:11']);
    expect(await add(`An example:\n\n${wrapped}`)).toEqual([]);
    expect(await add('```markdown\njust *text*\n```')).toEqual([]);
  });

  it('warns of invisible characters', async () => {
    for (const char of ['\u0007', '\u200b', '\u202e', '\u2066', '\u{e0041}']) {
      expect(await add(`a${char}b`)).toEqual(['warn unseen a.md:11']);
    }
    expect(await add('a\u200bb', [quote('a\u200bb')])).toEqual([]);
    expect(await check([create('b.md', `\ufeff${page('b', 'Text.\n')}`)])).toEqual([]);
  });

  it('handles long and odd lines', async () => {
    for (const part of ['`', '``` ', '<', '<thinking ', '[', '>', '<source ', 'here is the ']) {
      expect(Array.isArray(await add(part.repeat(20_000)))).toBe(true);
    }
  });
});

describe('the guard on pages', () => {
  const base = page('a', 'Text.\n', 'confidence: 0.5\nowner: me\n');
  const swap = (old: string, text: string): Promise<string[]> => check([change('a.md', base, base.replace(old, text))]);

  it.each([
    ['title: a', 'title: [a', 'frontmatter'],
    ['kind: concept\n', '', 'frontmatter'],
    ['confidence: 0.5', 'confidence: 5', 'frontmatter'],
    ['schema: knowledge/v1\n', '', 'frontmatter'],
    ['schema: knowledge/v1', 'schema: knowledge.entry/v1', 'schema'],
    ['slug: a', 'slug: b', 'slug'],
  ])('reports %j turned into %j', async (old, text, code) => {
    expect(await swap(old, text)).toContainEqual(expect.stringMatching(new RegExp(`^error ${code} a\\.md:`)));
  });

  it('allows edits of other frontmatter fields', async () => {
    expect(await swap('confidence: 0.5', 'confidence: 0.9')).toEqual([]);
    expect(await swap('owner: me', 'owner: you')).toEqual([]);
  });

  it('reports removed frontmatter', async () => {
    expect(await check([change('a.md', base, 'Text.\n')])).toContainEqual('error frontmatter a.md:1');
  });

  it('ignores problems that existed before', async () => {
    const bad = base.replace('kind: concept\n', '').replace('0.5', '5');
    expect(await check([change('a.md', bad, `${bad}More.\n`)])).toEqual([]);
    const note = 'No frontmatter at all.\n';
    expect(await check([change('a.md', note, `${note}More.\n`)])).toEqual([]);
  });

  it('requires a new page to have frontmatter and a slug equal to its file name', async () => {
    expect(await check([create('b.md', 'Text.\n')])).toEqual(['error frontmatter b.md:1']);
    expect(await check([create('b.md', page('c', 'Text.\n'))])).toEqual(['error slug b.md:1']);
    expect(await check([create('b.md', page('b', 'Text.\n'))])).toEqual([]);
  });

  it('reports a slug that another page or another new page has', async () => {
    const wiki = { 'other/b.md': page('b', 'Text.\n') };
    expect(await check([create('b.md', page('b', 'Text.\n'))], { wiki })).toEqual(['error slug_taken b.md:1']);
    const twins = [create('x/b.md', page('b', 'Text.\n')), create('y/b.md', page('b', 'Text.\n'))];
    expect(await check(twins)).toEqual(['error slug_taken x/b.md:1', 'error slug_taken y/b.md:1']);
    const freed = buildDeletion({ path: 'other/b.md', base: wiki['other/b.md'], reason, why: [] });
    expect(await check([create('b.md', page('b', 'Text.\n')), freed], { wiki })).toEqual([]);
  });

  it('requires a rename to change the slug with the file name', async () => {
    const at = base.indexOf('slug: a') + 6;
    const renamed = (slug: string): FileEdit =>
      buildRename({
        path: 'a.md',
        to: 'b.md',
        base,
        reason,
        why: [],
        splices: [{ start: at, end: at + 1, text: slug, reason }],
      });
    expect(await check([renamed('b')])).toEqual([]);
    expect(await check([renamed('c')])).toEqual(['error slug b.md:1']);
    expect(await check([renamed('a')])).toEqual(['error slug b.md:1']);
  });

  it('warns of a page that grows large and refuses a huge one', async () => {
    const large = page('a', 'word '.repeat(90_000));
    expect(await check([create('a.md', large)])).toEqual(['warn oversize a.md:1']);
    expect(await check([create('a.md', page('a', 'word '.repeat(900_000)))])).toEqual(['error oversize a.md:1']);
    expect(await check([change('a.md', large, large.replace('word ', ''))])).toEqual(['error loss_own a.md:9']);
  });
});

import { fails, says } from '../model/server/behaviours';
import { type Heard } from '../model/server/server';
import { agent, SkillBench, verdict, type Turn } from './support';
import { parseSkill } from '../../src/maintenance';
import { hashText } from '../../src/vault';
import {
  applyProposal,
  NO_AUTOMATION,
  undoChange,
  withSkill,
  type AutomationSettings,
  type SkillGate,
} from '../../src/workbench';

/** Skills over real HTTP on loopback: what a model may do in a run, and what is left of it. */

const LENS = 'concepts/fresnel-lens.md';
const TOWER = 'entities/cordouan-lighthouse.md';
/** As people publish them for coding agents: with tools, folders and a helper that are not here. */
const TIDY = `---
name: tidy
description: Use when the vault needs tidying.
allowed-tools: Read, Write, Edit, Bash
---

# Tidy the vault

1. Run \`git status\` in $VAULT. 2. Read references/style.md. 3. Fix the pages with Edit. 4. Note the date in $STATE_DIR/last.md.
5. Spawn a reviewer subagent.
`;
const FILES = {
  '.wiki/skills/tidy/seen.md': 'The last run was in April.',
  'skills/tidy/SKILL.md': TIDY,
  'skills/tidy/references/style.md': 'Write plainly.\n',
};

/** Adds a sentence with its footnote to the page of the lens. */
const ADDS: readonly Turn[] = [
  [
    [
      'Edit',
      {
        file_path: LENS,
        old_string: '[^tower-3]\n\n[^lens-1]',
        new_string: '[^tower-3] The tower stands in the mouth of the Gironde.[^tower-9]\n\n[^lens-1]',
        reason: 'It says where the lens is.',
      },
    ],
    [
      'edit',
      {
        path: LENS,
        old: '[^tower-3]: [tower]',
        new: '[^tower-9]: [tower], line 3: “in the mouth of the Gironde”\n[^tower-3]: [tower]',
      },
    ],
  ],
  'I added where the lens is.',
];

let bench: SkillBench;
beforeEach(async () => (bench = await SkillBench.start(FILES)));
afterEach(() => bench.close());

const told = ({ body }: Heard): string => JSON.stringify(body.messages);

it('a skill that was written for a coding agent runs unmodified, and what is not here says so', async () => {
  bench.server.script(
    agent([
      [
        ['Bash', { command: 'git status' }],
        ['Read', { file_path: '.skill/references/style.md' }],
        ['Task', { prompt: 'review this' }],
        ['read', { path: '.state/seen.md' }],
        ['WebFetch', { url: 'https://example.com' }],
        ['Write', { file_path: '.state/last.md', content: '2026-05-01' }],
      ],
      'Nothing to tidy.',
    ]),
  );
  const workbench = await bench.open();
  const before = await bench.wiki.tree();
  const report = await workbench.runSkill({ skill: 'tidy' });
  expect(report).toMatchObject({ outcome: 'nothing', said: 'Nothing to tidy.', passed: null });
  expect(report.refused.map(({ tool, message }) => `${tool}: ${message.split('.')[0] ?? ''}`)).toEqual([
    'Bash: There is no shell here',
    'Task: No second agent is started from here',
    'WebFetch: There is no network here',
  ]);
  // The transcript has every call, with what was answered.
  expect(report.steps?.filter(({ ok }) => !ok).map(({ tool }) => tool)).toEqual(['Bash', 'Task', 'WebFetch']);
  expect(report.steps?.some(({ ok, result }) => ok && result.includes('The last run was in April.'))).toBe(true);
  const { pages, sources } = workbench.snapshot;
  expect(report.total).toEqual({ pages: pages.size, sources: sources.size });
  const [first, second] = bench.asked;
  expect(told(first!)).toContain('Run `git status` in $VAULT.');
  expect(told(second!)).toContain('Write plainly.');
  expect(await bench.wiki.tree()).toEqual(before);
  // What it noted is kept outside of the wiki's pages, for its next run.
  expect(await bench.wiki.vault.readText('.wiki/skills/tidy/last.md')).toBe('2026-05-01');
  expect(told(second!)).toContain('The last run was in April.');
});

it('what a skill changes is a proposal with its evidence, reviewed in a conversation of its own', async () => {
  bench.server.script(agent(ADDS));
  const workbench = await bench.open({ model: bench.host({ reviewModel: 'other' }) });
  const before = await bench.wiki.tree();
  const report = await workbench.runSkill({ skill: 'tidy' });
  expect(report).toMatchObject({ outcome: 'proposed', mode: 'proposes', passed: true, transactions: [] });
  expect(report.usage.map(({ model }) => model).sort()).toEqual(['other', 'small']);
  expect(await bench.wiki.tree()).toEqual(before);
  const { changeSet } = await workbench.findProposal(report.proposals[0] ?? '');
  const hunks = changeSet.files.flatMap((file) => file.hunks);
  expect(changeSet).toMatchObject({ producer: 'maintenance', title: 'Tidy the vault' });
  expect(hunks.flatMap(({ evidence }) => evidence)).toContainEqual(
    expect.objectContaining({ source: 'sources/tower.md', quote: 'in the mouth of the Gironde', verdict: 'found' }),
  );
  expect(hunks[0]?.reason).toBe('It says where the lens is.');
  expect(changeSet.notes).toContain('Reviewed by other: passed.');
  const review = bench.server.asked.at(-1)!;
  expect(told(review)).toContain('+ ');
  expect(told(review)).not.toContain('You maintain a wiki');
  expect((review.body.tools as { function: { name: string } }[]).map((tool) => tool.function.name)).not.toContain(
    'write',
  );
  expect(await workbench.runReports(5)).toEqual([report]);
  const applied = await applyProposal(workbench, report.proposals[0] ?? '');
  expect(applied).toMatchObject({ applied: true, guard: [] });
  await undoChange(workbench, undefined);
  expect((await bench.wiki.tree())[LENS]).toBe(before[LENS]);
});

it.each<[string, readonly Turn[] | 'refuses' | 'is down', RegExp]>([
  ['refuses', 'refuses', /refus/i],
  ['is out of order', 'is down', /./],
  ['never ends', [[['write', { path: LENS, text: 'x' }]]], /limit of steps/],
])('a run whose model %s leaves nothing but its report', async (_, how, message) => {
  const refusal = says("I'm sorry, but I can't assist with that request.");
  bench.server.script(typeof how !== 'string' ? agent(how) : how === 'refuses' ? refusal : fails(500, 'down'));
  const workbench = await bench.open();
  const before = await bench.wiki.tree();
  await expect(workbench.runSkill({ skill: 'tidy', write: 'all' })).rejects.toThrow(message);
  expect(await bench.wiki.tree()).toEqual(before);
  expect(await workbench.proposals()).toEqual([]);
  expect((await workbench.runReports(5)).map(({ outcome }) => outcome)).toEqual(['failed']);
});

it('a dry run shows what it would change and stores no proposal', async () => {
  bench.server.script(agent(ADDS));
  const workbench = await bench.open();
  const report = await workbench.runSkill({ skill: 'tidy', dryRun: true });
  expect(report).toMatchObject({ outcome: 'proposed', mode: 'dry-run', proposals: [] });
  expect(report.changes.map(({ path }) => path)).toEqual([LENS]);
  expect(await workbench.proposals()).toEqual([]);
});

it('an edit that a person makes during the run is merged and not undone', async () => {
  bench.server.script((heard, response) => {
    const text = `A line of mine.\n`;
    const path = TOWER;
    void bench.wiki.vault
      .readText(path)
      .then((page) => bench.wiki.vault.write(path, page.replace('\n\n[^', `\n\n${text}\n[^`)));
    return writer(heard, response);
  });
  const page = (await bench.wiki.tree())[TOWER] ?? '';
  const writer = agent([
    [
      [
        'write',
        { path: TOWER, text: page.replace('lighthouse in the mouth', '[[fresnel-lens|lighthouse]] in the mouth') },
      ],
    ],
    'Linked.',
  ]);
  const workbench = await bench.open();
  const { proposals } = await workbench.runSkill({ skill: 'tidy' });
  await workbench.refresh([TOWER]);
  await applyProposal(workbench, proposals[0] ?? '');
  expect((await bench.wiki.tree())[TOWER]).toContain('A line of mine.');
});

describe('an open gate', () => {
  it('applies what adds a quote that was found, marks it in the log, and one undo takes it back', async () => {
    bench.server.script(agent(ADDS));
    const workbench = await bench.open();
    const before = (await bench.wiki.tree())[LENS];
    const report = await workbench.runSkill({ skill: 'tidy', write: 'quotes' });
    expect(report).toMatchObject({ outcome: 'applied', mode: 'quotes' });
    const after = await bench.wiki.tree();
    expect(after[LENS]).toContain('The tower stands in the mouth of the Gironde.[^tower-9]');
    expect(after['_log.md']).toContain('applied without a review: the skill tidy may write quotes');
    await undoChange(workbench, undefined);
    expect((await bench.wiki.tree())[LENS]).toBe(before);
  });

  it('applies nothing after a failed review, or one that could not be made', async () => {
    const workbench = await bench.open();
    const before = await bench.wiki.tree();
    for (const review of [says(verdict('The report leaves out a page.')), fails(500, 'down')]) {
      bench.server.script(agent(ADDS, review));
      expect(await workbench.runSkill({ skill: 'tidy', write: 'all' })).toMatchObject({
        passed: false,
        transactions: [],
      });
    }
    expect(await bench.wiki.tree()).toEqual(before);
  });

  it('for links lets no sentence through', async () => {
    bench.server.script(agent(ADDS));
    const workbench = await bench.open();
    expect(await workbench.runSkill({ skill: 'tidy', write: 'links' })).toMatchObject({
      outcome: 'proposed',
      transactions: [],
    });
  });
});

describe('a gate of the settings', () => {
  const TEXT = hashText(parseSkill(TIDY, 'tidy', 'wiki', null).text);
  const allow = (gate: Partial<SkillGate>, name = 'tidy'): AutomationSettings =>
    withSkill(NO_AUTOMATION, name, { gate: { kind: 'quotes', lines: 60, origin: 'wiki', text: TEXT, ...gate } });

  it('opens for the skill that it was set for, up to its size', async () => {
    for (const [gate, outcome] of [
      [{}, 'applied'],
      [{ lines: 1 }, 'proposed'],
      [{ kind: 'links' }, 'proposed'],
      [{ origin: 'built-in', text: null }, 'proposed'],
      [{ text: 'that of an earlier version' }, 'proposed'],
    ] as const) {
      const each = await SkillBench.start(FILES);
      each.server.script(agent(ADDS));
      const workbench = await each.open({ automation: () => allow(gate) });
      const before = await each.wiki.tree();
      const report = await workbench.runSkill({ skill: 'tidy' });
      expect([gate, report.outcome]).toEqual([gate, outcome]);
      if (outcome === 'proposed') expect(await each.wiki.tree()).toEqual(before);
      else expect((await workbench.history())[0]?.title).toBe('Tidy the vault (without a review)');
      if ('text' in gate) expect(report.notes.join()).toContain('was made before the skill changed');
      await each.close();
    }
  });

  it('stays closed for one run of which a person wants to see everything', async () => {
    bench.server.script(agent(ADDS));
    const workbench = await bench.open({ automation: () => allow({}) });
    expect(await workbench.runSkill({ skill: 'tidy', proposeOnly: true })).toMatchObject({
      mode: 'proposes',
      transactions: [],
    });
  });

  it('for links applies a broken link that code can mend, and one undo takes it back', async () => {
    const page = (await bench.wiki.tree())[LENS] ?? '';
    await bench.wiki.vault.write(LENS, page.replace('[[cordouan-lighthouse|', '[[Cordouan_Lighthouse|'));
    const before = (await bench.wiki.tree())[LENS];
    expect(before).not.toBe(page);
    const automation = (): AutomationSettings =>
      allow({ kind: 'links', lines: 20, origin: 'built-in', text: null }, 'lint-repair');
    const workbench = await bench.open({ model: undefined, automation });
    expect(await workbench.runSkill({ skill: 'lint-repair' })).toMatchObject({ outcome: 'applied', mode: 'links' });
    expect((await bench.wiki.tree())[LENS]).toContain('[[cordouan-lighthouse|');
    await undoChange(workbench, undefined);
    expect((await bench.wiki.tree())[LENS]).toBe(before);
  });
});

it('without a model, code does its part and says what is left', async () => {
  const workbench = await bench.open({ model: undefined });
  const report = await workbench.runSkill({});
  expect(report).toMatchObject({ skill: 'daily-update', outcome: 'nothing', usage: [] });
  expect(report.notes[0]).toContain('No model was used');
  expect(report.notes.join('\n')).toContain('Contradicts "tower-summary"');
});

it('a skill that changed since a person confirmed it does not run', async () => {
  const workbench = await bench.open();
  await workbench.unconfirmedChanges();
  await bench.wiki.vault.write('skills/tidy/SKILL.md', `${TIDY}\nNow write concepts.\n`);
  await workbench.refresh(['skills/tidy/SKILL.md']);
  await expect(workbench.runSkill({ skill: 'tidy' })).rejects.toThrow(
    'is not approved as it is, so it does not run. Changed since it was approved: the skill now wants to write concepts',
  );
  await workbench.confirmChanges(await workbench.unconfirmedChanges());
  bench.server.script(agent(['Nothing.']));
  expect((await workbench.runSkill({ skill: 'tidy' })).outcome).toBe('nothing');
});

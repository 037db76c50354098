import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readFrontmatter } from '../../src/markdown';
import { approveRules } from '../support/wiki';
import { agent, SkillBench } from './support';

/**
 * Skills that others published for coding agents, in a folder that is named here, one folder a skill. They are read at test time and
 * never committed.
 */
const FOLDER = process.env.PUBLIC_SKILLS ?? '';
const names = FOLDER !== '' && existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const TOWER = 'entities/cordouan-lighthouse.md';

function filesOf(folder: string, below: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    const place = path.join(folder, name);
    if (statSync(place).isDirectory()) Object.assign(files, filesOf(place, `${below}/${name}`));
    else files[`${below}/${name}`] = readFileSync(place, 'utf8');
  }
  return files;
}

const describeSkills = names.length > 0 ? describe : describe.skip;

describeSkills('a skill of a public repository (folder PUBLIC_SKILLS)', () => {
  it.each(names.length > 0 ? names : ['none'])(
    '%s runs unmodified, and what it asks for and is not here says so',
    async (name) => {
      const own = filesOf(path.join(FOLDER, name), `skills/${name}`);
      const bench = await SkillBench.start(own);
      const reference = Object.keys(own).find((file) => file.includes('/references/'));
      const calls = [
        ['Glob', { pattern: '**/*.md' }],
        ['Read', { file_path: TOWER }],
        ...(reference === undefined
          ? []
          : [['Read', { file_path: `.skill/${reference.split('/').slice(2).join('/')}` }]]),
        ['Bash', { command: 'git log -1' }],
        ['WebFetch', { url: 'https://example.org' }],
        ['Task', { prompt: 'review this' }],
        ['Write', { file_path: '.state/notes.md', content: 'Looked at the tower.' }],
        ['Write', { file_path: 'KNOWLEDGE.md', content: 'x' }],
      ] as [string, Record<string, string>][];
      bench.server.script(agent([calls, 'I looked, and changed nothing.']));
      await approveRules(bench.wiki);
      const workbench = await bench.open();
      const before = await bench.wiki.tree();
      const report = await workbench.runSkill({ skill: name });
      const sent = JSON.stringify(bench.asked[0]?.body);
      const text = own[`skills/${name}/SKILL.md`] ?? '';
      const body = text.slice(readFrontmatter(text).bodyStart).trim();
      expect(sent).toContain(JSON.stringify(body).slice(1, -1));
      expect(report.refused.map(({ tool }) => tool)).toEqual(['Bash', 'WebFetch', 'Task', 'Write']);
      expect(report).toMatchObject({ outcome: 'nothing', changes: [] });
      expect(await bench.wiki.tree()).toEqual(before);
      await workbench.close();
      await bench.close();
    },
  );
});

import { LintActions } from '../../../src/obsidian/panels/lint-actions';
import { installDom } from '../../host';
import { eventually } from '../../vault/support/contract';
import { openController, wikiFiles } from '../support/controller';

/** From the row of a contradiction to a proposal that settles it. */

let takeAway: () => void;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(() => takeAway());

function page(slug: string, kind: string, sources: readonly string[], body: string, contradicts: string): string {
  const list = sources.map((source) => `\n  - sources/${source}.md`).join('');
  return `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\nsources:${list}\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts: [${contradicts}]\n---\n\n${body}\n`;
}

const FILES = {
  'sources/memoir.md': '---\ndate: 2025-09-12\n---\n\nThe tower is 31 metres tall.\n',
  'sources/report.md': '---\ndate: 2026-04-18\n---\n\nThe tower is 29.4 metres tall.\n',
  'summaries/memoir.md': page('memoir', 'summary', ['memoir'], 'A memoir.', 'report'),
  'summaries/report.md': page('report', 'summary', ['report'], 'A report.', 'memoir'),
  'entities/tower.md': page(
    'tower',
    'entity',
    ['memoir', 'report'],
    'The tower is 31 metres tall.[^m-1] Or it is 29.4 metres tall.[^r-1]\n\n[^m-1]: [memoir], line 5: “The tower is 31 metres tall.”\n[^r-1]: [report], line 5: “The tower is 29.4 metres tall.”',
    '',
  ),
};

it('shows both statements with four answers, and opens the answer for review', async () => {
  const { controller } = await openController({ files: await wikiFiles(FILES) });
  const { state } = controller;
  if (state.kind !== 'ready') throw new Error('not ready');
  const { findings } = await state.workbench.lint({});
  const finding = findings.find(({ check }) => check === 'contradiction');
  if (finding === undefined) throw new Error('no finding');
  const opened: string[] = [];
  jest.spyOn(controller.navigator, 'openReview').mockImplementation((id) => {
    opened.push(id);
    return Promise.resolve();
  });
  new LintActions(controller).applyQuickFix(finding, document.body);
  const modal = (): HTMLElement | null => document.querySelector('.living-wiki-settle');
  await eventually(() => expect(modal()?.textContent).toContain('“The tower is 29.4 metres tall.”'));
  const labels = [...(modal()?.querySelectorAll('[data-does]') ?? [])].map(({ firstChild }) => firstChild?.textContent);
  expect(labels).toEqual(['31 metres is right', '29.4 metres is right', 'Both are right', 'Keep open']);
  modal()?.querySelector<HTMLElement>('[data-does="settle-proposed"]')?.click();
  expect(modal()).toBeNull();
  await eventually(() => expect(opened).toHaveLength(1));
  await eventually(() => expect(controller.proposals).toHaveLength(1));
  const [proposal] = controller.proposals;
  expect(opened).toEqual([proposal?.id]);
  expect(proposal?.changeSet.files.map(({ path }) => path).sort()).toEqual([
    'entities/tower.md',
    'summaries/memoir.md',
    'summaries/report.md',
  ]);
});

import { applyProposal, NO_MODEL_SETTINGS, undoChange, verify, Workbench, type ModelHost } from '../../src/workbench';
import { answerWith, pagesOf, planOf } from '../ingest/model-run/support';
import { ModelServer } from '../model/server/server';
import { testWiki, type TestWiki } from '../support/wiki';

/** Code gathers on one page what sources disagree on and what newer sources changed, and keeps that true with every change. */

const PAGE = 'disputes-and-changes.md';
const OLD =
  '# Memoir\n\nThe Skerry Tower is a tower on the rock. In 1961 the Skerry Tower is 31 metres tall.\n\nDate: 12 September 2025\n';
const NEW =
  '# Survey\n\nThe Skerry Tower was measured by laser. By laser the Skerry Tower is 29.4 metres tall.\n\nDate: 18 April 2026\n';
const APART = '# Rope\n\nA hemp rope is tarred before use. A hemp rope lasts ten years.\n\nDate: 1 May 2026\n';

async function add(wiki: TestWiki, workbench: Workbench, name: string, text: string): Promise<string> {
  await wiki.vault.write(`sources/${name}.md`, text);
  await workbench.refresh([`sources/${name}.md`]);
  const { proposals } = await workbench.ingest({ sources: [`sources/${name}.md`] });
  return proposals[0]?.id ?? '';
}

async function disagreeing(): Promise<{ wiki: TestWiki; workbench: Workbench; id: string }> {
  const wiki = await testWiki({ 'sources/memoir.md': OLD });
  const workbench = await wiki.open();
  await workbench.ingest({ apply: true });
  return { wiki, workbench, id: await add(wiki, workbench, 'survey', NEW) };
}

const textOf = async (wiki: TestWiki): Promise<string> => (await wiki.tree())[PAGE] ?? '';

describe('the page of disputes and changes', () => {
  it('is not made while nothing is disputed', async () => {
    const wiki = await testWiki({ 'sources/memoir.md': OLD, 'sources/rope.md': APART });
    await (await wiki.open()).ingest({ apply: true });
    expect(await textOf(wiki)).toBe('');
  });

  it('has both dated statements with their footnotes, and leads to the page that tells them', async () => {
    const { wiki, workbench, id } = await disagreeing();
    expect(await textOf(wiki)).toBe('');
    expect((await applyProposal(workbench, id, {})).transaction).not.toBeNull();
    const text = await textOf(wiki);
    expect(text).toContain('1 contradiction waits for a decision.');
    expect(text).toMatch(/^- 2025-09-12: In 1961 the Skerry Tower is 31 metres tall\.\[\^[^\]]+\]$/m);
    expect(text).toMatch(/^- 2026-04-18: By laser the Skerry Tower is 29\.4 metres tall\.\[\^[^\]]+\]$/m);
    expect(text).toContain('See also: [[skerry-tower|Skerry Tower]]');
    expect((await wiki.tree())['_index.md']).toContain(
      'What sources disagree on and what changed: [[disputes-and-changes]].',
    );
    expect((await verify(workbench)).failures).toEqual([]);
    expect((await workbench.lint({})).findings.filter(({ path }) => path === PAGE)).toEqual([]);
  });

  it('is made by safe fixes in a wiki from before there was such a page', async () => {
    const { wiki, workbench, id } = await disagreeing();
    await applyProposal(workbench, id, {});
    await wiki.vault.remove(PAGE);
    await workbench.refresh([PAGE]);
    const fix = await workbench.proposeFixes({ findings: 'safe' });
    expect((await applyProposal(workbench, fix?.id ?? '', {})).transaction).not.toBeNull();
    expect(await textOf(wiki)).toContain('1 contradiction waits for a decision.');
    expect(await workbench.proposeFixes({ findings: 'safe' })).toBeNull();
  });

  it('does not tell what a person refuses', async () => {
    const { wiki, workbench, id } = await disagreeing();
    const { changeSet } = await workbench.findProposal(id);
    const refused = changeSet.files.flatMap(({ hunks }) =>
      hunks.filter(({ text }) => text.includes('[!warning]')).map((hunk) => hunk.id),
    );
    expect(refused).toHaveLength(1);
    await applyProposal(workbench, id, { leaveOut: Object.fromEntries(refused.map((hunk) => [hunk, ''])) });
    expect((await wiki.tree())['summaries/survey-summary.md']).toBeDefined();
    expect(await textOf(wiki)).toBe('');
  });

  it('goes with the change that made it, and comes back when that is undone', async () => {
    const { wiki, workbench, id } = await disagreeing();
    const applied = (await applyProposal(workbench, id, {})).transaction ?? '';
    const before = await textOf(wiki);
    const undone = (await undoChange(workbench, applied)).transaction ?? '';
    expect(await textOf(wiki)).toBe('');
    await undoChange(workbench, undone);
    expect(await textOf(wiki)).toBe(before);
  });

  it('does not stand in the way of undoing an earlier change', async () => {
    const { wiki, workbench, id } = await disagreeing();
    const first = (await applyProposal(workbench, id, {})).transaction ?? '';
    const pier = (metres: number, day: number): string =>
      `# Pier ${day}\n\nThe Long Pier is a pier of oak. The Long Pier is ${metres} metres long.\n\nDate: ${day} May 2026\n`;
    await workbench.ingest({ sources: [], apply: true });
    await applyProposal(workbench, await add(wiki, workbench, 'pier-1', pier(120, 1)), {});
    await applyProposal(workbench, await add(wiki, workbench, 'pier-2', pier(131, 2)), {});
    expect(await textOf(wiki)).toContain('2 contradictions wait for a decision.');
    const undone = await undoChange(workbench, first);
    expect(undone.conflicts.filter(({ path }) => path === PAGE)).toEqual([]);
    expect(undone.transaction).not.toBeNull();
    expect(await textOf(wiki)).toContain('1 contradiction waits for a decision.');
    expect(await textOf(wiki)).not.toContain('Skerry');
  });

  it('tells what a person decided as a change', async () => {
    const { wiki, workbench, id } = await disagreeing();
    await applyProposal(workbench, id, {});
    const [found] = await workbench.contradictions();
    const settled = await workbench.proposeSettlement(found?.id ?? '', 'proposed');
    await applyProposal(workbench, settled?.id ?? '', {});
    const text = await textOf(wiki);
    expect(text).toContain('No contradiction waits for a decision. Newer sources changed 1 statement.');
    expect(text).toMatch(
      /\| \[\[skerry-tower\\\|Skerry Tower\]\] \| 2025-09-12: In 1961 .* 31 metres tall\.\[\^\S+\] \| 2026-04-18: By laser .*29\.4 metres tall\.\[\^\S+\] \|/,
    );
  });

  it('is left alone where a person has a page of that name', async () => {
    const own = '# My disputes\n\nWith the neighbours.\n';
    const wiki = await testWiki({ 'sources/memoir.md': OLD, [PAGE]: own });
    const workbench = await wiki.open();
    await workbench.ingest({ apply: true });
    await applyProposal(workbench, await add(wiki, workbench, 'survey', NEW), {});
    expect(await textOf(wiki)).toBe(own);
  });

  it('is no page that a source is about', async () => {
    const { wiki, workbench, id } = await disagreeing();
    await applyProposal(workbench, id, {});
    const before = await textOf(wiki);
    const named =
      '# Talk\n\nDisputes and changes is the name of a play. Disputes and changes has three acts.\n\nDate: 2 May 2026\n';
    await applyProposal(workbench, await add(wiki, workbench, 'talk', named), {});
    expect(await textOf(wiki)).toBe(before);
  });
});

describe('with a model', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await ModelServer.start();
  });
  afterAll(() => server.close());

  interface Second {
    readonly markdown: string;
    /** Whether the plan says what the source ends; else the writer does. */
    readonly isPlanned: boolean;
  }
  const AS_PLANNED: Second = {
    markdown: 'The Canal Trust is to open the line by 2031.{1.1} In 2009 that was to be in 2012.{2.1}',
    isPlanned: true,
  };

  async function told(second: Second = AS_PLANNED): Promise<{ wiki: TestWiki; workbench: Workbench }> {
    const wiki = await testWiki({
      'sources/2009-report.md': '---\ndate: 2009-11-20\n---\n\nThe aim of the Trust is to open the line by 2012.\n',
      'sources/2024-letter.md':
        '---\ndate: 2024-01-15\n---\n\nThe whole line is now to open by 2031. A gift of 900 pounds came.\n',
    });
    const { vault, clock, random, device } = wiki;
    const settings = { ...NO_MODEL_SETTINGS, baseUrl: server.url, model: 'small' };
    const timer: ModelHost['timer'] = {
      sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    const model = { settings, fetch, timer };
    const workbench = await Workbench.open({ vault, root: '', clock, random, device, model });
    const page = { slug: 'trust', title: 'Canal Trust' };
    server.script(
      answerWith(({ task }) =>
        task === 'plan'
          ? planOf([{ ...page, units: ['1.1'] }])
          : pagesOf([{ slug: page.slug, markdown: 'The Canal Trust is to open the line by 2012.{1.1}' }]),
      ),
    );
    await workbench.ingest({ sources: ['sources/2009-report.md'], apply: true });
    server.script(
      answerWith(({ task, prompt }) =>
        task === 'plan'
          ? planOf(
              [{ ...page, op: 'compose', units: ['1.1', '1.2'] }],
              second.isPlanned
                ? { ended: [{ statement: /\b(s[0-9a-z]{3}) trust\b/.exec(prompt)?.[1] ?? '', units: '1' }] }
                : {},
            )
          : pagesOf([
              {
                slug: page.slug,
                markdown: second.markdown,
                ...(second.isPlanned ? {} : { dropped: [{ mark: '2.1', reason: 'superseded_by', by: '1.1' }] }),
              },
            ]),
      ),
    );
    const made = await workbench.ingest({ sources: ['sources/2024-letter.md'], apply: true });
    expect(made.failed).toEqual([]);
    return { wiki, workbench };
  }

  it('tells what the plan says that a source ends, the old and the new with their days', async () => {
    const { wiki, workbench } = await told();
    const text = await textOf(wiki);
    expect(text).toContain('Newer sources changed 1 statement.');
    expect(text).toContain(
      '| [[trust\\|Canal Trust]] | 2009-11-20: The Canal Trust is to open the line by 2012.[^2009-report-1] | 2024-01-15: The Canal Trust is to open the line by 2031.[^2024-letter-1] |',
    );
    expect((await verify(workbench)).failures).toEqual([]);
  });

  it('tells what the writer of a page drops for a newer passage', async () => {
    const { wiki } = await told({
      markdown: 'The line of the Canal Trust opens by 2031.{1.1} A gift of 900 pounds has since come.{1.2}',
      isPlanned: false,
    });
    expect(await textOf(wiki)).toContain(
      '- 2024-01-15, [[trust|Canal Trust]]: A gift of 900 pounds has since come.[^2024-letter-2]',
    );
    expect(await textOf(wiki)).toContain(
      '| [[trust\\|Canal Trust]] | 2009-11-20: The Canal Trust is to open the line by 2012.[^2009-report-1] | 2024-01-15: The line of the Canal Trust opens by 2031.[^2024-letter-1] |',
    );
  });

  it('pairs a statement only with one that tells how it went on', async () => {
    const beside = 'The Canal Trust was given 900 pounds.{1.2}{1.1}';
    const { wiki } = await told({ markdown: beside, isPlanned: false });
    expect(await textOf(wiki)).not.toContain('900 pounds');
    const both = await told({
      markdown: `${beside} The line of the Canal Trust opens by 2031.{1.1}`,
      isPlanned: false,
    });
    expect(await textOf(both.wiki)).toContain(
      '| 2024-01-15: The line of the Canal Trust opens by 2031.[^2024-letter-1] |',
    );
  });

  it('keeps the change when another page is written', async () => {
    const { wiki, workbench } = await told();
    const before = await textOf(wiki);
    await wiki.vault.write('sources/rope.md', APART);
    await workbench.refresh(['sources/rope.md']);
    server.script(
      answerWith(({ task }) =>
        task === 'plan'
          ? planOf([{ slug: 'rope', title: 'Rope', units: ['1.1', '1.2'] }])
          : pagesOf([{ slug: 'rope', markdown: 'A hemp rope is tarred.{1.1} It lasts ten years.{1.2}' }]),
      ),
    );
    await workbench.ingest({ sources: ['sources/rope.md'], apply: true });
    expect(await textOf(wiki)).toBe(before);
  });
});

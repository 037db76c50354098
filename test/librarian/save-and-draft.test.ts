import { says } from '../model/server/behaviours';
import { makePlain, readPlainRules, DEFAULT_PLAIN_LANGUAGE, withFootnotes } from '../../src/librarian/plain-language';
import { LibrarianFixture, messagesOf, PAGES, reads } from './support';
import { undoChange, applyProposal, verify } from '../../src/workbench';

let fixture: LibrarianFixture;
beforeEach(async () => (fixture = await LibrarianFixture.open()));
afterEach(() => fixture.close());

describe('an answer saved as a page', () => {
  it('is reviewed, has the sources of the pages that it cites, and is logged as a query', async () => {
    const answer = await fixture.ask(
      [
        reads('fresnel-lens'),
        reads('cordouan'),
        says(
          'The lens was lit in 1823 [[fresnel-lens#History]]. The tower is 67 metres tall [[cordouan#Height]]. So they say in town.\n\n## Not in the wiki\n\n- Who paid.',
        ),
      ],
      'Which came first: lens or tower?',
    );
    const before = await fixture.wiki.tree();
    const proposal = await fixture.workbench.saveAnswer({ answer });
    expect(await fixture.wiki.tree()).toEqual(before);
    expect(proposal.changeSet).toMatchObject({ producer: 'answer', log: { event: 'query' } });
    expect(proposal.checks.introduced.filter(({ severity }) => severity === 'error')).toEqual([]);
    const applied = await applyProposal(fixture.workbench, proposal.id);
    expect([applied.applied, applied.guard]).toEqual([true, []]);
    const tree = await fixture.wiki.tree();
    const page = tree['comparisons/which-came-first-lens-or-tower.md'] ?? '';
    expect(page).toMatch(/^kind: comparison$/m);
    expect(page).toMatch(/sources:\n {2}- sources\/lens\.md\n {2}- sources\/tower\.md/);
    expect(page).toContain('[[fresnel-lens#History]]');
    expect(page).toContain('So they say in town. (uncited)');
    expect(page).toContain('## Not in the wiki\n\n- Who paid.');
    expect(page).toContain('## Pages that disagree');
    expect(tree['_log.md']).toMatch(/## \[[^\]]+\] query \| Which came first: lens or tower\n/);
    expect(tree['_log.md']).toContain('- model tiny, ');
    expect(tree['_index.md']).toContain('[[which-came-first-lens-or-tower]]');
    expect(await verify(fixture.workbench)).toMatchObject({ ok: true });
    await undoChange(fixture.workbench, undefined);
    expect(Object.keys(await fixture.wiki.tree())).not.toContain('comparisons/which-came-first-lens-or-tower.md');
  });

  it('has the chosen kind and title, and another slug if one is taken', async () => {
    const answer = await fixture.ask(
      [reads('cordouan'), says('It is 67 metres tall [[cordouan#Height]].')],
      'How tall?',
    );
    const { changeSet } = await fixture.workbench.saveAnswer({ answer, kind: 'concept', title: 'Fresnel lens' });
    expect(changeSet.files[0]?.path).toBe('concepts/fresnel-lens-2.md');
  });

  it('is rejected when it cites no page', async () => {
    const answer = await fixture.ask([says('It is tall.')], 'How tall?');
    await expect(fixture.workbench.saveAnswer({ answer })).rejects.toMatchObject({
      code: 'living-wiki:answer_uncited',
    });
    const cited = await fixture.ask([reads('cordouan'), says('Tall [[cordouan]].')], 'Is it tall?');
    await expect(fixture.workbench.saveAnswer({ answer: cited, kind: '../x' })).rejects.toMatchObject({
      code: 'living-wiki:kind_invalid',
    });
  });
});

describe('a draft', () => {
  const text =
    'Subject: The lens\n\nIt is important to note that the lens was lit in 1823 [[fresnel-lens#History]]. We utilize it very often [[fresnel-lens]]. Furthermore, it was lit in 1823 [[fresnel-lens#History]].';

  it('is written from the named pages in plain language, with its citations as footnotes', async () => {
    const answer = await fixture.ask([says(text)], 'Tell the mayor about the lens', {
      draft: { kind: 'email', pages: ['fresnel-lens'] },
    });
    expect(messagesOf(fixture.server.asked[0]!).at(-1)?.content).toMatch(/concentric rings[^]*Write an e-mail/);
    expect(answer.draft?.text).toBe(
      'Subject: The lens\n\nThe lens was lit in 1823[^1]. We use it often[^2]. It was lit in 1823[^1].\n\n[^1]: [[fresnel-lens#History]]\n[^2]: [[fresnel-lens]]',
    );
    expect(answer.draft?.edits).toEqual([
      { was: 'It is important to note that', now: '' },
      { was: 'Furthermore,', now: '' },
      { was: 'very', now: '' },
      { was: 'utilize', now: 'use' },
    ]);
  });

  it('follows the rules of the wiki if it has any', async () => {
    await fixture.close();
    fixture = await LibrarianFixture.open({
      ...PAGES,
      'PLAIN-LANGUAGE.md': '# Ours\n\n## Leave out\n\n- the\n\n## Say instead\n\n- lens → glass\n',
    });
    const answer = await fixture.ask([says('See the lens [[fresnel-lens]].')], 'Write', {
      draft: { kind: 'summary', pages: ['fresnel-lens'] },
    });
    expect(answer.draft?.text).toBe('See glass[^1].\n\n[^1]: [[fresnel-lens]]');
    expect([...fixture.workbench.snapshot.pages.keys()]).not.toContain('PLAIN-LANGUAGE.md');
  });

  it('of a missing page is rejected before the model is asked', async () => {
    fixture.server.script(says('x'));
    const draft = { kind: 'outline', pages: ['nowhere'] } as const;
    await expect(fixture.ask([], 'Write', { draft })).rejects.toMatchObject({ code: 'living-wiki:page_missing' });
    expect(fixture.server.asked).toEqual([]);
  });
});

describe('the plain-language pass', () => {
  const rules = readPlainRules(DEFAULT_PLAIN_LANGUAGE);

  it.each([
    ["In today's fast-paced digital world, lenses matter.", 'Lenses matter.'],
    ['We do it in order to see.', 'We do it to see.'],
    [
      'The veryfine [[very-large-lens#Very]] and `very` stay.',
      'The veryfine [[very-large-lens#Very]] and `very` stay.',
    ],
    ['Leverage the prism.', 'Use the prism.'],
    ['It is worth noting that Paris is far.', 'Paris is far.'],
  ])('%s', (text, plain) => {
    expect(makePlain(text, rules).text).toBe(plain);
  });

  it('reads rules as people write them, and none slows it down', () => {
    const odd = readPlainRules(
      `## Leave out\n* (a+)+$\n- … … …\n-\n## Say instead\n- [x]: y\n- nothing\n${'- …a…b…: c\n'.repeat(300)}`,
    );
    expect(makePlain(`see [x] and (a+)+$ ${'a'.repeat(5_000)}`, odd).text).toMatch(/^see y and /);
  });

  it('numbers footnotes by what they cite', () => {
    expect(withFootnotes('A [[a#b]]. The [[c|sea]] is wide. A [[a#b]].')).toBe(
      'A[^1]. The sea[^2] is wide. A[^1].\n\n[^1]: [[a#b]]\n[^2]: [[c]]',
    );
  });
});

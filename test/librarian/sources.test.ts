import { applyProposal, verify } from '../../src/workbench';
import { says } from '../model/server/behaviours';
import { LibrarianFixture, PAGES, uses } from './support';

const DROPPED = {
  ...PAGES,
  'sources/keepers.txt': 'The first keeper\nwas called Aldous Wren.\n\nHe kept eleven goats.\n',
};

describe('an answer from sources', () => {
  let fixture: LibrarianFixture;

  beforeEach(async () => {
    fixture = await LibrarianFixture.open(DROPPED);
  });
  afterEach(() => fixture.close());

  it('keeps the citation of a passage that the model was shown', async () => {
    const answer = await fixture.ask(
      [uses(['search_sources', { query: 'first keeper' }]), says('He was called Aldous Wren [keepers, line 1].')],
      'Who was the first keeper?',
    );
    expect(answer.text).toBe('He was called Aldous Wren [keepers, line 1].');
    expect(answer).toMatchObject({ removed: [], uncited: [] });
    expect(answer.steps).toMatchObject([{ tool: 'search_sources', ok: true, found: ['sources/keepers.txt'] }]);
    expect(answer.notes.join(' ')).not.toMatch(/read no page|cites no page/);
  });

  it('shows what a sentence with a pronoun speaks of', async () => {
    const text = 'Aldous Wren was the first to come. He kept eleven goats.\n';
    const other = await LibrarianFixture.open({ ...PAGES, 'sources/goats.txt': text });
    const answer = await other.ask([], 'Who kept eleven goats?', { by: 'passages' });
    await other.close();
    expect(answer.text).toContain('Aldous Wren was the first to come. He kept eleven goats. [goats, line 1]');
  });

  it('shows what a page quotes with the sentences beside it in the source', async () => {
    const note = '[^goats-1]: [goats], line 1: “He kept eleven goats.”';
    const wren = `---\nslug: wren\nkind: person\ntitle: Wren\nsources: [goats]\n---\n\n# Wren\n\nHe kept eleven goats.[^goats-1]\n\n${note}\n`;
    const text = 'Aldous Wren was the first to come. He kept eleven goats. He sold them in 1874.\n';
    const other = await LibrarianFixture.open({ ...PAGES, 'people/wren.md': wren, 'sources/goats.txt': text });
    const answer = await other.ask([], 'Who kept eleven goats?', { by: 'passages' });
    await other.close();
    expect(answer.text).toBe(`- He kept eleven goats. [[wren#Wren]] (goats, line 1: “${text.trim()}”)`);
  });

  it('loses the citation of a place that was not shown, and of a source that does not exist', async () => {
    const answer = await fixture.ask(
      [
        uses(['search_sources', { query: 'first keeper' }]),
        says('He kept goats [keepers, line 40]. He had a boat [boats, line 2].'),
      ],
      'Who was the first keeper?',
    );
    expect(answer.text).toBe('He kept goats. He had a boat.');
    expect(answer.removed).toEqual([
      { text: '[keepers, line 40]', reason: 'not-read' },
      { text: '[boats, line 2]', reason: 'no-page' },
    ]);
    expect(answer.uncited).toHaveLength(2);
  });

  it('may cite what read_source showed', async () => {
    const answer = await fixture.ask(
      [uses(['read_source', { source: 'keepers', quote: 'eleven goats' }]), says('Eleven goats [keepers, line 4].')],
      'How many goats?',
    );
    expect(answer.text).toBe('Eleven goats [keepers, line 4].');
  });

  it('is saved as a page with the citation as a footnote, which passes every check', async () => {
    const answer = await fixture.ask(
      [uses(['search_sources', { query: 'first keeper' }]), says('He was called Aldous Wren [keepers, line 1].')],
      'Who was the first keeper?',
    );
    const proposal = await fixture.workbench.saveAnswer({ answer });
    expect(proposal.checks.introduced.filter(({ severity }) => severity === 'error')).toEqual([]);
    const applied = await applyProposal(fixture.workbench, proposal.id);
    expect([applied.applied, applied.guard]).toEqual([true, []]);
    const page = (await fixture.wiki.tree())['comparisons/who-was-the-first-keeper.md'] ?? '';
    expect(page).toMatch(/sources:\n {2}- sources\/keepers\.txt\n/);
    expect(page).toContain('\nHe was called Aldous Wren[^keepers-1].\n');
    expect(page).toContain('[^keepers-1]: [keepers], line 1: “The first keeper was called Aldous Wren.”');
    expect(await verify(fixture.workbench)).toMatchObject({ ok: true, checked: { quotes: 1 } });
  });

  it('without a model begins with the passage that has most of the question, in a page or in a source', async () => {
    const question = 'Was the keeper of the Fresnel lens called Aldous Wren?';
    const { text } = await fixture.workbench.ask(question, { by: 'passages' });
    expect(text.split('\n')[0]).toContain('The first keeper was called Aldous Wren. [keepers, line 1]');
    expect(text).toContain('[[fresnel-lens');
  });

  it('without a model has the passage with its place, unless only pages are wanted', async () => {
    const question = 'Who was called Aldous Wren?';
    const answer = await fixture.workbench.ask(question, { by: 'passages' });
    expect(answer.text).toBe(
      '- The first keeper was called Aldous Wren. [keepers, line 1] (in a source, not yet in the wiki)',
    );
    expect(answer.gaps).toEqual([]);
    const pages = await fixture.workbench.ask(question, { by: 'passages', pagesOnly: true });
    expect([pages.text, pages.gaps]).toEqual(['', [question]]);
  });
});

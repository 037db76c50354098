import { type FoundPassage, sortPassages } from '../../src/librarian/found-passages';

const passage = (text: string, about: string): FoundPassage => ({ line: `- ${text} [[${about}]]`, text, about });

const first = (question: string, ...passages: readonly FoundPassage[]): string | undefined =>
  sortPassages(passages, question)[0]?.text;

describe('the order of passages in an answer without a model', () => {
  it('raises a passage whose page is about the question', () => {
    const other = passage('The gates are of old oak.', 'Boatyard');
    const own = passage('The gates are of new steel.', 'Hembury lock');
    expect(first('Of what are the gates of Hembury lock?', other, own)).toBe(own.text);
  });

  it('prefers a passage that has the subject to one that only has a rarer word such as "fast"', () => {
    const fast = passage('The boats there are fast.', 'Boats');
    const own = ['The gates open at six.', 'The gates shut at ten.', 'The gates are new.'].map((text) =>
      passage(text, 'Rules'),
    );
    expect(sortPassages([fast, ...own], 'How fast do the gates open?').at(-1)).toBe(fast);
  });

  it('puts what defines the thing first where the question asks what it is', () => {
    const name = passage('Programme music is often played.', 'Concerts');
    const use = passage('The sluice of the lock is the sluice that leaks most.', 'Sluice');
    const own = passage('Sluices are gates that let water through.', 'Locks');
    expect(first('What is a sluice?', name, use, own)).toBe(own.text);
  });

  it('shows a sentence once that a summary quotes below the name of its section', () => {
    const inSource = passage('The gates open at six.', 'rules');
    const onPage = { ...passage('Opening: The gates open at six.', 'Rules'), quotes: [inSource.text] };
    expect(sortPassages([onPage, inSource], 'When do the gates open?')).toEqual([onPage]);
  });

  it('puts a line of a digest below a sentence that says the same', () => {
    const digest = passage('Fixed a leak of quota when elastic jobs scale up. (#11557, @someone)', 'Changes');
    const prose = passage('Elastic jobs that scale up no longer leak quota.', 'Notes');
    expect(first('Do elastic jobs leak quota when they scale up?', digest, prose)).toBe(prose.text);
  });

  it('shows one of several lines that differ in the number of a thread', () => {
    const lines = ['#11557', '#11558'].map((number) => passage(`Fixed a leak of quota (${number}).`, number));
    expect(sortPassages(lines, 'Is there a leak of quota?')).toHaveLength(1);
  });

  it('puts a sentence above a long row that has the same words', () => {
    const row = passage(`The gates open at dawn; ${'name and number; '.repeat(60)}`, 'Table');
    const sentence = passage('The gates open at six.', 'Rules');
    expect(first('When do the gates open?', row, sentence)).toBe(sentence.text);
  });

  it('prefers an interval where the question asks how often', () => {
    const release = passage('Developers see the changes of an edition at once.', 'Editions');
    const interval = passage('Every three years the team makes an edition.', 'Editions');
    expect(first('How often is an edition released?', release, interval)).toBe(interval.text);
  });
});

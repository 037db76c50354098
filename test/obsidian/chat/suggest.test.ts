import { suggestQuestions } from '../../../src/obsidian/chat/view-model/suggest';
import { parsePage } from '../../../src/wiki';

const page = (title: string, sources: number, extra = '') =>
  parsePage(
    `concepts/${title}.md`,
    `---\nschema: knowledge/v1\nkind: concept\ntitle: ${title}\nsources: [${Array.from({ length: sources }, (_, at) => `sources/${at}.md`).join(', ')}]\n${extra}---\n\n# ${title}\n`,
  );

describe('questions to begin with', () => {
  it('are what a person noted, what is disputed, and what most sources tell of', () => {
    const all = [page('Bath', 1, 'contradicts: [Lens]\n'), page('Tower', 3), page('Lens', 2)];
    const pages = new Map(all.map((each) => [each.path, each]));
    expect(suggestQuestions({ pages }, ['Who made the lens?', 'Where is the bell?'])).toEqual([
      'Who made the lens?',
      'What do the sources disagree about on Bath?',
      'What is known about Tower?',
      'How did Lens change over time?',
    ]);
    expect(suggestQuestions({ pages: new Map() }, [])).toEqual([]);
  });
});

import { silentRun, YieldBudget } from '../../../src/base';
import { findDefinition } from '../../../src/ingest/extractive/definitions';
import { parseSource } from '../../../src/ingest/extractive/parse-source';
import { CuratedWiki, prose } from '../support/curated-wiki';

const definedBy = async (text: string): Promise<string | null> => {
  const { sentences } = await parseSource(prose(text, { language: 'en' }), new YieldBudget(silentRun));
  const [sentence] = sentences;
  const definition = sentence === undefined ? null : findDefinition(sentence, 'en');
  return definition?.isComplete === true ? definition.subject : null;
};

describe('a sentence that defines by kind and difference', () => {
  it.each([
    ['Half tide', 'Half tide is the time midway between high water and low water.'],
    ['roller bearing', 'A roller bearing is a ring of steel rollers that carries the lens.'],
    ['terrestrial laser scanner', 'A terrestrial laser scanner is an instrument that measures points of a surface.'],
    ['Matched funding', 'Matched funding is money that a funder pays only when the same sum is raised elsewhere.'],
    ['theodolite', 'A theodolite is an instrument used to measure angles.'],
    ['storm panes', 'The term "storm panes" is a name of the outer windows that a lantern has.'],
  ])('makes a term of %s', async (subject, text) => {
    expect(await definedBy(text)).toBe(subject);
  });

  it.each([
    'This handbook is for everyone who keeps the doors open.',
    'It is a ring that carries the lens.',
    'The skipper is a man who decides.',
    'The grant is paid in three parts that follow the work.',
    'What is a roller bearing that turns?',
    'A good start is a plan that everybody knows.',
    'The main problem is a pump that leaks.',
    'A problem is a thing that worries people.',
    'Negotiations are in progress between the two governments.',
    'Economy in public spending is a duty that cannot be neglected.',
    'Whitespace is ignored when the text is compared.',
    'Legislation is pending that helps those who need it.',
    'Clearly the managers are a group that talks.',
    'Half tide was the time when the boat left.',
  ])('is not one of these: %s', async (text) => {
    expect(await definedBy(text)).toBe(null);
  });

  it('gives its term a concept page that starts with it', async () => {
    const wiki = await CuratedWiki.of({
      'sources/talk.vtt':
        'WEBVTT\n\n00:01.000 --> 00:05.000\n<v Tomas Reyes>We take out the bath.\n\n00:06.000 --> 00:09.000\n<v Tomas Reyes>A roller bearing is a ring of rollers that carries the lens.\n',
    });
    await wiki.ingest('sources/talk.vtt');
    expect((await wiki.pages())['concepts/roller-bearing.md']).toContain(
      '# Roller bearing\n\nTomas Reyes: “A roller bearing is a ring of rollers that carries the lens.”[^talk-2]\n',
    );
  });
});

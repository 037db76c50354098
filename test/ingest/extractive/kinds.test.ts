import { silentRun, YieldBudget } from '../../../src/base';
import { choosePageKind, type TermType } from '../../../src/ingest/extractive/kinds';
import { parseSource } from '../../../src/ingest/extractive/parse-source';
import { extractTerms } from '../../../src/ingest/extractive/terms';
import { prose } from '../support/curated-wiki';

async function typeIn(name: string, text: string): Promise<TermType | undefined> {
  const pace = new YieldBudget(silentRun);
  const terms = await extractTerms(await parseSource(prose(text), pace), pace);
  return terms.find((term) => term.name === name)?.type;
}

describe('a name', () => {
  it.each<[name: string, text: string]>([
    ['Amara Osei', 'Yesterday Amara Osei opened the door.'],
    ['Zebedee Quill', 'Present were Zebedee Quill (chair) and two others.'],
    ['Zebedee Quill', 'The plan of Zebedee Quill, who had been ill, was read.'],
    ['Zebedee Quill', 'After that Zebedee Quill said that all was well.'],
    ['Zebedee Quill', 'We met the engineer Zebedee Quill there.'],
    ['Zebedee Quill', 'A letter of Zebedee Quill, treasurer of the club, lay there.'],
    ['Clara Wood', 'Yesterday Clara Wood opened the door.'],
    ['Quill', 'A letter for Mrs Quill lay there.'],
    ['J. P. Hartley', 'In March J. P. Hartley went home.'],
    ['Maria van den Berg', 'After that we saw Maria van den Berg at the door, and she was well.'],
  ])('is a person: %s in %j', async (name, text) => {
    expect(await typeIn(name, text)).toBe('person');
  });

  it.each<[name: string, text: string]>([
    ['Coastal Heritage Fund', 'A letter of the Coastal Heritage Fund came.'],
    ['Northern Lights Board', 'It was built by the Northern Lights Board.'],
    ['Harbour Trust', 'It was paid by the Harbour Trust.'],
    ['Kestrel Geomatics', 'It was surveyed by Kestrel Geomatics in May.'],
    ['Amara Ltd', 'It was surveyed by Amara Ltd in May.'],
    ['University of Bern', 'She studied at the University of Bern then.'],
    ['Blorp', 'It was sold by the firm Blorp in May.'],
  ])('is an organisation: %s in %j', async (name, text) => {
    expect(await typeIn(name, text)).toBe('organisation');
  });

  it.each<[name: string, text: string]>([
    ['Ardmore Quay', 'The boat leaves Ardmore Quay at noon.'],
    ['Lake Orta', 'They swam in Lake Orta then.'],
    ['Oban', 'They came from the village Oban and left.'],
    ['Lisbon', 'They met in Lisbon. Nobody stayed in Lisbon for long.'],
  ])('is a place: %s in %j', async (name, text) => {
    expect(await typeIn(name, text)).toBe('place');
  });

  it.each<[name: string, text: string]>([
    ['Halcyon', 'That was after the wreck of the barque Halcyon, they say.'],
    ['Mary Celeste', 'That was after the wreck of the ship Mary Celeste, they say.'],
    ['Deep Current Project', 'Money for the Deep Current Project came late.'],
    ['Blue Marvel', 'They speak of the Blue Marvel there.'],
  ])('is a thing if unknown: %s in %j', async (name, text) => {
    expect(await typeIn(name, text)).toBe('thing');
  });
});

describe('the kind of a page', () => {
  it('is the fitting type of the manifest, otherwise a built-in one', () => {
    const types = ['Person', 'Organization', 'Project', 'SeaMark'].map((name) => ({ name, fields: [] }));
    expect(choosePageKind('Amara Osei', 'person', [], types)).toBe('person');
    expect(choosePageKind('Harbour Trust', 'organisation', [], types)).toBe('organization');
    expect(choosePageKind('Deep Current Project', 'thing', [], types)).toBe('project');
    expect(choosePageKind('Bell', 'thing', ['sea-mark that rings'], types)).toBe('sea-mark');
    expect(choosePageKind('Halcyon', 'thing', [], types)).toBe('entity');
    expect(choosePageKind('Half tide', 'concept', [], types)).toBe('concept');
  });
});

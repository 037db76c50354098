import { silentRun } from '../../../src/base';
import { frameUnits, numberUnits, saysNothingAlone } from '../../../src/ingest/units';
import { extracted } from '../support/extract-source';

async function framesOf(text: string, path = 'sources/letter.txt'): Promise<readonly string[]> {
  const { units } = await numberUnits(await extracted(path, text), silentRun);
  const frame = frameUnits(units);
  return units.filter(({ number }) => frame.has(number)).map((unit) => unit.text.replace(/\s+/g, ' '));
}

describe('the frame of a source', () => {
  it('is its letterhead, the line of its author and its signature', async () => {
    const letter =
      'HARBOUR ROWING CLUB\n12 Quay Street, Leith\n\nPrepared for the members by Ida Lund, secretary\n\nThe boathouse roof was renewed in April.\nIt cost £4,100.\n\nYours,\n\nIda Lund\n';
    expect(await framesOf(letter)).toEqual([
      'HARBOUR ROWING CLUB 12 Quay Street, Leith',
      'Prepared for the members by Ida Lund, secretary',
      'Yours,',
      'Ida Lund',
    ]);
  });

  it('is the lines of a report that say who read it and when', async () => {
    const report =
      '# The roof\n\nReport to the committee by the boatman, Ola Dahl. Accepted by the committee on 3 June 2021.\n\nThe roof leaks over the third rack. Signed copies were sent to the insurer.\n';
    expect(await framesOf(report, 'sources/report.md')).toEqual([
      'Report to the committee by the boatman, Ola Dahl.',
      'Accepted by the committee on 3 June 2021.',
    ]);
  });

  it('is nothing that states a fact, and nothing behind what does', async () => {
    const text =
      'From 1874 the light was tended by two keepers.\n\nThe tower is white.\n\nAccepted by the board on 3 June 2021.\n\nA second lamp was lit.\n';
    expect(await framesOf(text)).toEqual([]);
  });

  it.each([
    'By 1880 the tonnage fell to 19,000 tons.',
    'From then on the members paid a guinea each.',
    'To this day boats pay no toll there',
    'Volume of trade fell every year.',
  ])('is no last sentence that tells what happened: %s', async (last) => {
    expect(await framesOf(`The canal was opened in 1801.\n\nIt is 17 miles long.\n\n${last}\n`)).toEqual([]);
  });
});

describe('a sentence alone', () => {
  const alone = (text: string): boolean => saysNothingAlone({ kind: 'sentence', text, lead: null });

  it.each([
    'We have moved.',
    'This is my first report.',
    'Penhallow did not see it.',
    'From the start to the end of 2008.',
    'The inner ring has come away over three lengths:',
    'Gentlemen of the Senate and Gentlemen of the House: We are met together at a most interesting period.',
    'Dear members, it is good to write to you again.',
    'In this chapter we describe how the towers were built.',
    'I will now turn to the lamp.',
    'More on this below.',
    'Welcome to the letter of the spring.',
    "Confirmed, and I am sorry that it took somebody's recordings to bring it up.",
    'Hello again from the Harbour Council!',
    "We've greatly appreciated their support!",
  ])('says nothing: %s', (text) => {
    expect(alone(text)).toBe(true);
  });

  it.each([
    'Nobody was hurt.',
    'The tower is white.',
    'Tea is at four.',
    'Welcome Rock was charted in 1801.',
    'We appreciate that the tower leans by two degrees.',
    'All distances are from the west portal.',
    'In 1874 the tower was lit.',
    'Dear members, the lamp was sold to the Mole Trust in May.',
    'In this chapter of the society 40 members were enrolled.',
    'This report covers the years from 1874 to 1880.',
    'Members, guests and children may climb the tower.',
    'Friends of the light paid for the lamp.',
    'It has stood on the rock since the spring of 1874.',
  ])('says something: %s', (text) => {
    expect(alone(text)).toBe(false);
  });

  it('says something with what leads into it', () => {
    expect(saysNothingAlone({ kind: 'sentence', text: 'It was Lock 14.', lead: 'Which lock?' })).toBe(false);
  });
});

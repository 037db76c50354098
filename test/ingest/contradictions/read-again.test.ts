import fc from 'fast-check';
import { silentRun, YieldBudget } from '../../../src/base';
import { type FactSentence, type readFacts } from '../../../src/ingest/contradictions';

const SENTENCES = [
  'The mill was built in 1842.',
  'It has six pairs of stones.',
  'It was closed in 1901, and the wheel was removed in 1911.',
  'The chair of the trust is Ada Holt.',
  'They are 14 metres long and weigh two tonnes.',
  'There are six weirs on the river.',
  'Quite another matter.',
  'In winter the pond is open.',
  'The length of the tunnel is 450 metres.',
];

const sentences = fc.array(
  fc.record({
    text: fc.constantFrom(...SENTENCES),
    heading: fc.constantFrom(null, 'History', 'Wendle Mill'),
    passage: fc.nat({ max: 3 }),
    isContinued: fc.boolean(),
  }),
  { maxLength: 8 },
);

type Read = (title: string, said: readonly FactSentence[]) => Promise<unknown>;

/** Facts without the text that they are in, of a reader that has read nothing yet. */
async function newReader(): Promise<Read> {
  let read: typeof readFacts | undefined;
  await jest.isolateModulesAsync(async () => {
    ({ readFacts: read } = await import('../../../src/ingest/contradictions'));
  });
  return async (title, said) => {
    const facts = await read?.(title, said, new YieldBudget(silentRun));
    return facts?.map((fact) => ({ ...fact, subject: { ...fact.subject, context: null } }));
  };
}

it('a text says the same whatever was read before it', async () => {
  const reader = await newReader();
  const title = fc.constantFrom('Wendle Mill', 'Minutes', 'The river');
  await fc.assert(
    fc.asyncProperty(title, sentences, async (about, said) => {
      const anew = await newReader();
      expect(await reader(about, said)).toEqual(await anew(about, said));
    }),
    { numRuns: 25 },
  );
}, 60_000);

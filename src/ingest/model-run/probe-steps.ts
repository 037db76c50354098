import { type Random, type Run } from '../../base';
import { type LanguageModel } from '../../model';
import { readUnitRanges } from '../units';
import { planSchema } from './answer-schemas';
import { planPrompt } from './plan-prompt';
import { isFinal } from './unusable-answer';

/** Facts about two subjects, as numbered units. */
const UNITS = [
  'Halden Light is a lighthouse on the island of Halden.',
  'Halden Light was built in 1874.',
  'Its tower is 30 metres tall.',
  'In 1991 the light was automated.',
  'The Harbour Trust is a charity that owns the island.',
  'The Harbour Trust was founded in 1902 by fishermen.',
  'It pays for the repairs of the lighthouse.',
  'The trust has forty members.',
];

/** A model that places fewer of these units is asked in small steps. */
const MIN_PLACED = 6;

/**
 * Asks for a plan of a source of eight sentences, as ingest does: whether the model can do that, or is better asked in small steps.
 * @throws ModelError if the server fails
 */
export async function probeSteps(model: LanguageModel, random: Random, run: Run): Promise<'whole' | 'small'> {
  const messages = planPrompt(
    { stable: [], steering: [], random },
    {
      label: 'source sources/test.md',
      types: '',
      part: '',
      units: UNITS.map((text, at) => `{1.${at + 1}} ${text}`).join('\n'),
      listed: [],
      standing: [],
      planned: [],
      errors: [],
      known: null,
      isSmall: false,
    },
  );
  try {
    const { data } = await model.ask({ messages, schema: planSchema(), asText: true }, run);
    const { numbers } = readUnitRanges(
      data.pages.flatMap(({ units }) => units),
      1,
      UNITS.length,
    );
    return new Set(numbers).size >= MIN_PLACED ? 'whole' : 'small';
  } catch (error) {
    if (isFinal(error)) throw error;
    return 'small';
  }
}

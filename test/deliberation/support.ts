import { type Random } from '../../src/base';
import {
  assembleUnit,
  signerOf,
  runRounds,
  type Bundle,
  type DeliberationRequest,
  type GivenSource,
  type Participant,
  type SortedClaims,
  type UnitDetails,
} from '../../src/deliberation';
import { silentRun } from '../../src/base';
import { type LanguageModel, type ModelAnswer, type ModelRequest } from '../../src/model';
import { steadyClock } from '../support/wiki';

export const SEED = Uint8Array.from({ length: 32 }, (_, at) => at);
export const OTHER_SEED = Uint8Array.from({ length: 32 }, (_, at) => 255 - at);

/** Twelve letters that differ each time. */
export function letters(): Random {
  let count = 0;
  return { id: (length) => (count++).toString(36).padStart(length, 'k').slice(-length) };
}

export const promptText = (request: ModelRequest<unknown>): string =>
  request.messages
    .map((message) => (message.role === 'user' ? JSON.stringify(message.content) : message.text))
    .join('\n');

/** A model that answers from a script; the rounds tell it apart by what it is asked for. */
export function scripted(
  name: string,
  answers: { readonly 1: string; readonly 2: string; readonly sorting?: SortedClaims },
  before: (request: ModelRequest<unknown>) => Promise<void> | void = () => undefined,
): LanguageModel {
  return {
    name,
    identity: `test ${name}`,
    async ask<T>(request: ModelRequest<T>): Promise<ModelAnswer<T>> {
      await before(request);
      const usage = { input: 100, output: 50, cached: 0, estimated: false };
      const shared = { toolCalls: [], model: name, calls: [], usage, cached: false };
      if (request.schema !== undefined) {
        const checked = request.schema.validate(answers.sorting);
        if (!checked.ok) throw new Error(checked.problems.join(' '));
        return { ...shared, text: JSON.stringify(answers.sorting), data: checked.data };
      }
      const isFirst = promptText(request).includes('You answer a question independently');
      return { ...shared, text: answers[isFirst ? 1 : 2], data: undefined as T };
    },
  };
}

export const SOURCE: GivenSource = {
  name: 'S1',
  uri: 'sources/survey.md',
  title: 'Survey',
  text: 'The mercury bath must be emptied before the lens is jacked. The lean is eleven millimetres.',
};

const stance = (
  text: string,
  kind: 'supports' | 'disputes' | 'unsure',
  quote: string,
): SortedClaims['claims'][number]['stances'][number] => ({
  text,
  stance: kind,
  quote,
});

export const SORTING: SortedClaims = {
  claims: [
    {
      claim: 'The mercury bath must be emptied before the lens is jacked.',
      significance: 'core',
      stances: [
        stance('A1', 'supports', 'The mercury bath must be emptied first'),
        stance('B1', 'supports', 'Empty the mercury bath before the lens is jacked.'),
        stance('C1', 'supports', 'the mercury has to go before the lens is jacked'),
      ],
      sources: [{ source: 'S1', quote: 'The mercury bath must be emptied before the lens is jacked.' }],
      reason: '',
    },
    {
      claim: 'The lean must be corrected before the bearing goes in.',
      significance: 'core',
      stances: [
        stance('A1', 'supports', 'The lean must be corrected before the bearing goes in.'),
        stance('C2', 'disputes', 'The lean need not be corrected: adjustable feet take it up.'),
      ],
      sources: [],
      reason: 'adjustable feet',
    },
    {
      claim: 'Whether the lean still grows is not known.',
      significance: 'edge_case',
      stances: [stance('B1', 'unsure', 'I do not know whether the lean still grows.')],
      sources: [],
      reason: 'one survey only',
    },
  ],
  follow_ups: ['Who made the lens?'],
  synthesis: 'The lens can stay, once the mercury is out.',
};

export const ANSWERS = {
  A: {
    1: 'Yes. The mercury bath must be emptied first, before the lens is jacked. The lean must be corrected before the bearing goes in.',
    2: 'Answer B agrees with A about the mercury.',
  },
  B: {
    1: 'Yes. Empty the mercury bath before the lens is jacked. I do not know whether the lean still grows.',
    2: 'All answers say that the mercury bath comes first.',
  },
  C: {
    1: 'It can stay; the mercury has to go before the lens is jacked.',
    2: 'The lean need not be corrected: adjustable feet take it up.',
  },
} as const;

export function participants(sorting: SortedClaims = SORTING): readonly Participant[] {
  return [
    { id: 'aurora/large-2', model: scripted('large-2', { ...ANSWERS.A, sorting }) },
    { id: 'borealis/70b', model: scripted('70b', { ...ANSWERS.B, sorting }) },
    { id: 'cumulus/pro', model: scripted('pro', { ...ANSWERS.C, sorting }) },
  ];
}

export const QUESTION = 'Can the lens stay in place?';

export function deliberationOf(
  all: readonly Participant[],
  more: Partial<DeliberationRequest> = {},
): DeliberationRequest {
  const [first] = all;
  if (first === undefined) throw new Error('No model takes part.');
  return {
    question: QUESTION,
    participants: all,
    synthesizer: first,
    sources: [SOURCE],
    random: letters(),
    clock: steadyClock(),
    ...more,
  };
}

/** A whole deliberation, signed. */
export async function exampleBundle(
  details: Partial<UnitDetails> = {},
  sorting: SortedClaims = SORTING,
): Promise<Bundle> {
  const rounds = await runRounds(deliberationOf(participants(sorting)), silentRun);
  return assembleUnit(rounds, {
    question: QUESTION,
    sources: [
      {
        uri: SOURCE.uri,
        title: SOURCE.title,
        content_hash: `sha256:${'a'.repeat(64)}`,
        ingested_at: '2026-05-01T08:00:00Z',
      },
    ],
    warnings: [],
    signer: signerOf(SEED),
    now: Date.parse('2026-05-01T08:00:00Z'),
    random: letters(),
    ...details,
  });
}

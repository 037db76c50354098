import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { assembleUnit, runRounds, signerOf, type DeliberationEvent, type Participant } from '../../src/deliberation';
import { ModelError, type ModelRequest } from '../../src/model';
import {
  ANSWERS,
  deliberationOf,
  letters,
  participants,
  promptText,
  QUESTION,
  scripted,
  SEED,
  SORTING,
} from './support';

const NAMES = ['aurora/large-2', 'borealis/70b', 'cumulus/pro'] as const;
/** Marks that occur nowhere but in the answers of one model. */
const MARKS = ['qwertyA', 'qwertyB', 'qwertyC'] as const;

const isFirstRound = (request: ModelRequest<unknown>): boolean =>
  promptText(request).includes('You answer a question independently');

/** Three models that answer in the order that a schedule gives, whenever it lets them. */
function scheduled(order: readonly number[], seen: string[][]): readonly Participant[] {
  let answered = 0;
  return NAMES.map((id, at) => {
    const turn = order.indexOf(at);
    const model = scripted(
      id,
      { 1: `${MARKS[at]} ${ANSWERS.A[1]}`, 2: `${MARKS[at]} ${ANSWERS.A[2]}`, sorting: SORTING },
      async (request) => {
        seen[at]?.push(promptText(request));
        if (!isFirstRound(request)) return;
        while (answered < turn) await new Promise((resolve) => setImmediate(resolve));
        answered += 1;
      },
    );
    return { id, model };
  });
}

describe('round 1', () => {
  it('shows no model a byte of another one, in whatever order they answer', async () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    await fc.assert(
      fc.asyncProperty(order, async (schedule) => {
        const seen: string[][] = [[], [], []];
        await runRounds(deliberationOf(scheduled(schedule, seen)), silentRun);
        const firsts = seen.map(([first = '']) => first);
        for (const first of firsts) for (const mark of MARKS) expect(first).not.toContain(mark);
        // And every model was asked exactly the same, but for the marks of the fences.
        const plain = firsts.map((text) => text.replace(/untrusted-[a-z0-9]{12}/g, 'untrusted'));
        expect(new Set(plain).size).toBe(1);
      }),
      { numRuns: 6 },
    );
  });

  it('fences the answers in round 2, each in a fence that it cannot close', async () => {
    const seen: string[][] = [[], [], []];
    await runRounds(deliberationOf(scheduled([0, 1, 2], seen)), silentRun);
    for (const [, second = ''] of seen) {
      for (const [at, mark] of MARKS.entries()) {
        const label = String.fromCharCode(65 + at);
        expect(second).toMatch(
          new RegExp(`<untrusted-([a-z0-9]{12}) answer ${label}>[^<]*${mark}[^<]*</untrusted-\\1>`),
        );
      }
    }
  });
});

describe('a model that says nothing', () => {
  const failing = (code: `living-wiki:model_${string}`, inRound: 1 | 2): readonly Participant[] =>
    participants().map((each, at) => {
      if (at !== 1) return each;
      const model = scripted(each.id, { ...ANSWERS.B, sorting: SORTING }, (request) => {
        if (isFirstRound(request) === (inRound === 1))
          throw new ModelError(code as 'living-wiki:model_refused', 'No answer in 120 s.');
      });
      return { id: each.id, model };
    });

  it.each([1, 2] as const)('in round %d is named, and its silence is no agreement', async (round) => {
    const events: DeliberationEvent[] = [];
    const all = failing('living-wiki:model_timeout', round);
    const result = await runRounds(deliberationOf(all, { onEvent: (event) => events.push(event) }), silentRun);
    expect(result.absences).toMatchObject([{ round, slot: 2, model: 'borealis/70b', reason: 'No answer in 120 s.' }]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'silent', slot: 2, round }));
    const bundle = assembleUnit(result, {
      question: QUESTION,
      sources: [],
      warnings: [],
      signer: signerOf(SEED),
      now: 0,
      random: letters(),
    });
    expect(bundle.unit.models_used).toHaveLength(round === 1 ? 2 : 3);
    expect(bundle.responses.filter((each) => each.round === 2).map(({ slot }) => slot)).toEqual([1, 3]);
  });

  it('leaves too few when only one remains', async () => {
    const alone = participants().map((each, at) => ({
      ...each,
      model:
        at === 0
          ? each.model
          : scripted(each.id, ANSWERS.A, () => {
              throw new ModelError('living-wiki:model_refused', 'I cannot help with that.');
            }),
    }));
    await expect(runRounds(deliberationOf(alone), silentRun)).rejects.toMatchObject({
      code: 'living-wiki:deliberation_too_few',
    });
  });

  it('is replaced by the next one when it was to sort', async () => {
    const all = participants().map((each, at) => ({
      ...each,
      model:
        at !== 0
          ? each.model
          : scripted(each.id, ANSWERS.A, (request) => {
              if (request.schema !== undefined) throw new ModelError('living-wiki:model_invalid_answer', 'No JSON.');
            }),
    }));
    const { sortedBy, warnings } = await runRounds(deliberationOf(all), silentRun);
    expect(sortedBy).toBe('borealis/70b');
    expect(warnings).toContain('borealis/70b sorted the answers instead of aurora/large-2.');
  });
});

it('stops at once when it is cancelled, and when a limit is reached', async () => {
  const stop = new AbortController();
  const all = participants().map((each) => ({ ...each, model: scripted(each.id, ANSWERS.A, () => stop.abort()) }));
  await expect(runRounds(deliberationOf(all), { ...silentRun, signal: stop.signal })).rejects.toMatchObject({
    code: 'living-wiki:cancelled',
  });
  const broke = participants().map((each) => ({
    ...each,
    model: scripted(each.id, ANSWERS.A, () => {
      throw new ModelError('living-wiki:model_budget_exhausted', 'The limit is reached.', { limit: 'job' });
    }),
  }));
  const request = deliberationOf(broke, { isFatal: ({ code }) => code === 'living-wiki:model_budget_exhausted' });
  await expect(runRounds(request, silentRun)).rejects.toMatchObject({ code: 'living-wiki:model_budget_exhausted' });
});

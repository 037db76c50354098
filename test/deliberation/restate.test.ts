import { publicKeyOf } from '../../src/signing';
import {
  deliberationOf,
  keyIdOf,
  oneSidedRelations,
  pageBody,
  printJson,
  readBundle,
  reciprocalOf,
  RELATIONS,
  restateUnit,
  signerOf,
  stateOfUnit,
  verifyUnit,
  type Bundle,
  type KnowledgeUnit,
  type RestateDetails,
  type UnitVerification,
} from '../../src/deliberation';
import { exampleBundle, letters, SEED } from './support';

const NOW = Date.parse('2026-06-01T08:00:00Z');
const KEY = { kid: keyIdOf(publicKeyOf(SEED)), key: publicKeyOf(SEED) };
const verified = (bundle: Bundle): UnitVerification =>
  verifyUnit({ bundle, keys: [KEY], trusted: [KEY], sources: new Map() });

const BACK = { target_ku_id: 'ku-aaaaaaaaaaaa', relation: 'extends' } as const;
const details = (more: Partial<RestateDetails> = {}): RestateDetails => ({
  status: 'active',
  relations: [BACK],
  note: 'Restates the unit.',
  signer: signerOf(SEED),
  now: NOW,
  random: letters(),
  id: 'ku-bbbbbbbbbbbb',
  ...more,
});

describe('a unit that restates another one', () => {
  let before: Bundle;
  let after: Bundle;
  beforeAll(async () => {
    before = await exampleBundle({ tokens: 2_100, costCents: 0.98 });
    after = restateUnit(before, details());
  });

  it('replaces it, makes the same claims and has paid for none', () => {
    const { unit } = after;
    expect(unit).toMatchObject({
      supersedes: before.unit.id,
      process_template: 'restated',
      relations: [BACK],
      agreed: before.unit.agreed,
      fresh_until: before.unit.fresh_until,
    });
    expect([unit.total_tokens, unit.total_cost_cents]).toEqual([undefined, undefined]);
    expect(stateOfUnit(before.unit, [unit], new Map(), NOW).status).toBe('superseded');
  });

  it('is verified alone, with every receipt of the deliberation', () => {
    const { bundle, problems } = readBundle(printJson(after));
    if (bundle === null) throw new Error(problems[0]?.message);
    const { failures, signatures, quotes } = verified(bundle);
    expect(failures).toEqual([]);
    expect(signatures).toHaveLength(2 + before.responses.length + 1);
    expect(quotes).toEqual(verified(before).quotes);
    expect(pageBody(after)).toContain('- C: cumulus/pro');
  });

  it('restated again still holds the deliberation, and no chain of restatements', () => {
    const again = restateUnit(after, details({ id: 'ku-cccccccccccc', relations: [] }));
    expect([again.unit.supersedes, deliberationOf(again).unit.id]).toEqual([after.unit.id, before.unit.id]);
    expect(verified(again).failures).toEqual([]);
    expect(readBundle(printJson({ ...again, restates: after })).bundle).toBeNull();
  });

  it.each<[string, (bundle: Bundle) => Bundle]>([
    ['says something else', (b) => resigned({ ...b.unit, agreed: [] }, b)],
    ['claims to be fresher', (b) => resigned({ ...b.unit, fresh_until: '2028-01-01T00:00:00Z' }, b)],
    ['hides that nobody was asked', (b) => resigned({ ...b.unit, process_template: '3-round' }, b)],
    [
      'lost its deliberation',
      ({ version, unit, deliberated, responses }) => ({ version, unit, deliberated, responses }),
    ],
    [
      'has another answer in its deliberation',
      (b) => ({ ...b, restates: { ...deliberationOf(b), responses: deliberationOf(b).responses.slice(1) } }),
    ],
  ])('is refused when it %s', (_, change) => {
    expect(verified(change(after)).failures).not.toEqual([]);
  });

  it('that is archived stays out of use, and is no fresher than it was', () => {
    const late = Date.parse('2027-01-01T00:00:00Z');
    const archived = restateUnit(before, details({ status: 'superseded', now: late }));
    expect(stateOfUnit(archived.unit, [], new Map(), late).status).toBe('superseded');
    expect(archived.unit.fresh_until).toBe('2027-01-01T00:00:00Z');
    expect(verified(archived).failures).toEqual([]);
    expect(pageBody(archived)).toMatch(/^No longer current\. /);
  });

  /** Signed by somebody with the key, who wants more than the deliberation gives. */
  function resigned(unit: KnowledgeUnit, { restates }: Bundle): Bundle {
    if (restates === undefined) throw new Error('It restates nothing.');
    const wanted = { ...restates, unit: { ...restates.unit, ...unit, id: restates.unit.id } };
    const forged = restateUnit(wanted, details());
    const { process_template } = unit;
    const { bundle } = readBundle(printJson({ ...forged, unit: { ...forged.unit, process_template } }));
    return { ...(bundle ?? forged), restates };
  }
});

describe('a relation', () => {
  it('read from the other side and back again is the same', () => {
    for (const kind of RELATIONS) expect(reciprocalOf(reciprocalOf(kind))).toBe(kind);
  });

  it('is one-sided until what replaced its target names the unit, or what replaced that', async () => {
    const { unit } = await exampleBundle();
    const one = {
      ...unit,
      id: 'ku-111111111111',
      relations: [{ target_ku_id: 'ku-222222222222', relation: 'refines' }],
    };
    const two = { ...unit, id: 'ku-222222222222', relations: [] };
    const known = (...all: readonly object[]): ReadonlyMap<string, KnowledgeUnit> =>
      new Map((all as readonly KnowledgeUnit[]).map((each) => [each.id, each]));
    expect(oneSidedRelations(one as KnowledgeUnit, known(one, two))).toHaveLength(1);
    const three = {
      ...two,
      id: 'ku-333333333333',
      supersedes: two.id,
      relations: [{ target_ku_id: one.id, relation: 'extends' }],
    };
    expect(oneSidedRelations(one as KnowledgeUnit, known(one, two, three))).toEqual([]);
    const four = { ...one, id: 'ku-444444444444', supersedes: one.id, relations: three.relations.slice(1) };
    expect(oneSidedRelations(three as unknown as KnowledgeUnit, known(one, two, three, four))).toHaveLength(1);
  });
});

it('models of one maker are a warning on the unit, models of two are none', async () => {
  const { lineageWarning, makerOf } = await import('../../src/deliberation');
  const makers = (...names: string[]): readonly (string | null)[] => names.map(makerOf);
  expect(lineageWarning(makers('openai/gpt-5', 'o3-mini'))).toContain('All models are from one maker (openai)');
  expect(lineageWarning(makers('openai/gpt-5', 'qwen3:8b'))).toBeNull();
  // Of nobody knows where, nothing can be said.
  expect(lineageWarning(makers('aurora/large', 'aurora/small'))).toBeNull();
});

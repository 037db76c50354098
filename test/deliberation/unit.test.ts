import { createPublicKey, verify as nodeVerify } from 'node:crypto';
import fc from 'fast-check';
import { publicKeyOf } from '../../src/signing';
import {
  canonicalQuestion,
  canonicalText,
  consensusLevel,
  full,
  headline,
  keyIdOf,
  listOf,
  pageBody,
  parseJwks,
  printJwks,
  readBundle,
  readUnit,
  receiptHash,
  stateOfUnit,
  summary,
  unitFromMarkdown,
  unitToMarkdown,
  verifyUnit,
  type Bundle,
  type ModelStance,
} from '../../src/deliberation';
import { estimateTokens } from '../../src/model';
import { exampleBundle, OTHER_SEED, SEED, SORTING, SOURCE } from './support';
import { type SortedClaims } from '../../src/deliberation';

const KEY = { kid: keyIdOf(publicKeyOf(SEED)), key: publicKeyOf(SEED) };
const NO_SOURCES = new Map();
const verifyWith = (bundle: Bundle, trusted = [KEY]): ReturnType<typeof verifyUnit> =>
  verifyUnit({ bundle, keys: [KEY], trusted, sources: NO_SOURCES });

describe('the canonical question', () => {
  it.each([
    ['Could you please tell me: how tall is the tower?', 'how tall is the tower'],
    ['  HOW   tall is\nthe tower ??  ', 'how tall is the tower'],
    ['Bitte, wie hoch ist der Turm?', 'wie hoch ist der turm'],
    ['Ich möchte wissen, wie hoch der Turm ist. Danke!', 'wie hoch der turm ist'],
    ["S'il vous plaît, quelle est la hauteur de la tour ?", 'quelle est la hauteur de la tour'],
    ['¿Me puede decir... ¿qué altura tiene la torre?', 'me puede decir... ¿qué altura tiene la torre'],
    ['Por favor, ¿qué altura tiene la torre?', 'qué altura tiene la torre'],
    ['Mi chiedo: quanto è alta la torre?', 'quanto è alta la torre'],
    ['Queria saber, qual é a altura da torre?', 'qual é a altura da torre'],
    ['Ik vraag me af, hoe hoog is de toren?', 'hoe hoog is de toren'],
    ['塔の高さは？', '塔の高さは'],
    ['Is C++ faster than C#?', 'is c++ faster than c#'],
    ['please?', 'please'],
  ])('of %j is %j', (question, expected) => {
    expect(canonicalQuestion(question)).toBe(expected);
  });

  it('stays as it is when it is made canonical again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const once = canonicalQuestion(text);
        expect(canonicalQuestion(once)).toBe(once);
      }),
    );
  });
});

describe('the level of consensus', () => {
  it.each([
    [{ agreed: 0, disputed: [], unsettledCore: 0 }, 'divergent'],
    [{ agreed: 0, disputed: ['core' as const], unsettledCore: 0 }, 'divergent'],
    [{ agreed: 2, disputed: ['core' as const, 'framing' as const], unsettledCore: 0 }, 'split'],
    [{ agreed: 2, disputed: ['framing' as const], unsettledCore: 0 }, 'strong'],
    [{ agreed: 2, disputed: [], unsettledCore: 1 }, 'strong'],
    [{ agreed: 2, disputed: [], unsettledCore: 0 }, 'unanimous'],
  ])('of %j is %s', (counts, level) => {
    expect(consensusLevel(counts)).toBe(level);
  });

  it('silence is never agreement, whatever the others say', () => {
    const stance = fc.constantFrom<ModelStance>('supports', 'disputes', 'unsure', 'silent');
    fc.assert(
      fc.property(fc.array(stance, { minLength: 1, maxLength: 6 }), (stances) => {
        if (listOf([...stances, 'silent']) === 'agreed') throw new Error('Silence was counted as agreement.');
      }),
    );
    expect(listOf(['supports', 'supports'])).toBe('agreed');
    expect(listOf(['disputes', 'silent'])).toBeNull();
  });
});

describe('a unit', () => {
  it('says who agrees and who does not, by code', async () => {
    const { unit, deliberated } = await exampleBundle();
    expect(unit.consensus_level).toBe('split');
    expect(unit.agreed).toHaveLength(1);
    expect(unit.disputed?.[0]?.positions['cumulus/pro']).toContain('disputes (round 2');
    expect(unit.disputed?.[0]?.positions['borealis/70b']).toBe('silent');
    expect(unit.uncertain).toHaveLength(1);
    expect(deliberated.thrown_out).toEqual({ claims: [], quotes: 0 });
    expect(readUnit(unit).problems).toEqual([]);
  });

  it('keeps no claim that nobody made, and no quote that is in another answer', async () => {
    const invented: SortedClaims = {
      ...SORTING,
      claims: [
        ...SORTING.claims,
        {
          claim: 'The tower was built by Augustin Fresnel in 1611.',
          significance: 'core',
          stances: [
            { text: 'A1', stance: 'supports', quote: 'The lean must be corrected before the bearing goes in.' },
          ],
          sources: [],
          reason: '',
        },
        {
          claim: 'Empty the mercury bath.',
          significance: 'core',
          stances: [{ text: 'C1', stance: 'supports', quote: 'Empty the mercury bath before the lens is jacked.' }],
          sources: [{ source: 'S1', quote: 'The lens weighs three tons.' }],
          reason: '',
        },
      ],
    };
    const { unit, deliberated } = await exampleBundle({}, invented);
    expect(unit.agreed).toHaveLength(1);
    expect(deliberated.thrown_out).toEqual({
      claims: ['The tower was built by Augustin Fresnel in 1611.', 'Empty the mercury bath.'],
      quotes: 1,
    });
  });

  it('is the same after it was Markdown', async () => {
    const { unit } = await exampleBundle();
    expect(unitFromMarkdown(unitToMarkdown(unit))).toEqual(unit);
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => !/\p{Cs}/u.test(each));
    fc.assert(
      fc.property(text, text, fc.option(text, { nil: undefined }), text, (claim, position, synthesis, model) => {
        const changed = {
          ...unit,
          agreed: [claim, { claim: position, evidence: claim, source_refs: [SOURCE.uri] }],
          disputed: [{ claim, positions: { 'cumulus/pro': position }, significance: 'core' as const }],
          uncertain: [{ claim: model, reason: claim }],
          ...(synthesis !== undefined && { synthesis }),
        };
        expect(unitFromMarkdown(unitToMarkdown(changed))).toEqual(changed);
      }),
      { numRuns: 40 },
    );
  });

  it('is told at four levels within their budgets', async () => {
    const { unit } = await exampleBundle();
    const long = {
      ...unit,
      agreed: Array.from({ length: 300 }, (_, at) => `Claim ${at} of a very long list of claims.`),
    };
    for (const each of [unit, long]) {
      expect(estimateTokens(headline(each))).toBeLessThanOrEqual(50);
      expect(estimateTokens(summary(each))).toBeLessThanOrEqual(200);
      expect(estimateTokens(full(each))).toBeLessThanOrEqual(1_000);
    }
    expect(summary(unit)).not.toContain('adjustable feet take it up');
    expect(full(unit)).toContain('adjustable feet take it up');
    expect(summary(long)).toMatch(/\(\d+ more\)$/);
  });

  it('is stale past its time, with another source, or replaced; and its file says nothing of it', async () => {
    const { unit } = await exampleBundle();
    const now = Date.parse('2026-05-02T00:00:00Z');
    const same = new Map([[SOURCE.uri, `sha256:${'a'.repeat(64)}`]]);
    expect(stateOfUnit(unit, [], same, now).status).toBe('active');
    expect(stateOfUnit(unit, [], new Map([[SOURCE.uri, 'sha256:b']]), now)).toMatchObject({
      status: 'stale',
      changed: [SOURCE.uri],
    });
    expect(stateOfUnit(unit, [], same, Date.parse('2027-01-01T00:00:00Z'))).toMatchObject({
      status: 'stale',
      isExpired: true,
    });
    expect(stateOfUnit(unit, [{ id: 'ku-000000000002', supersedes: unit.id }], same, now).status).toBe('superseded');
  });

  it('as a page holds nothing that runs', async () => {
    const bundle = await exampleBundle();
    const hostile = {
      ...bundle,
      unit: { ...bundle.unit, synthesis: '![[secret]] <script>alert(1)</script>\n```dataviewjs\nx\n```' },
    };
    const body = pageBody(hostile);
    expect(body).not.toMatch(/!\[\[|[^\\]<script|```dataviewjs/);
    expect(body).toContain('Not part of the record');
  });
});

describe('the receipts', () => {
  it('are valid for node:crypto, and the chain is the one that the draft describes', async () => {
    const { unit, responses } = await exampleBundle();
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(KEY.key).toString('base64url') };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    for (const { receipt } of responses) {
      const message = Buffer.from(canonicalText(receipt?.payload));
      expect(nodeVerify(null, message, key, Buffer.from(receipt?.signature.sig ?? '', 'hex'))).toBe(true);
    }
    expect(nodeVerify(null, receiptHash(responses), key, Buffer.from(unit.receipt_sig, 'hex'))).toBe(true);
  });

  it('the chain has these values for these signatures', () => {
    const sig = (round: 1 | 2 | 3, slot: number): { round: 1 | 2 | 3; slot: number; receipt_sig: string } => ({
      round,
      slot,
      receipt_sig: (round * 16 + slot).toString(16).padStart(2, '0').repeat(64),
    });
    // Out of order on purpose: slots decide. Slot 2 of round 2 said nothing.
    const all = [sig(3, 1), sig(1, 2), sig(1, 1), sig(2, 3), sig(2, 1), sig(1, 3)] as unknown as Bundle['responses'];
    expect(Buffer.from(receiptHash(all)).toString('hex')).toBe(
      'a6faa030c5a1a3d0e10c8f4a913a9692f8cf8abd10f659046b123187d96cc56d',
    );
  });

  it('verify as a whole, and say whether the signer is known', async () => {
    const bundle = await exampleBundle();
    expect(verifyWith(bundle)).toMatchObject({
      failures: [],
      summary: '8 signatures valid, signer known.',
      quotes: { found: 6, total: 6 },
    });
    expect(verifyWith(bundle, [])).toMatchObject({ failures: [] });
    expect(verifyWith(bundle, []).summary).toContain('signer unknown');
    const isOther = { ...KEY, key: publicKeyOf(OTHER_SEED) };
    expect(verifyWith(bundle, [isOther]).failures).not.toEqual([]);
  });

  it('of a revoked key were valid when signed, or are refused', async () => {
    const bundle = await exampleBundle();
    const after = verifyWith(bundle, [{ ...KEY, revoked: '2026-06-01T00:00:00Z' } as typeof KEY]);
    expect(after).toMatchObject({
      failures: [],
      summary: '8 signatures were valid when signed. The key has been revoked since.',
    });
    const before = verifyWith(bundle, [{ ...KEY, revoked: '2026-04-01T00:00:00Z' } as typeof KEY]);
    expect(before.failures[0]?.message).toBe('The key was revoked before this was signed.');
    const retired = verifyWith(bundle, [{ ...KEY, retired: '2026-04-01T00:00:00Z' } as typeof KEY]);
    expect(retired.failures[0]?.message).toBe('The key had been replaced before this was signed.');
  });

  it('break where one character of a bundle changes, and the slot is named', async () => {
    const bundle = await exampleBundle();
    const at = bundle.responses.findIndex(({ round, slot }) => round === 2 && slot === 3);
    const responses = bundle.responses.map((each, index) =>
      index === at ? { ...each, content: `${each.content}!` } : each,
    );
    expect(verifyWith({ ...bundle, responses }).failures[0]).toEqual({
      place: 'round 2, slot 3 (cumulus/pro)',
      message: 'The text is not the one that was signed.',
    });
  });

  it('of any kind of value of a bundle that changes, some check fails', async () => {
    const bundle = await exampleBundle();
    // The last of each kind: `responses.*.content`, `unit.agreed.*.claim`.
    const kinds = new Map(
      pathsOf(bundle).map((path) => [path.filter((key) => typeof key === 'string').join('.'), path]),
    );
    for (const [kind, path] of kinds) {
      const { bundle: read } = readBundle(JSON.stringify(withChange(bundle, path)));
      if (read !== null && verifyWith(read).failures.length === 0)
        throw new Error(`Nobody noticed a change of ${kind}.`);
    }
    expect(kinds.size).toBeGreaterThan(50);
  });

  it('of one unit are refused in another', async () => {
    const [one, other] = [await exampleBundle(), await exampleBundle({ random: { id: () => 'zzzzzzzzzzzz' } })];
    const responses = other.responses.map((each, at) =>
      at === 1 ? { ...(one.responses[1] ?? each), ku_id: other.unit.id } : each,
    );
    const { failures } = verifyWith({ ...other, responses });
    expect(failures).toContainEqual({
      place: 'round 1, slot 2 (borealis/70b)',
      message: 'The receipt belongs to another unit. A signed round is of use in its own unit only.',
    });
  });

  it('a unit without a key says so and is still checked', async () => {
    const bundle = await exampleBundle({ signer: null });
    expect(verifyWith(bundle)).toMatchObject({ failures: [], isUnsigned: true });
    expect(pageBody(bundle)).toContain('**Unsigned.**');
    expect(verifyWith({ ...bundle, unit: { ...bundle.unit, synthesis: 'Something else.' } }).failures).not.toEqual([]);
  });
});

it('public keys are the same after they were a JWKS, and a private one is never in it', () => {
  const keys = [{ ...KEY, from: '2026-01-01T00:00:00Z', retired: '2026-02-01T00:00:00Z' }];
  expect(parseJwks(JSON.parse(printJwks(keys)))).toEqual(keys);
  expect(printJwks(keys)).not.toContain('"d"');
});

type Path = readonly (string | number)[];

function pathsOf(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [at];
  return Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The same with one leaf changed. */
function withChange<T>(value: T, path: Path): T {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as typeof holder;
  const last = path.at(-1) ?? '';
  const leaf = holder[last];
  holder[last] = typeof leaf === 'number' ? leaf + 1 : typeof leaf === 'boolean' ? !leaf : flipped(String(leaf));
  return copy as T;
}

const flipped = (text: string): string => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;

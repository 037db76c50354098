import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import {
  canonicalQuestion,
  consensusLevel,
  isReceiptSignedBy,
  readUnit,
  restateUnit,
  rosterHash,
  type KnowledgeUnit,
  type Receipt,
} from '../../src/deliberation';
import { exampleBundle, letters } from './support';

/** The authors' schema, and a checkout of ScopeBlind/examples: brought at test time, never committed. */
const SCHEMA = process.env.LIVING_WIKI_UNIT_SCHEMA ?? '';
const EXAMPLES = process.env.LIVING_WIKI_RECEIPTS ?? '';

const hasSchema = existsSync(SCHEMA);
const hasExamples = existsSync(path.join(EXAMPLES, 'interop'));

const text = fc.string({ minLength: 1, maxLength: 40 }).map((each) => `x${each.replace(/\p{Cs}/gu, '')}`);
const significance = fc.constantFrom('core', 'framing', 'edge_case' as const);
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...Array.from('0123456789abcdef')), { minLength: length, maxLength: length })
    .map((each) => each.join(''));
const id = fc
  .array(fc.constantFrom(...Array.from('0123456789abcdefghijklmnopqrstuvwxyz')), { minLength: 12, maxLength: 12 })
  .map((each) => `ku-${each.join('')}`);

/** Units of every shape that code here may make or read. */
const units: fc.Arbitrary<KnowledgeUnit> = fc
  .record({
    id,
    question: text,
    agreed: fc.array(fc.oneof(text, fc.record({ claim: text, evidence: text })), { maxLength: 4 }),
    disputed: fc.array(fc.record({ claim: text, position: text, significance }), { maxLength: 3 }),
    uncertain: fc.array(fc.oneof(text, fc.record({ claim: text, reason: text })), { maxLength: 3 }),
    models: fc.uniqueArray(text, { minLength: 2, maxLength: 5 }),
    unsettledCore: fc.nat(2),
    time,
    signature: hex(128),
    hash: hex(64),
    supersedes: fc.option(id),
    volatility: fc.constantFrom('stable', 'evolving', 'volatile' as const),
  })
  .map(
    ({
      id: unit,
      question,
      agreed,
      disputed,
      uncertain,
      models,
      unsettledCore,
      time: at,
      signature,
      hash,
      supersedes,
      volatility,
    }) => ({
      id: unit,
      version: 1,
      canonical_question: canonicalQuestion(question) || 'x',
      consensus_level: consensusLevel({
        agreed: agreed.length,
        disputed: disputed.map((each) => each.significance),
        unsettledCore,
      }),
      agreed,
      disputed: disputed.map(({ claim, position, significance: of }) => ({
        claim,
        positions: { [models[0] ?? '']: position },
        significance: of,
      })),
      uncertain,
      models_used: models,
      roster_hash: rosterHash(models),
      process_template: '3-round',
      status: 'active',
      fresh_until: at,
      volatility,
      supersedes,
      receipt_sig: signature,
      receipt_kid: 'lw:issuer:x',
      receipt_hash: hash,
    }),
  );

describe('the schema of the authors', () => {
  if (!hasSchema) {
    it.skip('is not there: name the file in LIVING_WIKI_UNIT_SCHEMA', () => undefined);
    return;
  }
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);

  it('accepts what a deliberation makes', async () => {
    const bundle = await exampleBundle();
    expect([validate(bundle.unit), validate.errors]).toEqual([true, null]);
    const details = {
      status: 'superseded',
      note: 'Archived.',
      signer: null,
      now: Date.now(),
      random: letters(),
    } as const;
    expect([validate(restateUnit(bundle, details).unit), validate.errors]).toEqual([true, null]);
  });

  it('agrees with our reader about thousands of units, whole and broken', () => {
    let broken = 0;
    fc.assert(
      fc.property(units, fc.constantFrom(...BREAKS), (unit, break_) => {
        const ours = readUnit(unit);
        expect([ours.problems, validate(unit)]).toEqual([[], true]);
        const changed = { ...unit, ...break_ };
        const isValid = validate(changed);
        if (!isValid) broken += 1;
        expect(readUnit(changed).unit !== null).toBe(isValid);
      }),
      { numRuns: 2_000 },
    );
    expect(broken).toBeGreaterThan(1_000);
  });
});

const BREAKS: readonly object[] = [
  {},
  { id: 'ku-short' },
  { version: 2 },
  { canonical_question: '' },
  { consensus_level: 'certain' },
  { agreed: [{ evidence: 'x' }] },
  { disputed: [{ claim: 'x' }] },
  { models_used: ['a'] },
  { status: 'archived' },
  { fresh_until: 'soon' },
  { fresh_until: '2026-02-30T00:00:00Z' },
  { receipt_sig: 'ab' },
  { receipt_hash: 'AB' },
  { sources: [{ uri: 'a', content_hash: 'sha256:x', ingested_at: '2026-01-01T00:00:00Z' }] },
  { relations: [{ target_ku_id: 'ku-aaaaaaaaaaaa', relation: 'likes' }] },
  { supersedes: 'other' },
  { opinion: 'x' },
  { total_tokens: -1 },
  { tags: ['Not So'] },
];

describe('the receipts that others published', () => {
  if (!hasExamples) {
    it.skip('are not there: name a checkout of ScopeBlind/examples in LIVING_WIKI_RECEIPTS', () => undefined);
    return;
  }
  const read = (...names: string[]): string => readFileSync(path.join(EXAMPLES, 'interop', ...names), 'utf8').trim();
  const SETS = [
    ['composition-test', 'scopeblind-pubkey.txt', ['scopeblind-policy-eval.json', 'scopeblind-execution.json']],
    ['composition-test/aps-receipts', 'gateway-pubkey.txt', ['evaluation.json', 'permit.json', 'outcome.json']],
    ['aps-test-vectors', 'gateway-pubkey.txt', ['receipt-permit.json', 'receipt-deny.json', 'receipt-commerce.json']],
  ] as const;
  const all = SETS.flatMap(([folder, key, files]) =>
    files.map((file) => [`${folder}/${file}`, `${folder}/${key}`] as const),
  );

  it.each(all)('%s is valid, and no longer after one flipped bit', (file, keyFile) => {
    const receipt = JSON.parse(read(file)) as Receipt;
    const key = new Uint8Array(Buffer.from(read(keyFile), 'hex'));
    expect(isReceiptSignedBy(receipt, key)).toBe(true);
    for (const field of Object.keys(receipt.payload)) {
      const payload = { ...receipt.payload, [field]: `${JSON.stringify(receipt.payload[field])}!` };
      expect(isReceiptSignedBy({ ...receipt, payload }, key)).toBe(false);
    }
    const sig = Buffer.from(receipt.signature.sig, 'hex');
    sig[5] = (sig[5] ?? 0) ^ 1;
    expect(isReceiptSignedBy({ ...receipt, signature: { ...receipt.signature, sig: sig.toString('hex') } }, key)).toBe(
      false,
    );
    const other = Uint8Array.from(key);
    other[0] = (other[0] ?? 0) ^ 1;
    expect(isReceiptSignedBy(receipt, other)).toBe(false);
  });
});

import * as z from 'zod/mini';
import { isMapping, parseForeignJson, WikiError } from '../base';
import { readUnit, type UnitProblem } from './schema';
import { ROLES, SIGNIFICANCES, type Bundle } from './types';

const round = () => z.union([z.literal(1), z.literal(2), z.literal(3)]);
const slot = () => z.int().check(z.positive(), z.lte(99));
const role = () => z.enum(ROLES);
const receipt = () =>
  z.object({
    payload: z.record(z.string(), z.json()),
    signature: z.object({ alg: z.literal('EdDSA'), kid: z.string(), sig: z.string() }),
  });
const response = () =>
  z.strictObject({
    ku_id: z.string(),
    round: round(),
    slot: slot(),
    model: z.string(),
    role: role(),
    content: z.string(),
    content_hash: z.string(),
    receipt_sig: z.string(),
    receipt_kid: z.string(),
    receipt: z.nullable(receipt()),
  });
const position = () =>
  z.strictObject({
    model: z.string(),
    stance: z.enum(['supports', 'disputes', 'unsure']),
    round: round(),
    slot: slot(),
    role: role(),
    quote: z.string(),
  });
const trace = () =>
  z.strictObject({
    claim: z.string(),
    list: z.enum(['agreed', 'disputed', 'uncertain']),
    significance: z.enum(SIGNIFICANCES),
    positions: z.array(position()),
    sources: z.array(z.strictObject({ uri: z.string(), quote: z.string() })),
  });
const deliberated = () =>
  z.strictObject({
    traces: z.array(trace()),
    follow_ups: z.array(z.string()),
    absences: z.array(
      z.strictObject({ round: round(), slot: slot(), model: z.string(), role: role(), reason: z.string() }),
    ),
    thrown_out: z.strictObject({ claims: z.array(z.string()), quotes: z.int().check(z.nonnegative()) }),
    warnings: z.array(z.string()),
  });
const shape = z.lazy(() =>
  z.strictObject({
    version: z.literal(1),
    unit: z.unknown(),
    deliberated: deliberated(),
    responses: z.array(response()).check(z.maxLength(300)),
    restates: z.exactOptional(z.unknown()),
  }),
);

/** No deliberation is larger. UTF-16 units. */
const MAX_LENGTH = 20_000_000;

type ReadBundle =
  | { readonly bundle: Bundle; readonly problems: readonly UnitProblem[] }
  | { readonly bundle: null; readonly problems: readonly UnitProblem[] };

/** Reads the text of a bundle that anybody may have written. */
export function readBundle(text: string): ReadBundle {
  const fail = (message: string, field = ''): ReadBundle => ({ bundle: null, problems: [{ field, message }] });
  if (text.length > MAX_LENGTH) return fail('The file is too large.');
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch {
    return fail('The file is not JSON.');
  }
  return readValue(value, false);
}

function readValue(value: unknown, isRestated: boolean): ReadBundle {
  const fail = (message: string, field = ''): ReadBundle => ({ bundle: null, problems: [{ field, message }] });
  if (!isMapping(value) || !('unit' in value)) return fail('The file is not a whole deliberation.');
  const { unit, problems } = readUnit(value.unit);
  if (unit === null) return { bundle: null, problems };
  const read = shape.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return fail(issue?.message ?? 'The file is not a whole deliberation.', issue?.path.map(String).join('.') ?? '');
  }
  const { restates: older, ...rest } = read.data;
  const bundle = { ...rest, unit } as Bundle;
  if (older === undefined) return { bundle, problems };
  if (isRestated) return fail('A deliberation that is restated restates none itself.', 'restates');
  const restates = readValue(older, true);
  return restates.bundle === null
    ? restates
    : { bundle: { ...bundle, restates: restates.bundle }, problems: [...problems, ...restates.problems] };
}

/** @throws WikiError `living-wiki:unit_invalid` */
export function parseBundle(text: string, path: string): Bundle {
  const { bundle, problems } = readBundle(text);
  if (bundle !== null) return bundle;
  const [first] = problems;
  const where = first === undefined || first.field === '' ? '' : ` at "${first.field}"`;
  throw new WikiError('living-wiki:unit_invalid', `The unit cannot be read${where}: ${first?.message ?? ''}`, {
    path,
    remedy: 'Restore the file, or ask whoever made the unit for it again.',
  });
}

/** JSON as these files are written. */
export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

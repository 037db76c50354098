/** The fields of a JSON object that a server sent. Nothing is known about them. */
export type JsonFields = Readonly<Record<string, unknown>>;

export const isJsonFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** A number from 0 up, also if written as text; `null` for anything else. */
export function toAmount(value: unknown): number | null {
  const amount = Number(value ?? Number.NaN);
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}

/** Parses a body; an empty object if it is not JSON. */
export function parseBody(body: string): JsonFields {
  try {
    return (JSON.parse(body) ?? {}) as JsonFields;
  } catch {
    return {};
  }
}

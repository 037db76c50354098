/** Whether a value read from YAML or JSON is a mapping of names to values: no list, no date, not `null`. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

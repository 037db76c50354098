import { readFrontmatter, type FileEdit, type Hunk } from '../../../workbench';
import { app, dateText } from '../../locale';

/** The change of one frontmatter field. Values are text for display. */
export interface FieldChange {
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly before: string | null;
  readonly after: string | null;
  /** The changed items of a list; shown instead of the values. */
  readonly items: { readonly added: readonly string[]; readonly removed: readonly string[] } | null;
}

type Data = Readonly<Record<string, unknown>>;

/** Compares field by field, in the new order; removed fields come last. */
export function compareFields(before: Data, after: Data): readonly FieldChange[] {
  const [left, right] = [new Map<string, unknown>(), new Map<string, unknown>()];
  flatten(before, '', left, 0);
  flatten(after, '', right, 0);
  const changes: FieldChange[] = [];
  for (const [name, value] of right) {
    const old = left.get(name);
    if (!left.has(name)) changes.push(change(name, 'added', undefined, value));
    else if (formatValue(old) !== formatValue(value)) changes.push(change(name, 'changed', old, value));
  }
  for (const [name, old] of left) if (!right.has(name)) changes.push(change(name, 'removed', old, undefined));
  return changes;
}

/** Fields of nested mappings are named `outer.inner`. */
function flatten(data: Data, prefix: string, into: Map<string, unknown>, depth: number): void {
  for (const [key, value] of Object.entries(data)) {
    const name = prefix + key;
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value) && depth < 4;
    if (nested && Object.keys(value).length > 0) flatten(value as Data, `${name}.`, into, depth + 1);
    else into.set(name, value);
  }
}

function change(name: string, kind: FieldChange['kind'], before: unknown, after: unknown): FieldChange {
  const lists = (before === undefined || Array.isArray(before)) && (after === undefined || Array.isArray(after));
  return {
    name,
    kind,
    before: before === undefined ? null : formatValue(before),
    after: after === undefined ? null : formatValue(after),
    items: lists ? compareItems(before ?? [], after ?? []) : null,
  };
}

function compareItems(before: unknown, after: unknown): FieldChange['items'] {
  const [left, right] = [toItems(before), toItems(after)];
  const added = itemsNotIn(right, left);
  const removed = itemsNotIn(left, right);
  // Only the order changed: show the values.
  return added.length + removed.length === 0 && left.length > 0 ? null : { added, removed };
}

function toItems(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(formatValue) : [];
}

/** The items of one list that are missing in the other; duplicates count. */
function itemsNotIn(list: readonly string[], other: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const left = counts.get(item) ?? 0;
    counts.set(item, left - 1);
    return left <= 0;
  });
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(formatValue).join(app.comma);
  if (value === undefined) return '';
  return JSON.stringify(value);
}

/** The frontmatter changes of a hunk, and where the rest of its text begins. */
interface FrontmatterPart {
  readonly fields: readonly FieldChange[];
  /** Length of the frontmatter in `hunk.text`; the body follows. */
  readonly length: number;
}

/** `null` if the hunk does not change the frontmatter, or only its formatting. */
export function frontmatterPart(edit: FileEdit, hunk: Hunk): FrontmatterPart | null {
  const { base } = edit;
  if (edit.kind === 'deleted') return null;
  const before = readFrontmatter(base);
  if (base === '' && hunk.start === 0) {
    const head = readFrontmatter(hunk.text);
    if (!head.present || head.problems.length > 0) return null;
    return { fields: compareFields({}, head.data), length: head.bodyStart };
  }
  if (!before.present || before.problems.length > 0 || hunk.end > before.yamlEnd || hunk.start < before.yamlStart) {
    return null;
  }
  const after = readFrontmatter(base.slice(0, hunk.start) + hunk.text + base.slice(hunk.end, before.bodyStart));
  if (after.problems.length > 0) return null;
  const fields = compareFields(before.data, after.data);
  return fields.length === 0 ? null : { fields, length: hunk.text.length };
}

/** The changes to show below the title, such as `confidence 0.8 → 0.7`. Timestamps are left out. */
export function notableFields(fields: readonly FieldChange[]): readonly FieldChange[] {
  return fields.filter((field) => field.kind === 'changed' && !isTimestamp(field));
}

/** Whether a hunk only sets when the page was created or updated. No quote of a source says that. */
export function changesOnlyTimestamps(edit: FileEdit, hunk: Hunk): boolean {
  const part = frontmatterPart(edit, hunk);
  return part !== null && part.length === hunk.text.length && part.fields.every(isTimestamp);
}

function isTimestamp({ name }: FieldChange): boolean {
  return /(^|[._-])(updated|modified|created)/.test(name);
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The values of a field as a person reads them: points in time as local date and time, unless they then look the same. */
export function shownValues({ before, after }: Pick<FieldChange, 'before' | 'after'>): readonly [string, string] {
  const shown = [before, after].map((value) => {
    const at = value !== null && ISO_TIME.test(value) ? Date.parse(value) : NaN;
    return Number.isNaN(at) ? (value ?? '') : dateText(at, { dateStyle: 'medium', timeStyle: 'short' });
  });
  return shown[0] === shown[1] ? [before ?? '', after ?? ''] : [shown[0] ?? '', shown[1] ?? ''];
}

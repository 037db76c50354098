import { type ExplainedField, type LensExplanation, type ExplainedValue } from '../../../workbench';

/** One field of a lens, as it is shown. */
export interface WhyRow {
  readonly field: string;
  /** Plain text; `''` for an empty value. */
  readonly value: string;
  /** Names of the manifests that set it, root first; empty for a default. */
  readonly from: readonly string[];
  /** What it overrides, nearest first. */
  readonly insteadOf: readonly { readonly value: string; readonly from: string }[];
  /** Names of manifests further up that set the same value. */
  readonly alsoIn: readonly string[];
  readonly softened: boolean;
  /** Merged from several manifests. */
  readonly merged: boolean;
}

type Chain = LensExplanation['chain'];

/** The name of the manifest at a path, as the chain shows it. */
function nameIn(chain: Chain): (stated: Pick<ExplainedValue, 'from' | 'title'>) => string {
  const names = new Map(chain.map(({ path, name }) => [path, name]));
  return ({ from, title }) => names.get(from) ?? (title === '' ? from : title);
}

export function whyRows({ chain, fields }: Pick<LensExplanation, 'chain' | 'fields'>): readonly WhyRow[] {
  const nameOf = nameIn(chain);
  return fields.map((field) => ({
    field: field.field,
    value: field.value,
    from: sourcesOf(field).map(nameOf),
    insteadOf: field.overrode
      .filter(({ value }) => value !== field.value)
      .map((stated) => ({ value: stated.value, from: nameOf(stated) })),
    alsoIn: field.overrode.filter(({ value }) => value === field.value).map(nameOf),
    softened: field.softened,
    merged: field.contributors.length > 1,
  }));
}

function sourcesOf({ from, title, contributors }: ExplainedField): readonly Pick<ExplainedValue, 'from' | 'title'>[] {
  if (contributors.length > 1) return contributors.map((path) => ({ from: path, title: '' }));
  return from === 'default' ? [] : [{ from, title }];
}

/** Rows in which every word of the filter occurs, in the field, a value or the name of a manifest. */
export function filterWhy(rows: readonly WhyRow[], filter: string): readonly WhyRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = whyText(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function whyText({ field, value, from, insteadOf }: WhyRow): string {
  return [field, value, ...from, ...insteadOf.flatMap((other) => [other.value, other.from])].join('\n');
}

/** Fields that describe a manifest itself, and so differ in every chain. */
const OWN_FIELDS = new Set(['appliesTo', 'description', 'extends', 'name', 'title', 'version']);

/**
 * The most interesting rows first: what the views changed, then the other values, then what describes the manifests.
 */
export function changedFirst(rows: readonly WhyRow[]): readonly WhyRow[] {
  const rank = ({ field, insteadOf, softened, merged }: WhyRow): number => {
    if (OWN_FIELDS.has(field.split(/[.[]/, 1)[0] ?? '')) return 2;
    return insteadOf.length > 0 || softened || merged ? 0 : 1;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

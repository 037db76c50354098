import { entityType, isSubtype } from './kinds';
import { severityRank } from './provenance';
import { compareText, type ErrorCode, type JsonValue } from '../base';
import { type LintKind, type LintSetting, type Manifest } from './types';

/** One way in which a view makes a rule of its parent weaker. */
export interface WeakenedLint {
  readonly code: ErrorCode;
  readonly message: string;
  /** The view's field that does it. */
  readonly field: string;
  /** The lint in the parent. */
  readonly parent: LintSetting;
  /** The lint in the view. */
  readonly child: LintSetting;
}

/**
 * Every lint of `parent` that `child` softens, narrows, drops or weakens. A lint with the same id replaces the parent's as
 * a whole: with another entity type, it no longer checks the type it was made for.
 *
 * @param parent the effective manifest above the view
 * @param child the view as written
 * @param merged both merged
 * Source: AIP-10, security considerations (view shadowing); `docs/formats.md`, manifest.
 */
export function weakenings(parent: Manifest, child: Manifest, merged: Manifest): readonly WeakenedLint[] {
  const own = new Map(child.lints.map((lint) => [lint.id, lint]));
  const found: WeakenedLint[] = [];
  for (const lint of parent.lints) {
    const replacement = own.get(lint.id);
    if (replacement !== undefined) found.push(...compareLints(lint, replacement, merged));
    else found.push(...lostTypes(lint, parent, child, merged));
  }
  return found;
}

function compareLints(parent: LintSetting, child: LintSetting, merged: Manifest): readonly WeakenedLint[] {
  const at = `lints.${parent.id}`;
  const weakening = (code: ErrorCode, field: string, message: string): WeakenedLint => ({
    code,
    message,
    field: `${at}.${field}`,
    parent,
    child,
  });
  if (parent.kind !== child.kind) {
    const message = `This lens makes the lint "${parent.id}" check ${child.kind}, so the ${parent.kind} that it inherits is no longer checked.`;
    return [weakening('living-wiki:lint_dropped', 'kind', message)];
  }
  const found: WeakenedLint[] = [];
  if (severityRank(child.severity) < severityRank(parent.severity)) {
    const message = `This lens lowers the lint rule "${parent.id}" from ${parent.severity} to ${child.severity}.`;
    found.push(weakening('living-wiki:lint_softened', 'severity', message));
  }
  if (!isSubtype(parent.appliesTo, child.appliesTo, merged)) {
    const message = `This lens applies the lint "${parent.id}" to ${typeText(child.appliesTo)}. It replaces the inherited lint of the same id, which applies to ${typeText(parent.appliesTo)}.`;
    found.push(weakening('living-wiki:lint_narrowed', 'appliesTo', message));
  }
  const params = weakerParams(parent, child);
  if (params !== null) found.push(weakening('living-wiki:lint_weakened', 'params', params));
  return found;
}

function typeText(appliesTo: string): string {
  return appliesTo === '*' ? 'all pages' : appliesTo;
}

/** The param of a lint's kind that makes it weaker or stricter. */
const THRESHOLDS: Partial<Record<LintKind, 'days' | 'min'>> = { 'max-age': 'days', 'min-confidence': 'min' };

function weakerParams(parent: LintSetting, child: LintSetting): string | null {
  const threshold = THRESHOLDS[parent.kind] ?? null;
  const valueOf = (lint: LintSetting): string => text(threshold === null ? lint.params : lint.params[threshold]);
  const parentValue = threshold === null ? undefined : parent.params[threshold];
  const childValue = threshold === null ? undefined : child.params[threshold];
  if (typeof parentValue === 'number' && typeof childValue === 'number') {
    const isWeaker = parent.kind === 'max-age' ? childValue > parentValue : childValue < parentValue;
    if (!isWeaker) return null;
  } else if (valueOf(parent) === valueOf(child) || (threshold !== null && typeof parentValue !== 'number')) return null;
  const what = threshold === null ? 'params' : `params.${threshold}`;
  return `This lens weakens the lint "${parent.id}": ${what} is ${valueOf(child)} instead of ${valueOf(parent)}.`;
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? 'no value' : JSON.stringify(sorted(value));
}

/** With sorted keys, so that the order of params makes no difference. */
function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)).map(([key, item]) => [key, sorted(item)]));
}

/** Types that an inherited lint no longer checks, because the view gave them another `parent`. */
function lostTypes(lint: LintSetting, parent: Manifest, child: Manifest, merged: Manifest): readonly WeakenedLint[] {
  if (lint.appliesTo === '*') return [];
  return child.entityTypes
    .filter(({ name }) => entityType(name, parent) !== undefined)
    .filter(({ name }) => isSubtype(name, lint.appliesTo, parent) && !isSubtype(name, lint.appliesTo, merged))
    .map(({ name }) => ({
      code: 'living-wiki:lint_narrowed' as const,
      message: `This lens gives the type ${name} another parent than ${lint.appliesTo}, so the inherited lint "${lint.id}" no longer applies to it.`,
      field: `entityTypes.${name}.parent`,
      parent: lint,
      child: lint,
    }));
}

/** A view that replaces a value of `curation` that its parent sets. */
interface CurationOverride {
  /** Dotted, as in the manifest: `curation.conflictResolution`. */
  readonly field: string;
  readonly message: string;
  /** It changes which of two claims a page states, not only how a page is written. */
  readonly decidesContent: boolean;
}

/** The conflict policy of a manifest that sets none. Source: AIP-10, `curation.conflictResolution`. */
const DEFAULT_CURATION: Manifest['curation'] = { conflictResolution: 'defer' };

/**
 * Every value of `curation` that a view replaces.
 *
 * @param parent the effective manifest above the view
 * @param child the view as written
 * Source: AIP-10, security considerations (view shadowing).
 */
export function curationOverrides(parent: Manifest, child: Manifest): readonly CurationOverride[] {
  const above: Readonly<Record<string, string | undefined>> = { ...DEFAULT_CURATION, ...parent.curation };
  return Object.entries(child.curation).flatMap(([name, value]) => {
    const old = above[name];
    if (old === undefined || old === value) return [];
    const field = `curation.${name}`;
    const message = `This lens sets ${field} to ${value} instead of ${old}.`;
    return [{ field, message, decidesContent: name === 'conflictResolution' }];
  });
}

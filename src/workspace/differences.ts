import { clip, compareText, isMapping } from '../base';
import { leavesOf } from './leaves';
import { parseManifest } from './parse';
import { readPolicyText } from './policy';
import { proseLines } from './prose';
import { type LintSetting, type Manifest, type ViewPolicy } from './types';

/** One thing that differs between two versions of a manifest, a policy or a guide. */
export interface Difference {
  /** Dotted field of a manifest: `lints.require-source.severity`; `''` where there is none. */
  readonly field: string;
  /** Line in the new text of a guide, counted from 1. */
  readonly line?: number;
  /** In a few words: `lint require-source: error → info`. */
  readonly message: string;
}

const MAX_VALUE_LENGTH = 120;
/** A section with more changed lines is only counted. */
const MAX_LINES_SHOWN = 4;

/**
 * What two versions of a `KNOWLEDGE.md` say differently. The text below the frontmatter, comments and layout have no effect
 * and do not count.
 *
 * @param before the whole old file
 * @param after the whole new file
 */
export function manifestDifferences(before: string, after: string): readonly Difference[] {
  const [old, now] = [before, after].map((text) => {
    const parsed = parseManifest(text, 'KNOWLEDGE.md');
    return parsed.kind === 'manifest' ? parsed.manifest : null;
  });
  if (!old || !now) {
    if (!old === !now) return before === after ? [] : [{ field: '', message: 'its text' }];
    return [{ field: '', message: now ? 'it is valid now' : 'it is no longer valid' }];
  }
  const wholes = [...wholeDifferences('lints', old, now), ...wholeDifferences('entityTypes', old, now)];
  const isWhole = (field: string): boolean => wholes.some((whole) => field.startsWith(`${whole.field}.`));
  const values = leafDifferences(old, now).filter(({ field }) => !isWhole(field));
  return [...wholes, ...values].sort((a, b) => compareText(a.message, b.message));
}

/** Lints or types that only one of the manifests has. */
function wholeDifferences(list: 'lints' | 'entityTypes', old: Manifest, now: Manifest): readonly Difference[] {
  const [before, after] = [namedItems(list, old), namedItems(list, now)];
  const noun = list === 'lints' ? 'lint' : 'type';
  const report = (
    names: ReadonlyMap<string, string>,
    others: ReadonlyMap<string, string>,
    verb: string,
  ): Difference[] =>
    [...names]
      .filter(([name]) => !others.has(name))
      .map(([name, detail]) => ({ field: `${list}.${name}`, message: `${noun} ${name} ${verb}${detail}` }));
  return [...report(before, after, 'removed'), ...report(after, before, 'added')];
}

function namedItems(list: 'lints' | 'entityTypes', manifest: Manifest): ReadonlyMap<string, string> {
  const describe = ({ kind, appliesTo, severity }: LintSetting): string => ` (${kind}, ${appliesTo}, ${severity})`;
  return list === 'lints'
    ? new Map(manifest.lints.map((lint) => [lint.id, describe(lint)]))
    : new Map(manifest.entityTypes.map(({ name }) => [name, '']));
}

function leafDifferences(old: Manifest, now: Manifest): readonly Difference[] {
  const [before, after] = [old, now].map((manifest) => new Map(leavesOf(manifest).map((leaf) => [leaf.path, leaf])));
  const differences: Difference[] = [];
  for (const path of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const leaf = after?.get(path) ?? before?.get(path);
    const [from, to] = [shown(before?.get(path)?.value), shown(after?.get(path)?.value)];
    // An empty list of lints or types is a leaf; what was in it is reported by name.
    if (leaf === undefined || from === to || path === 'lints' || path === 'entityTypes') continue;
    differences.push({ field: path, message: `${fieldName(leaf.steps, path)}: ${from} → ${to}` });
  }
  return differences;
}

/** `lint require-source` for its severity, `lint x appliesTo`, `type Person fields`; else the dotted path. */
function fieldName([list, name = '', ...rest]: readonly string[], path: string): string {
  if (list === 'entityTypes') return `type ${name} ${rest.join('.')}`;
  if (list !== 'lints') return path;
  return rest.length === 1 && rest[0] === 'severity' ? `lint ${name}` : `lint ${name} ${rest.join('.')}`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'string') return clip(value === '' ? '""' : value, MAX_VALUE_LENGTH);
  const isPlainList = Array.isArray(value) && value.length > 0 && !value.some((item) => isMapping(item));
  return clip(isPlainList ? value.map(String).join(', ') : JSON.stringify(value), MAX_VALUE_LENGTH);
}

/**
 * What two versions of a governance policy say differently, of what is read here.
 *
 * @param path of the file; its name tells YAML from Markdown
 */
export function policyDifferences(before: string, after: string, path: string): readonly Difference[] {
  const [old, now] = [readPolicyText(before, path), readPolicyText(after, path)];
  const keys: readonly (keyof ViewPolicy)[] = [
    ...(['lintSoftening', 'governanceRebinding', 'floor', 'exceptions', 'protectedLints', 'protectedFields'] as const),
    ...(['approvalFiles', 'approvers', 'signers'] as const),
  ];
  return keys.flatMap((key) => {
    const [from, to] = [old, now].map((policy) => {
      const value = policy[key] ?? undefined;
      return Array.isArray(value) && value.length === 0 ? 'none' : shown(value);
    });
    return from === to ? [] : [{ field: '', message: `${key}: ${from ?? ''} → ${to ?? ''}` }];
  });
}

/** The lines that differ between two versions of `AGENTS.md`, by section. Empty lines and spaces do not count. */
export function proseDifferences(before: string, after: string): readonly Difference[] {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const differences: Difference[] = [];
  for (const path of new Set([...now.keys(), ...old.keys()])) {
    const added = without(now.get(path) ?? [], old.get(path) ?? []);
    const removed = without(old.get(path) ?? [], now.get(path) ?? []);
    const [line] = added.length > 0 ? added : (now.get(path) ?? []);
    if (added.length + removed.length === 0) continue;
    const title = (old.get(path) ?? now.get(path))?.[0]?.section ?? '';
    const where = title === '' ? 'before the first heading' : `section "${clip(title, 60)}"`;
    const message = `${where}: ${describeLines(added, removed)}`;
    differences.push({ field: '', line: line?.number ?? 1, message });
  }
  return differences.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

interface GuideLine {
  readonly number: number;
  readonly text: string;
  /** The nearest heading, as it is written. */
  readonly section: string;
}

function sectionsOf(text: string): ReadonlyMap<string, readonly GuideLine[]> {
  const sections = new Map<string, GuideLine[]>();
  let section = '';
  for (const line of proseLines(text)) {
    const words = line.text.trim();
    if (words === '') continue;
    const heading = line.code ? null : /^#{1,6}\s+(.*)$/.exec(words)?.[1];
    section = heading ?? section;
    const lines = sections.get(line.headingPath) ?? [];
    lines.push({ number: line.number, text: heading ?? words, section });
    sections.set(line.headingPath, lines);
  }
  return sections;
}

/** The lines of a list that are not in another, each as often as it is there too often. */
function without(lines: readonly GuideLine[], others: readonly GuideLine[]): readonly GuideLine[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return lines.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

function describeLines(added: readonly GuideLine[], removed: readonly GuideLine[]): string {
  if (added.length + removed.length > MAX_LINES_SHOWN) {
    const counts = { 'lines added': added.length, 'lines removed': removed.length };
    const told = Object.entries(counts).filter(([, count]) => count > 0);
    return told.map(([what, count]) => `${what}: ${count}`).join(', ');
  }
  const show = (sign: string) => (line: GuideLine) => `${sign} ${clip(line.text, MAX_VALUE_LENGTH)}`;
  return [...added.map(show('+')), ...removed.map(show('−'))].join(' ');
}

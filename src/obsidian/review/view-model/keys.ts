import { type Modifier } from 'obsidian';

export type ReviewAction =
  | 'nextHunk'
  | 'previousHunk'
  | 'nextFile'
  | 'previousFile'
  | 'accept'
  | 'reject'
  | 'edit'
  | 'source'
  | 'undecide'
  | 'acceptFile'
  | 'unified'
  | 'split'
  | 'rendered'
  | 'generated'
  | 'apply'
  | 'keys';

export interface KeyBinding {
  readonly key: string;
  /** `null` where the layout of the keyboard decides how the sign is typed. */
  readonly modifiers: readonly Modifier[] | null;
  readonly action: ReviewAction;
}

const plain = (key: string, action: ReviewAction): KeyBinding => ({ key, modifiers: [], action });
const shift = (key: string, action: ReviewAction): KeyBinding => ({ key, modifiers: ['Shift'], action });

/** Every key of the view. Several keys of one action are shown together. */
export const KEY_BINDINGS: readonly KeyBinding[] = [
  plain('j', 'nextHunk'),
  plain('k', 'previousHunk'),
  shift('J', 'nextFile'),
  plain('n', 'nextFile'),
  shift('K', 'previousFile'),
  plain('p', 'previousFile'),
  plain('a', 'accept'),
  plain('r', 'reject'),
  plain('e', 'edit'),
  plain('u', 'undecide'),
  plain('o', 'source'),
  shift('A', 'acceptFile'),
  plain('1', 'unified'),
  plain('2', 'split'),
  plain('3', 'rendered'),
  plain('g', 'generated'),
  plain('Enter', 'apply'),
  { key: 'Enter', modifiers: ['Mod'], action: 'apply' },
  { key: '?', modifiers: null, action: 'keys' },
];

/** How a binding is shown: `Shift J` is typed as a capital, so that is what is shown. */
export function keyLabel({ key, modifiers }: KeyBinding, mac: boolean): string {
  return modifiers?.includes('Mod') ? `${mac ? '⌘' : 'Ctrl'} ${key}` : key;
}

/** Actions in the order of the list, each with its keys. */
export function keysByAction(): ReadonlyMap<ReviewAction, readonly KeyBinding[]> {
  const map = new Map<ReviewAction, KeyBinding[]>();
  for (const binding of KEY_BINDINGS) map.set(binding.action, [...(map.get(binding.action) ?? []), binding]);
  return map;
}

/** Whether a key belongs to what has the focus, and not to the view: a field takes every key, a button or link Enter. */
export function belongsToFocus(tag: string, editable: boolean, { key, modifiers }: KeyBinding): boolean {
  const name = tag.toLowerCase();
  if (editable || name === 'textarea' || name === 'input' || name === 'select') return true;
  return key === 'Enter' && modifiers?.length === 0 && (name === 'button' || name === 'a' || name === 'summary');
}

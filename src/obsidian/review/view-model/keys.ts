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
  | 'page'
  | 'text'
  | 'generated'
  | 'acceptAll'
  | 'undecidedOnly'
  | 'comment'
  | 'next'
  | 'apply'
  | 'keys';

interface KeyBinding {
  readonly key: string;
  /** `null` if the modifiers depend on the keyboard layout. */
  readonly modifiers: readonly Modifier[] | null;
  readonly action: ReviewAction;
}

const plain = (key: string, action: ReviewAction): KeyBinding => ({ key, modifiers: [], action });
const shift = (key: string, action: ReviewAction): KeyBinding => ({ key, modifiers: ['Shift'], action });

/** All keys of the view. */
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
  plain('4', 'page'),
  plain('t', 'text'),
  plain('g', 'generated'),
  plain('c', 'comment'),
  plain('y', 'acceptAll'),
  plain('f', 'undecidedOnly'),
  plain('Enter', 'next'),
  { key: 'Enter', modifiers: ['Mod'], action: 'apply' },
  { key: '?', modifiers: null, action: 'keys' },
];

/** How a key is displayed. `Shift J` is shown as a capital letter. */
export function keyLabel({ key, modifiers }: KeyBinding, mac: boolean): string {
  return modifiers?.includes('Mod') ? `${mac ? '⌘' : 'Ctrl'} ${key}` : key;
}

/** The keys of each action, in the order of the list. */
export function keysByAction(): ReadonlyMap<ReviewAction, readonly KeyBinding[]> {
  const map = new Map<ReviewAction, KeyBinding[]>();
  for (const binding of KEY_BINDINGS) map.set(binding.action, [...(map.get(binding.action) ?? []), binding]);
  return map;
}

/** Whether the focused element handles a key: fields handle all keys, buttons and links handle Enter. */
export function belongsToFocus(tag: string, editable: boolean, { key, modifiers }: KeyBinding): boolean {
  const name = tag.toLowerCase();
  if (editable || name === 'textarea' || name === 'input' || name === 'select') return true;
  return key === 'Enter' && modifiers?.length === 0 && (name === 'button' || name === 'a' || name === 'summary');
}

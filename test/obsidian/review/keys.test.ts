import { review as words } from '../../../src/obsidian/locale/en/review';
import { belongsToFocus, KEY_BINDINGS, keyLabel, keysByAction } from '../../../src/obsidian/review/view-model/keys';

describe('keys', () => {
  it('are each bound once, and every action has words for the list', () => {
    const typed = KEY_BINDINGS.map(({ key, modifiers }) => `${modifiers?.join('+') ?? '*'} ${key.toLowerCase()}`);
    expect(new Set(typed).size).toBe(typed.length);
    expect([...keysByAction().keys()].sort()).toEqual(Object.keys(words.keys).sort());
  });

  it('leave a field every key, and a button its Enter', () => {
    const binding = (key: string, ...modifiers: 'Mod'[]): Parameters<typeof belongsToFocus>[2] => ({
      key,
      modifiers,
      action: 'apply',
    });
    expect(belongsToFocus('TEXTAREA', false, binding('a'))).toBe(true);
    expect(belongsToFocus('INPUT', false, binding('Enter', 'Mod'))).toBe(true);
    expect(belongsToFocus('DIV', true, binding('a'))).toBe(true);
    expect(belongsToFocus('BUTTON', false, binding('Enter'))).toBe(true);
    expect(belongsToFocus('BUTTON', false, binding('Enter', 'Mod'))).toBe(false);
    expect(belongsToFocus('BUTTON', false, binding('a'))).toBe(false);
    expect(belongsToFocus('DIV', false, binding('Enter'))).toBe(false);
  });

  it('are shown as they are typed', () => {
    expect(keyLabel({ key: 'Enter', modifiers: ['Mod'], action: 'apply' }, true)).toBe('⌘ Enter');
    expect(keyLabel({ key: 'J', modifiers: ['Shift'], action: 'nextFile' }, false)).toBe('J');
  });
});

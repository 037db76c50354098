import vm from 'node:vm';
import { asArrows } from '../../scripts/build/lean/arrows.mjs';

/** What a module without imports says of itself as `told`. */
function told(code: string): unknown {
  const script = code.replaceAll('export ', '');
  return JSON.parse(JSON.stringify(vm.runInNewContext(`${script}\n;told`))) as unknown;
}

/** The module means the same either way, and is returned as it was written anew. */
function same(code: string): string {
  const arrows = asArrows(code);
  expect(told(arrows)).toEqual(told(code));
  return arrows;
}

it('writes functions as arrows, wherever in the module they are called', () => {
  const arrows = same(`
    const early = twice(2);
    const told = [early, pair(1), odd(7)];
    export function twice(a = 1, ...[b = a]) { return a + b; }
    function pair(a) { return { a, b: twice(a) }; }
    function odd(n) { if (n === 0) return false; return even(n - 1); }
    function even(n) { return n === 0 || odd(n - 1); }
    told.push(twice(3));
  `);
  expect(arrows).not.toContain('function');
  expect(arrows).toMatch(/export const twice = /);
});

it('keeps what a comma, an object or nothing returns', () => {
  same(
    'const told = [one(), two(), three() === undefined]; function one() { return 1, 2; } function two() { return {}; } function three() { return; }',
  );
});

it('leaves a function alone that an arrow would change', () => {
  const arrows = same(`
    const told = [own.call(1), all(1, 2), [...counts()], Reflect.construct(made, []).isNew, nested.call({})];
    function own() { return String(this); }
    function all() { return arguments.length; }
    function* counts() { yield 1; yield 2; }
    function made() { return { isNew: new.target !== undefined }; }
    function nested() { return (() => typeof this)(); }
  `);
  expect(arrows.match(/function/g)).toHaveLength(5);
});

it('keeps a function asynchronous', async () => {
  const code = asArrows('async function later(a) { return await a; }');
  expect(code).toMatch(/= async \(a\) =>/);
  expect(await vm.runInNewContext(`${code}; later(3)`)).toBe(3);
});

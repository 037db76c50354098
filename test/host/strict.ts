/** Thrown on every use of something that the real app may have and this stand-in does not model. */
export class Unmodelled extends Error {
  override readonly name = 'Unmodelled';
  constructor(what: string) {
    super(
      `The stand-in for the app does not model ${what}. Model it in test/host, citing the documentation, or do without it.`,
    );
  }
}

/** Thrown where a document is needed and there is none (`installDom` in test/host/support/dom.ts gives one). */
export class NoDocument extends Error {
  override readonly name = 'NoDocument';
  constructor(what: string) {
    super(`${what} needs a document. Call installDom() of test/host first, or test it in the browser.`);
  }
}

/** What printers, test runners and promises look for on any object; absent, and no mistake of the plugin. */
const inspected = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  'inspect',
  'window',
  'self',
  'hasAttribute',
  'sample',
  'getMockName',
  '_isMockFunction',
]);

function isInspection(key: string): boolean {
  return inspected.has(key) || key.startsWith('$$') || key.startsWith('@@');
}

/**
 * The end of a prototype chain: whatever reaches it was found nowhere before, and throws. `in` still answers no, so that
 * asking whether a member exists is allowed.
 */
function endOfChain(nameOf: (receiver: object) => string): object {
  return new Proxy(Object.prototype, {
    get(target, key, receiver: object): unknown {
      if (typeof key === 'symbol' || key in target || isInspection(key)) return Reflect.get(target, key, receiver);
      throw new Unmodelled(`${nameOf(receiver)}.${key}`);
    },
  });
}

function classNameOf(receiver: object): string {
  const { constructor } = receiver as { constructor: { name?: string } };
  return constructor.name ?? 'object';
}

const end = endOfChain(classNameOf);

/** Makes every instance of a class, and of the classes that extend it, throw on members that do not exist. */
export function strict(...classes: readonly { readonly prototype: object }[]): void {
  for (const { prototype } of classes) {
    if (Object.getPrototypeOf(prototype) === Object.prototype) Object.setPrototypeOf(prototype, end);
  }
}

/** A plain record whose absent members throw; those named in `absent` are known and undefined. */
export function strictRecord<T extends object>(name: string, record: T, absent: readonly string[] = []): T {
  const known = Object.fromEntries(absent.map((key) => [key, undefined]));
  const prototype = Object.assign(Object.create(endOfChain(() => name)) as object, known);
  return Object.assign(Object.create(prototype) as T, record);
}

/** A module whose absent exports throw, however it is imported. */
export function strictModule<T extends object>(name: string, exports: T): T {
  const module = Object.create(endOfChain(() => `require('${name}')`)) as T;
  Object.defineProperty(module, '__esModule', { value: true });
  Object.defineProperties(module, Object.getOwnPropertyDescriptors(exports));
  // A default import of it would be a mistake; tools that look for one find nothing.
  Object.defineProperty(module, 'default', { value: undefined });
  return module;
}

export const hasDocument = (): boolean => typeof document !== 'undefined';

/** Gives an object a member that throws when it is used where there is no document. */
export function withoutDocument(target: object, ...members: readonly string[]): void {
  for (const member of members) {
    Object.defineProperty(target, member, {
      configurable: true,
      get(this: object) {
        throw new NoDocument(`${classNameOf(this)}.${member}`);
      },
    });
  }
}

/** What the app adds to the prototypes of the language: d.ts, `declare global`. It needs no document. */
const add = (target: object, members: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
};

export function installBuiltins(): void {
  add(Array.prototype, {
    first(this: unknown[]) {
      return this[0];
    },
    last(this: unknown[]) {
      return this.at(-1);
    },
    contains(this: unknown[], target: unknown) {
      return this.includes(target);
    },
    remove(this: unknown[], target: unknown) {
      const at = this.indexOf(target);
      if (at >= 0) this.splice(at, 1);
    },
    unique(this: unknown[]) {
      return [...new Set(this)];
    },
  });
  add(String.prototype, {
    contains(this: string, target: string) {
      return this.includes(target);
    },
    format(this: string, ...args: string[]) {
      return this.replace(/\{(\d+)\}/g, (whole, at: string) => args[Number(at)] ?? whole);
    },
  });
  add(Math, {
    clamp: (value: number, min: number, max: number) => Math.min(max, Math.max(min, value)),
    square: (value: number) => value * value,
  });
  add(Object, { isEmpty: (object: object) => Object.keys(object).length === 0 });
  add(String, { isString: (value: unknown) => typeof value === 'string' });
  add(Number, { isNumber: (value: unknown) => typeof value === 'number' });
}

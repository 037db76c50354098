/** The function, with what it gave for the last few arguments remembered. What it gives must not depend on anything else, and nobody may change it. */
export function memoizeLast<Args extends readonly unknown[], T>(
  most: number,
  compute: (...args: Args) => T,
): (...args: Args) => T {
  /** Latest first. */
  let known: readonly { readonly args: Args; readonly value: T }[] = [];
  return (...args) => {
    const found = known.find((each) => each.args.every((arg, at) => arg === args[at]));
    const latest = found ?? { args, value: compute(...args) };
    known = [latest, ...known.filter((each) => each !== found)].slice(0, most);
    return latest.value;
  };
}

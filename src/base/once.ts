/**
 * Makes a value when it is first asked for, and keeps it. For what is slow to make: a value at the top of a module is made
 * while the plugin loads.
 */
export function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: make() }).value;
}

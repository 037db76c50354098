/**
 * What takes long to make and is seldom needed, made when it is first asked for and kept. What stands at the top of a
 * module is made while the plugin is loaded, in one task.
 */
export function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: make() }).value;
}

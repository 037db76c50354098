/** The product's own documentation, by file name; see scripts/build/docs.mjs. */
declare module 'living-wiki-docs' {
  const docs: Readonly<Record<string, string>>;
  export default docs;
  /** Of the product. */
  export const version: string;
}

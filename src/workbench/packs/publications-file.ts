/** Names the packs that are published again after each change, relative to the wiki. */
export const PUBLICATIONS_FILE = '.wiki/publications.json';

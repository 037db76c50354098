// Word lists take a third less room in the plugin: of each word only what differs from the one before it is kept.
import { readFileSync } from 'node:fs';

/** A list as the source has it: words and line breaks between backticks, split at spaces. */
const LIST = /`([\p{Ll}'\s-]{250,})`\.split\(\/\\s\/\)/gu;
/** A shared beginning is counted with one digit. */
const MOST_SHARED = 9;
const UNPACK =
  "const unpackWords=(packed)=>{let word='';return packed.match(/\\d\\D*/g).map((part)=>(word=word.slice(0,Number(part[0]))+part.slice(1)))};";

/** @param {readonly string[]} words @returns {string} in sorted order: "about above" is `0about3ve` */
function pack(words) {
  let before = '';
  return [...new Set(words)]
    .sort()
    .map((word) => {
      let shared = 0;
      while (shared < MOST_SHARED && shared < word.length && word[shared] === before[shared]) shared += 1;
      before = word;
      return `${shared}${word.slice(shared)}`;
    })
    .join('');
}

/** An esbuild plugin: packs the lists of words of the built-in curator, of which each becomes a set. @type {import('esbuild').Plugin} */
export const packWords = {
  name: 'pack-words',
  setup({ onLoad }) {
    onLoad(
      { filter: /extractive[\\/](?:common-words|kinds|name-words|names|page-names|stop-words)\.ts$/ },
      ({ path: file }) => {
        const text = readFileSync(file, 'utf8');
        const packed = text.replace(
          LIST,
          (_, list) => `unpackWords(${JSON.stringify(pack(list.trim().split(/\s+/)))})`,
        );
        return { contents: packed === text ? text : `${UNPACK}${packed}`, loader: 'ts' };
      },
    );
  },
};

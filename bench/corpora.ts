import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MANIFEST } from './generate';

/** The files of a wiki by their paths, or why it cannot be had here. */
export interface Corpus {
  readonly name: string;
  readonly files: ReadonlyMap<string, string> | string;
}

const DICTIONARY = '/usr/share/dictd/foldoc';
const BOOK = '/usr/share/doc/anarchism/markdown';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const numberOf = (word: string): number => Array.from(word).reduce((sum, digit) => sum * 64 + DIGITS.indexOf(digit), 0);

/** The Free On-line Dictionary of Computing, of the Debian package `dict-foldoc`: a page an entry, its references as links. */
export function dictionary(): Corpus {
  const name = 'dict-foldoc';
  if (!existsSync(`${DICTIONARY}.index`)) return { name, files: 'The Debian package dict-foldoc is not installed.' };
  const bytes = gunzipSync(readFileSync(`${DICTIONARY}.dict.dz`));
  const heads = new Map<string, string[]>();
  for (const line of readFileSync(`${DICTIONARY}.index`, 'utf8').split('\n')) {
    const [head, start, length] = line.split('\t');
    if (head === undefined || start === undefined || length === undefined || head.startsWith('00-')) continue;
    const place = `${start} ${length}`;
    heads.set(place, [...(heads.get(place) ?? []), head]);
  }
  const texts = [...heads].map(([place, names]) => {
    const [start = '', length = ''] = place.split(' ');
    const from = numberOf(start);
    const [title, ...rest] = bytes.toString('utf8', from, from + numberOf(length)).split('\n');
    // Further headwords stand on lines of their own above the definition.
    const body = rest.join('\n');
    const at = body.search(/^ {3}/mu);
    return { title: (title ?? '').trim(), names, body: at < 0 ? body : body.slice(at) };
  });
  const files = new Map<string, string>();
  const byName = new Map<string, string>();
  const pages = texts.flatMap((entry) => {
    if (entry.title === '') return [];
    const base =
      entry.title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'sign';
    let file = base;
    for (let more = 2; files.has(`concepts/${file}.md`); more += 1) file = `${base}-${more}`;
    files.set(`concepts/${file}.md`, '');
    for (const known of [entry.title, ...entry.names])
      if (!byName.has(known.toLowerCase())) byName.set(known.toLowerCase(), file);
    return [{ ...entry, file }];
  });
  for (const { file, title, names, body } of pages) {
    const aliases = names.filter((known) => known.toLowerCase() !== title.toLowerCase());
    const linked = body.replace(/^ {3}/gmu, '').replace(/\{([^{}]+)\}/gu, (_, marked: string) => {
      const text = marked.replace(/\s+/gu, ' ');
      const target = byName.get(text.toLowerCase());
      return target === undefined ? text : `[[${target}|${text}]]`;
    });
    const head = `schema: knowledge/v1\nkind: concept\ntitle: ${JSON.stringify(title)}\naliases: ${JSON.stringify(aliases)}`;
    files.set(`concepts/${file}.md`, `---\n${head}\n---\n\n${linked}`);
  }
  return { name, files: files.set('KNOWLEDGE.md', MANIFEST) };
}

/** The 143 long pages of the Debian package `anarchism`. */
export function book(): Corpus {
  const name = 'anarchism';
  if (!existsSync(BOOK)) return { name, files: 'The Debian package anarchism is not installed.' };
  const files = new Map([['KNOWLEDGE.md', MANIFEST]]);
  for (const file of readdirSync(BOOK)) {
    const bytes = readFileSync(path.join(BOOK, file));
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    files.set(file.replace(/\.gz$/u, ''), text.replace(/\]\((\w+)\.html/gu, ']($1.md'));
  }
  return { name, files };
}

/** A vault in a folder: its notes, without what is hidden. */
export function vaultIn(folder: string): Corpus {
  const name = path.basename(path.resolve(folder));
  if (!existsSync(folder)) return { name, files: `There is no folder ${folder}.` };
  const files = new Map([['KNOWLEDGE.md', MANIFEST]]);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md') || file.split(path.sep).some((part) => part.startsWith('.'))) continue;
    files.set(file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8'));
  }
  return { name, files };
}

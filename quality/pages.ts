import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The pages of a wiki on disk by path, `/`-separated: all Markdown but what people write and the log. */
export function pagesIn(wiki: string): Readonly<Record<string, string>> {
  const files = readdirSync(wiki, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));
  const pages = files.filter((file) => /^(?!sources\/|\.wiki\/)(?:[^_/]+\/)+[^/]+\.md$/.test(file)).sort();
  return Object.fromEntries(pages.map((file) => [file, readFileSync(path.join(wiki, file), 'utf8')]));
}

/** A page without the time of the run. */
export function withoutTimes(text: string): string {
  return text.replace(/^(\s*(?:created|updated)_at: ).*$/gm, '$1…');
}

/** A page as it is kept where the texts of its sources are not: each quote of a footnote or a callout is told by its hash. */
export function withHashedQuotes(text: string): string {
  const hash = (quote: string): string => createHash('sha256').update(quote).digest('hex').slice(0, 16);
  return text
    .replace(/^(\[\^[^\]]+\]: .*?: )“(.*)”/gm, (_, head: string, quote: string) => `${head}“sha256 ${hash(quote)}”`)
    .replace(
      /^> (?!\[!)(.*?)((?:\[\^[^\]]+\])+)$/gm,
      (_, quote: string, marks: string) => `> sha256 ${hash(quote)}${marks}`,
    );
}

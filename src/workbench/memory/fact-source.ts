import { printFrontmatter } from '../../markdown';
import { keyOf } from '../../harvest';
import { clip } from '../../base';
import { hashText } from '../../vault';
import { slugify } from '../../wiki';
import { type MemoryItem } from './types';

/** A note for the folder of sources. */
interface FactSource {
  readonly name: string;
  readonly text: string;
}

/** The name of the source that a fact becomes: the same for the same words, so that it is not made twice. */
export function factSourceName({ text, bullet }: Pick<MemoryItem, 'text' | 'bullet'>): string {
  return `memory-${slugify(text).slice(0, 60).replace(/-+$/, '')}-${hashText(keyOf(bullet)).slice(0, 6)}.md`;
}

/**
 * A kept fact as a source that ordinary ingest takes up, with what it rests on: the words of the conversation, its name and its day.
 *
 * @param folder of the memory, as the source names it
 */
export function factSource(item: MemoryItem, folder: string): FactSource {
  const { text, from, quote, evidence, path } = item;
  const properties = {
    title: clip(text.replaceAll('*', ''), 200),
    ...(from && { date: from.day }),
    captured_by: from === null ? 'the owner of the memory' : clip(`conversation "${from.conversation}"`, 200),
  };
  const paragraphs = [
    text.replace(/\n {2,}/g, '\n'),
    ...(quote === null ? [] : [quoted(quote)]),
    originOf(item, folder),
  ];
  return {
    name: factSourceName(item),
    text: `${printFrontmatter(properties)}\n${paragraphs.join('\n\n')}\n`,
  };

  function originOf({ from: origin }: MemoryItem, memory: string): string {
    if (origin === null || evidence === 'own') return `Written by the owner in ${memory}/${path}.`;
    const unquoted = quote === null ? ' The conversation does not say it word for word.' : '';
    return `From the conversation "${origin.conversation}", harvested on ${origin.day} into ${memory}/${path}.${unquoted}`;
  }
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

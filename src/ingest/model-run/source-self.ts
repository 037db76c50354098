import { wordKey } from '../../wiki';
import { type CurateRequest } from '../types';
import { oneLine } from './prompt';

const MAX_SHOWN = 120;

/**
 * What a source says of itself besides its text: `"Minutes of the trust" by Ida Lund`. The title only where neither a heading above a
 * passage nor the id says it; `''` for nothing.
 */
export function describeSelf({ source, text }: Pick<CurateRequest, 'source' | 'text'>): string {
  const title = oneLine(text.title ?? '', MAX_SHOWN);
  const key = wordKey(title);
  const isKnown =
    wordKey(source.id.replaceAll('-', ' ')).includes(key) ||
    text.passages.some(({ anchor }) => anchor.heading !== undefined && wordKey(anchor.heading) === key);
  const authors = oneLine(text.authors ?? '', MAX_SHOWN);
  return [isKnown ? '' : `"${title}"`, authors === '' ? '' : `by ${authors}`].filter((part) => part !== '').join(' ');
}

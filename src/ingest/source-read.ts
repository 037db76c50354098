import { type SourceRead } from '../change';
import { sourceDate } from '../wiki';
import { type CurateRequest } from './types';

/** What `_manifest.json` is to record of a source that was read. A date in its frontmatter is read again every time. */
export function sourceRead({ source, text }: Pick<CurateRequest, 'source' | 'text'>): SourceRead {
  const isNew = text.date !== null && source.dateFrom !== 'frontmatter';
  return { path: source.path, hash: text.hash, ...(isNew && { date: text.date }) };
}

/** What a reviewer should know of a source without a date, where dates decide; empty otherwise. */
export function undatedNotes({
  lens,
  source,
  text,
}: Pick<CurateRequest, 'lens' | 'source' | 'text'>): readonly string[] {
  const isNeeded = lens.effective.curation.conflictResolution === 'recency' && sourceDate(source, text.date) === null;
  return isNeeded
    ? [`${source.path} has no date that could be found, so the policy "recency" decides nothing about what it says.`]
    : [];
}

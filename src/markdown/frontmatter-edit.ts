import { WikiError } from '../base';
import { readFrontmatter } from './frontmatter';
import type { FrontmatterEdit } from './types';

export function editFrontmatter(text: string, edits: readonly FrontmatterEdit[]): string {
  if (edits.length === 0) return text;
  const { problems } = readFrontmatter(text);
  throw new WikiError('living-wiki:frontmatter_unreadable', problems[0]?.message ?? 'not yet');
}

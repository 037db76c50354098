import { isWikiError } from '../../base';
import { headline, unitOfPage } from '../../deliberation';
import { readFrontmatter } from '../../markdown';
import { matchesIn, type Passage } from '../../search';

/**
 * What a search tells of the page of a Knowledge Unit: its level 0, because a single line of such a page may be a claim that is disputed
 * or that nobody knows. Source: Knowledge Units draft, section 9.
 *
 * @param terms as a search hit has them
 * @returns `null` for every other page, and for a unit that cannot be read
 */
export function unitPassage(text: string, terms: readonly string[]): Passage | null {
  if (!text.includes('knowledge-unit:')) return null;
  const { data, bodyStart } = readFrontmatter(text);
  try {
    const unit = unitOfPage(data);
    if (unit === null) return null;
    const told = headline(unit);
    const matches = matchesIn(told, terms).map(({ start, end }) => ({ start, end }));
    const line = text.slice(0, bodyStart).split('\n').length;
    return { heading: null, line, start: bodyStart, text: told, matches };
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return null;
  }
}

import type { CurateRequest } from '../types';
import type { WikiWords } from './subjects';

/** Pages looked at for a last name. */
const looked = 12;

/** What a wiki tells of single words, by its search index. A word is widespread on forty pages and a tenth of the wiki. */
export function wikiWords({ index, snapshot }: Pick<CurateRequest, 'index' | 'snapshot'>): WikiWords {
  const many = Math.max(40, Math.ceil(snapshot.pages.size / 10));
  return {
    isWidespread: (word) => index.search(word, { loose: false, limit: many + 1 }).length > many,
    peopleCalled: (lastName) =>
      index
        .search(lastName, { loose: false, limit: looked })
        .map(({ path }) => path)
        .filter((path) => {
          const page = snapshot.pages.get(path);
          return page !== undefined && personKind.test(page.kind) && page.title.endsWith(` ${lastName}`);
        }),
  };
}

const personKind = /^(?:entity|person|people|human|individual|contact|figure|character)$/;

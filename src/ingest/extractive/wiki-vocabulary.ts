import { type CurateRequest } from '../types';
import { type WikiVocabulary } from './subjects';

/** Pages looked at for a last name. */
const MAX_PAGES = 12;

/** What a wiki tells of single words, by its search index. A word is widespread on forty pages and a tenth of the wiki. */
export function createWikiVocabulary({ index, snapshot }: Pick<CurateRequest, 'index' | 'snapshot'>): WikiVocabulary {
  const many = Math.max(40, Math.ceil(snapshot.pages.size / 10));
  return {
    isWidespread: (word) => index.search(word, { loose: false, limit: many + 1 }).length > many,
    peopleCalled: (lastName) =>
      index
        .search(lastName, { loose: false, limit: MAX_PAGES })
        .map(({ path }) => path)
        .filter((path) => {
          const page = snapshot.pages.get(path);
          return page !== undefined && PERSON_KIND.test(page.kind) && page.title.endsWith(` ${lastName}`);
        }),
  };
}

const PERSON_KIND = /^(?:entity|person|people|human|individual|contact|figure|character)$/;

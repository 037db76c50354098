import { type CurateRequest } from '../types';
import { type WikiVocabulary } from './subjects';

/** Most pages to check for a last name. */
const MAX_PAGES = 12;

/** Answers from the search index. A word is widespread if it is on more than forty pages and on a tenth of the wiki. */
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

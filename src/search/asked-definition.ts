import { stemOf } from './word-forms';

const ASKS = /^\s*(?:what|who)(?:\s(?:is|are|was|were)|['’]s)\s(?:(?:an?|the)\s)?(.{2,60}?)\s*\?*\s*$/iu;
const NAMES =
  /^["“‘'(_]*(?:(?:the|an?|all)\s)?(.{2,60}?)["”’_]?(?:\s\([^()]{1,60}\))?(?:,\s[^,]{3,80},)?\s(?:is|are|was|were|means?|refers? to|denotes?|represents?|stands? for|consists? of)\s/iu;

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[\s-]+/u)
    .map(stemOf)
    .join(' ');

/** Whether a statement says what the question "What is …?" asks for: it opens with that name and a verb. Never for another question. */
export function definesAsked(question: string): (statement: string) => boolean {
  const asked = ASKS.exec(question)?.[1];
  if (asked === undefined) return () => false;
  const key = keyOf(asked);
  return (statement) => {
    const named = NAMES.exec(statement)?.[1];
    return named !== undefined && keyOf(named) === key;
  };
}

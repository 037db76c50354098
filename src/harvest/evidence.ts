import { createQuoteFinder } from '../change';
import { type HarvestItem } from './types';

/**
 * Looks up the quote of each item in the conversation. A quote becomes the words as they are there; one that is not there is dropped,
 * and the item says so.
 */
export function checkItemQuotes(items: readonly HarvestItem[], conversation: string): readonly HarvestItem[] {
  const finder = createQuoteFinder(conversation);
  return items.map((item) => {
    if (item.quote === null) return item;
    const place = finder.find(item.quote);
    return place === null
      ? { ...item, quote: null, isQuoteMissing: true }
      : { ...item, quote: conversation.slice(place.start, place.end) };
  });
}

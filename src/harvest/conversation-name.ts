import { clip } from '../base';

const MAX_NAME = 80;

/**
 * The name of a conversation as bullets give it: `[from: NAME, DATE]`. One line, without brackets and commas, which would end it early.
 * @param title as the format gives it; may be anything
 */
export function conversationName(title: string, fallback: string): string {
  const plain = (text: string): string =>
    clip(text.replace(/[[\]{}<>|`$%*_~#^\\,\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g, ' '), MAX_NAME);
  const name = plain(title);
  return name === '' ? plain(fallback) : name;
}

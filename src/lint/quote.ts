import { clip } from '../base';

/** Quotes a text for a message: on one line, at most 80 characters. */
export function quote(text: string): string {
  return `"${clip(text, 80)}"`;
}

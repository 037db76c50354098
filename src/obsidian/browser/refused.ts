import { WikiError } from '../../base';
import { browser as words } from '../locale/en/browser';

/** What a token may not do. The server would refuse it too, as if it did not exist. */
export const refused = (): WikiError =>
  new WikiError('living-wiki:role_refused', words.refused, { remedy: words.refusedRemedy });

import { WikiError } from '../../base';
import { type UnconfirmedChange } from '../trust/confirmation';
import { describeChange } from '../trust/describe-change';

export function skillUnconfirmed(name: string, change: UnconfirmedChange): WikiError {
  const message = `The skill "${name}" is not approved as it is, so it does not run. ${describeChange(change)}`;
  const { path, hidden } = change;
  return new WikiError('living-wiki:skill_unconfirmed', message, {
    path,
    remedy:
      hidden === null ? `Read it, then approve it: living-wiki trust approve ${path}` : 'Remove the hidden characters.',
  });
}

export function runStopped(title: string, by: string): WikiError {
  return new WikiError('living-wiki:maintenance_limit', `${title} stopped at its limit of ${by}. Nothing was kept.`, {
    remedy: 'Run it again, or give it less to do.',
  });
}

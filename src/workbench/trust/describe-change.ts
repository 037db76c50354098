import { plural } from '../../base';
import { type GoverningChange } from '../../lint';
import { type Notice } from '../types';
import { type UnconfirmedChange } from './confirmation';

/** More differences are only counted; the list of changes shows all. */
const MAX_SHOWN = 6;

const APPROVE =
  'Jobs that change the wiki do not start until you approve the file with `living-wiki trust` or in the app.';
const APPROVE_SKILL = 'The skill does not run until you approve the file with `living-wiki trust` or in the app.';

/** A change as lint reports it. */
export function toGoverningChange(change: UnconfirmedChange): GoverningChange {
  const [first] = change.differences;
  return {
    path: change.path,
    message: `${describeChange(change)} ${change.stopsAll ? APPROVE : APPROVE_SKILL}`,
    field: first?.field ?? '',
    line: change.hidden?.lines[0]?.line ?? first?.line ?? 1,
  };
}

/** A change as the status shows it. */
export function toNotice(change: UnconfirmedChange): Notice {
  const { message, path } = toGoverningChange(change);
  return { code: 'living-wiki:change_unconfirmed', message, at: path };
}

/** What changed, in one sentence. */
export function describeChange({ reason, differences, hidden }: UnconfirmedChange): string {
  const shown = differences.slice(0, MAX_SHOWN).map(({ message }) => message.replace(/[.!?]$/, ''));
  const rest = differences.length - shown.length;
  if (rest > 0) shown.push(`and ${plural(rest, 'more change')}`);
  const list = shown.join('; ');
  if (hidden !== null)
    return `Hides ${plural(hidden.count, 'character')} that an editor does not show and a model reads.`;
  switch (reason) {
    case 'new':
      return list === '' ? 'Not approved on this device.' : `Not approved on this device. The file contains: ${list}.`;
    case 'removed':
      return 'Removed since it was approved.';
    case 'changed':
      return `Changed since it was approved: ${list}.`;
  }
}

import { plural } from '../../base';
import { type GoverningChange } from '../../lint';
import { type Notice } from '../types';
import { type UnconfirmedChange } from './confirmation';

/** More differences are only counted; the list of changes shows all. */
const MAX_SHOWN = 5;

const CONFIRM = 'Check it, then confirm it with `living-wiki trust` or in the lint panel.';

/** A change as lint reports it. */
export function toGoverningChange(change: UnconfirmedChange): GoverningChange {
  const [first] = change.differences;
  return {
    path: change.path,
    message: `${describe(change)} ${CONFIRM}`,
    field: first?.field ?? '',
    line: first?.line ?? 1,
  };
}

/** A change as the status shows it. */
export function toNotice(change: UnconfirmedChange): Notice {
  return { code: 'living-wiki:change_unconfirmed', message: `${describe(change)} ${CONFIRM}`, at: change.path };
}

function describe({ reason, differences }: UnconfirmedChange): string {
  switch (reason) {
    case 'new':
      return 'This file is new since the rules of the wiki were last confirmed.';
    case 'removed':
      return 'This file was removed since it was last confirmed.';
    case 'unknown':
      return 'The record of what was confirmed is gone, so it is not known whether this file changed.';
    case 'changed': {
      const shown = differences.slice(0, MAX_SHOWN).map(({ message }) => message);
      const rest = differences.length - shown.length;
      if (rest > 0) shown.push(`and ${plural(rest, 'more change')}`);
      return `Changed since it was last confirmed: ${shown.join('; ').replace(/[.!?]$/, '')}.`;
    }
  }
}

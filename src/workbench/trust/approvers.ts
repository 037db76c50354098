import { WikiError } from '../../base';
import { type Lens } from '../../workspace';
import { type ApprovalRecord } from './approvals';

/** Who may approve by the policies of the wiki; `null` where anyone may. Of several lists, only who is in all of them. */
export function approversIn({ policies }: Pick<Lens, 'policies'>): readonly string[] | null {
  const lists = policies.flatMap(({ approvers }) => (approvers === null ? [] : [approvers]));
  const [first, ...others] = lists;
  if (first === undefined) return null;
  return first.filter((name) => others.every((list) => list.includes(name)));
}

/**
 * Whoever approves must be allowed to by the policies as they are and as they were when something was last approved, so that nobody
 * lets themselves in by a change of the policy.
 * @throws WikiError `living-wiki:approver_refused`
 */
export function checkApprover(person: string, record: ApprovalRecord, lens: Pick<Lens, 'policies'>): void {
  for (const list of [record.approvers, approversIn(lens)]) {
    if (list === null || list.includes(person)) continue;
    const who = person === '' ? 'Nobody' : person;
    const may = list.length === 0 ? 'nobody' : list.join(', ');
    throw new WikiError(
      'living-wiki:approver_refused',
      `${who} may not approve changes in this wiki. Its policy allows: ${may}.`,
      {
        remedy: 'Ask one of them, or change the policy together.',
      },
    );
  }
}

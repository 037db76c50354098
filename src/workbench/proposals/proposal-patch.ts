import { exportPatch, renderEdit } from '../../change';
import { type Proposal } from '../../proposal';

/** A proposal's page changes as a unified diff that `git apply` takes, relative to the wiki's root. */
export function proposalPatch({ changeSet }: Proposal): string {
  return exportPatch(
    changeSet.files.map((edit) => ({
      path: edit.to ?? edit.path,
      ...(edit.to !== undefined && { from: edit.path }),
      before: edit.kind === 'created' ? null : edit.base,
      after: renderEdit(edit),
    })),
  );
}

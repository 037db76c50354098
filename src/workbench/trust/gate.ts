import { plural, WikiError, type Run } from '../../base';
import { joinPath, resolveRelative } from '../../vault';
import { guidePaths } from '../../wiki';
import { type Lens, type LensWarning } from '../../workspace';
import { type WikiSession } from '../wiki-session';
import { unconfirmedChanges, type UnconfirmedChange } from './confirmation';
import { describeChange } from './describe-change';

/** More files are only counted. */
const MAX_NAMED = 3;

/**
 * Call it before a job that writes, or that lets a model propose: the rules for the model must be as a person approved them, and the policies
 * must be ones that are understood.
 * @param view the lens that the job uses
 * @throws WikiError `living-wiki:rules_not_approved`, `living-wiki:policy_invalid`
 */
export async function requireApproval(session: WikiSession, view: Lens, run: Run): Promise<void> {
  const { host, snapshot } = session;
  if (host.device === undefined) return;
  // What the model is told is read with the snapshot, and must be what is compared.
  await session.refresh(['KNOWLEDGE.md', ...guidePaths(snapshot.layout)], run);
  refuseBrokenPolicy([...session.lens.warnings, ...view.warnings]);
  const changes = await unconfirmedChanges(session, await session.lenses(run));
  const stopping = changes.filter(({ stopsAll }) => stopsAll);
  if (stopping.length > 0) throw notApproved(stopping, host.root);
}

function notApproved(changes: readonly UnconfirmedChange[], root: string): WikiError {
  const named = changes.slice(0, MAX_NAMED).map((change) => `${change.path}: ${describeChange(change)}`);
  const rest = changes.length - named.length;
  const more = rest > 0 ? ` And ${plural(rest, 'more file')}.` : '';
  const message = `The rules for the model are not approved on this device, so jobs that change the wiki do not start. ${named.join(' ')}${more}`;
  return new WikiError('living-wiki:rules_not_approved', message, {
    // The path of a view leaves the root of the wiki with `..`.
    path: resolveRelative(joinPath(root, 'KNOWLEDGE.md'), changes[0]?.path ?? '') ?? root,
    remedy:
      'Look at the changes and approve them: living-wiki trust, or “Review rules for the model” in the app. Reading still works.',
  });
}

const BROKEN: ReadonlySet<string> = new Set(['living-wiki:policy_invalid', 'living-wiki:governance_unresolvable']);

/** A policy that is lost or not understood allows no job that writes. */
function refuseBrokenPolicy(warnings: readonly LensWarning[]): void {
  const broken = warnings.find(({ code }) => BROKEN.has(code));
  if (broken === undefined) return;
  throw new WikiError(
    broken.code,
    `${broken.at}: ${broken.message} No job that changes the wiki starts until this is corrected.`,
    {
      path: broken.at.replace(/#.*$/, ''),
      remedy: 'Correct the policy, then approve it: living-wiki trust.',
    },
  );
}

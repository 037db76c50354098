import { isWikiError, WikiError, type JsonObject, type Run } from '../../base';
import { isUnsigned, unitOfPage, type Bundle, type Operation, type UnitSigner } from '../../deliberation';
import { type Page } from '../../wiki';
import { type Proposal } from '../../proposal';
import { proposeChange } from '../proposals/propose-change';
import { type WikiSession } from '../wiki-session';
import { unitChange } from './unit-change';
import { JWKS_FILE } from './unit-files';

/** What signs the unit; `null` for one that shall be unsigned. @throws WikiError `living-wiki:unit_key_missing` */
export async function signerFor({ host }: WikiSession, unsigned = false): Promise<UnitSigner | null> {
  if (unsigned) return null;
  const signer = (await host.unitKeys?.signer()) ?? null;
  if (signer !== null) return signer;
  throw new WikiError('living-wiki:unit_key_missing', 'This device has no key to sign the unit with.', {
    remedy: 'Make one: living-wiki units keys new. Or make an unsigned unit with --unsigned.',
  });
}

/** A new unit, and what becomes of the one that it replaces. */
export interface NewUnit {
  readonly bundle: Bundle;
  readonly operation: Operation | null;
}

export interface UnitsToPropose {
  /** The title of the change, after what kind it is. */
  readonly title: string;
  /** The first is what the change is about. */
  readonly made: readonly [NewUnit, ...NewUnit[]];
  /** As it was asked, for the page of the first; the title of the page that it replaces when absent. */
  readonly question?: string;
  readonly bullets?: readonly string[];
  readonly facts?: JsonObject;
}

/** Proposes units, each with its record, its deliberation and its page. */
export function proposeUnits(session: WikiSession, units: UnitsToPropose, run: Run): Promise<Proposal> {
  const { made, title, question, bullets = [], facts = {} } = units;
  return session.exclusively(run, async () => {
    const { snapshot } = await session.withPendingApplied(run);
    const { host, vault } = session;
    const isSigned = made.some(({ bundle }) => !isUnsigned(bundle.unit));
    const changeSet = unitChange(snapshot, {
      title,
      made: made.map(({ bundle, operation }, at) => {
        const { supersedes } = bundle.unit;
        const replaced = typeof supersedes === 'string' ? pageOfUnit(snapshot.pages.values(), supersedes) : null;
        return { bundle, operation, replaced, ...(at === 0 && question !== undefined && { question }) };
      }),
      keys: isSigned ? ((await host.unitKeys?.own()) ?? []) : [],
      jwks: (await vault.stat(JWKS_FILE)) === null ? null : await vault.readText(JWKS_FILE),
      bullets,
      facts,
      now: host.clock.now(),
    });
    const proposal = await proposeChange(session, changeSet, run);
    if (proposal === null) throw new Error('A new unit is always a change.');
    return proposal;
  });
}

/** The page that shows a unit. */
function pageOfUnit(pages: Iterable<Page>, id: string): Page | null {
  for (const page of pages) {
    try {
      if (unitOfPage(page.data)?.id === id) return page;
    } catch (error) {
      if (!isWikiError(error)) throw error;
    }
  }
  return null;
}

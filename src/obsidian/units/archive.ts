import { archiveUnit } from '../../workbench';
import { type WikiController } from '../controller';
import { ensureUnitKey } from '../host/unit-keys';

/** Proposes that a unit no longer counts. @returns the proposal; `null` where no wiki is open */
export async function archiveInApp(
  controller: WikiController,
  unit: string,
  unsigned: boolean,
): Promise<string | null> {
  const { state, app } = controller;
  if (state.kind !== 'ready') return null;
  if (!unsigned) await ensureUnitKey(app);
  const { proposal } = await controller.inBackground(() =>
    archiveUnit(state.workbench, { unit, unsigned }, controller.backgroundRun()),
  );
  return proposal.id;
}

import { type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, panels as words } from '../locale';
import { drawEmptyState } from './elements';

/** The open wiki; if there is none, draws why into `parent` and returns `null`. */
export function workbenchOrNote({ state }: WikiController, parent: HTMLElement): Workbench | null {
  if (state.kind === 'ready') return state.workbench;
  parent.empty();
  if (state.kind === 'starting') drawEmptyState(parent, words.starting);
  else if (state.kind === 'none') drawEmptyState(parent, words.none, words.noneHint);
  else drawEmptyState(parent, coreText(state.error.message), state.error.remedy && coreText(state.error.remedy));
  return null;
}

/** The title of the chosen lens. */
export async function lensTitle(controller: WikiController): Promise<string> {
  if (controller.state.kind !== 'ready') return '';
  const { workbench } = controller.state;
  const { effective } = workbench.snapshot.lens;
  if (controller.lens === undefined) return effective.title;
  const lenses = await workbench.lenses(controller.backgroundRun());
  return lenses.find(({ ref, path }) => ref === controller.lens || path === controller.lens)?.title ?? controller.lens;
}

/** Calls `show` with the title of the chosen lens once it is known, unless another lens was chosen by then. */
export function showLensTitle(controller: WikiController, show: (title: string) => void): void {
  const { lens } = controller;
  const showIfCurrent = (title: string): void => {
    if (controller.lens === lens && title !== '') show(title);
  };
  lensTitle(controller).then(showIfCurrent, () => showIfCurrent(lens ?? ''));
}

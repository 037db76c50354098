import { type WikiController } from '../controller/types';
import { CHAT_VIEW } from '../controller/view-types';
import { ChatView } from './view';

/** Shows the conversation, ready to be written to. */
export async function openChat({ app }: WikiController): Promise<void> {
  const { workspace } = app;
  const leaf = await workspace.ensureSideLeaf(CHAT_VIEW, 'right', { active: true, reveal: true });
  await workspace.revealLeaf(leaf);
  if (leaf.view instanceof ChatView) leaf.view.takeFocus();
}

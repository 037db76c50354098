import type { Desk } from '../desk/types';
import { CHAT_VIEW } from '../desk/view-types';
import { ChatView } from './view';

/** Shows the conversation, ready to be written to. */
export async function openChat({ app }: Desk): Promise<void> {
  const { workspace } = app;
  const leaf = await workspace.ensureSideLeaf(CHAT_VIEW, 'right', { active: true, reveal: true });
  await workspace.revealLeaf(leaf);
  if (leaf.view instanceof ChatView) leaf.view.takeFocus();
}

import { Notice, type ObsidianProtocolData, type Plugin } from 'obsidian';
import { type PluginController } from './controller';
import { app } from './locale';

/**
 * Handles `obsidian://living-wiki` links: `?proposal=ID` opens a review, `?finding=KEY` the position of a problem, and a link
 * without parameters the home view.
 */
export function addProtocolHandler(plugin: Plugin, controller: PluginController): void {
  plugin.registerObsidianProtocolHandler('living-wiki', (data) => controller.attempt(() => open(data)));

  async function open({ proposal, finding }: ObsidianProtocolData): Promise<void> {
    await controller.whenOpened();
    const { state } = controller;
    if (proposal === undefined && finding === undefined) await controller.navigator.openHome();
    else if (state.kind === 'failed') throw state.error;
    else if (proposal !== undefined) await openProposal(proposal);
    else if (finding !== undefined) await openFinding(finding);
  }

  async function openProposal(id: string): Promise<void> {
    const { state, navigator } = controller;
    const exists = state.kind === 'ready' && (await state.workbench.proposals()).some((one) => one.id === id);
    if (exists) await navigator.openReview(id);
    else new Notice(app.notice.missingProposal);
  }

  async function openFinding(key: string): Promise<void> {
    if (controller.lint === null) await controller.lintNow();
    const found = controller.lint?.findings.find((one) => one.key === key);
    if (found === undefined) {
      new Notice(app.notice.missingFinding);
      return;
    }
    await controller.navigator.openLint();
    await controller.navigator.openPage(found.path, { line: found.line });
  }
}

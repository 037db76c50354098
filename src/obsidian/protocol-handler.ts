import { Notice, type ObsidianProtocolData, type Plugin } from 'obsidian';
import { runSafely } from './commands';
import { type PluginController } from './controller';
import { app } from './locale';

/** `obsidian://living-wiki?proposal=ID` opens a review, `?finding=KEY` a finding's place; without either the home view. */
export function addProtocolHandler(plugin: Plugin, controller: PluginController): void {
  plugin.registerObsidianProtocolHandler('living-wiki', (asked) => runSafely(controller, () => follow(asked)));

  async function follow({ proposal, finding }: ObsidianProtocolData): Promise<void> {
    await controller.whenOpened();
    const { state } = controller;
    if (proposal === undefined && finding === undefined) await controller.navigator.openHome();
    else if (state.kind === 'failed') throw state.error;
    else if (proposal !== undefined) await openProposal(proposal);
    else if (finding !== undefined) await openFinding(finding);
  }

  async function openProposal(id: string): Promise<void> {
    if (
      controller.state.kind === 'ready' &&
      (await controller.state.workbench.proposals()).some((one) => one.id === id)
    ) {
      await controller.navigator.openReview(id);
    } else new Notice(app.notice.missingProposal);
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

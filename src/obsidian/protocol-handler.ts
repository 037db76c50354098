import { Notice, type ObsidianProtocolData, type Plugin } from 'obsidian';
import { runSafely } from './commands';
import { type PluginController } from './controller';
import { app } from './locale';

/** `obsidian://living-wiki?proposal=ID` opens a review, `?finding=KEY` a finding's place; without either the home view. */
export function addProtocolHandler(plugin: Plugin, desk: PluginController): void {
  plugin.registerObsidianProtocolHandler('living-wiki', (asked) => runSafely(desk, () => follow(asked)));

  async function follow({ proposal, finding }: ObsidianProtocolData): Promise<void> {
    await desk.whenOpened();
    const { state } = desk;
    if (proposal === undefined && finding === undefined) await desk.navigator.openHome();
    else if (state.kind === 'failed') throw state.error;
    else if (proposal !== undefined) await openProposal(proposal);
    else if (finding !== undefined) await openFinding(finding);
  }

  async function openProposal(id: string): Promise<void> {
    if (desk.state.kind === 'ready' && (await desk.state.workbench.proposals()).some((one) => one.id === id)) {
      await desk.navigator.openReview(id);
    } else new Notice(app.notice.missingProposal);
  }

  async function openFinding(key: string): Promise<void> {
    if (desk.lint === null) await desk.lintNow();
    const found = desk.lint?.findings.find((one) => one.key === key);
    if (found === undefined) {
      new Notice(app.notice.missingFinding);
      return;
    }
    await desk.navigator.openLint();
    await desk.navigator.openPage(found.path, { line: found.line });
  }
}

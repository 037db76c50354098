import { Notice } from 'obsidian';
import type { ObsidianProtocolData, Plugin } from 'obsidian';
import { attempt } from './commands';
import type { WikiDesk } from './desk';
import { app } from './locale';

/** `obsidian://living-wiki?proposal=ID` opens a review, `?finding=KEY` a finding's place; without either the home view. */
export function addLinks(plugin: Plugin, desk: WikiDesk): void {
  plugin.registerObsidianProtocolHandler('living-wiki', (asked) => attempt(desk, () => follow(asked)));

  async function follow({ proposal, finding }: ObsidianProtocolData): Promise<void> {
    await desk.opened();
    const { state } = desk;
    if (proposal === undefined && finding === undefined) await desk.ways.openHome();
    else if (state.kind === 'failed') throw state.error;
    else if (proposal !== undefined) await openProposal(proposal);
    else if (finding !== undefined) await openFinding(finding);
  }

  async function openProposal(id: string): Promise<void> {
    if (desk.state.kind === 'ready' && (await desk.state.workbench.proposals()).some((one) => one.id === id)) {
      await desk.ways.openReview(id);
    } else new Notice(app.notice.missingProposal);
  }

  async function openFinding(key: string): Promise<void> {
    if (desk.lint === null) await desk.check();
    const found = desk.lint?.findings.find((one) => one.key === key);
    if (found === undefined) {
      new Notice(app.notice.missingFinding);
      return;
    }
    await desk.ways.openLint();
    await desk.ways.openPage(found.path, { line: found.line });
  }
}

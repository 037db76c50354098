import { Notice, TFile, TFolder, Vault, type TAbstractFile } from 'obsidian';
import { type Proposal, type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { app as words } from '../locale';
import { LensSwitcher, SearchModal, WhyModal } from '../panels';

/** Whether a wiki is open; says so where none is. */
function requireOpenWiki(controller: WikiController): boolean {
  const { kind } = controller.state;
  if (kind === 'ready') return true;
  new Notice(kind === 'starting' ? words.notice.starting : words.notice.noWiki);
  return false;
}

export function switchLens(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new LensSwitcher(controller));
}

export function explainField(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new WhyModal(controller));
}

export function openSearch(controller: WikiController): void {
  if (requireOpenWiki(controller)) controller.openModal(new SearchModal(controller));
}

/** Opens the change that waits longest. */
export async function reviewNext(controller: WikiController): Promise<void> {
  if (!requireOpenWiki(controller)) return;
  const [next] = controller.proposals;
  if (next === undefined) new Notice(words.notice.nothingToReview);
  else await controller.navigator.openReview(next.id);
}

/** Puts all safe fixes of the chosen lens into one change, and opens it. */
export async function fixAllSafe(controller: WikiController): Promise<void> {
  const lens = controller.lens === undefined ? {} : { lens: controller.lens };
  await propose(controller, words.jobs.fix, (run, wiki) => wiki.proposeFixes({ findings: 'safe', ...lens }, run));
}

async function propose(
  controller: WikiController,
  title: string,
  make: (run: Run, wiki: Workbench) => Promise<Proposal | null>,
): Promise<void> {
  const made = await controller.runWikiJob(title, async (run, wiki) => ({ proposal: await make(run, wiki) }));
  if (made === null) return;
  if (made.proposal === null) new Notice(words.notice.nothingToFix);
  else await controller.navigator.openReview(made.proposal.id);
}

/** One round of maintenance; what it would mend opens in review. */
export async function maintain(controller: WikiController): Promise<void> {
  const done = await controller.runWikiJob(words.jobs.maintain, (run, wiki) => wiki.maintain(run));
  if (done === null) return;
  new Notice(words.notice.maintained(done.findings.length));
  if (done.proposal !== null) await controller.navigator.openReview(done.proposal.id);
}

/** The sources of the wiki that a file is or a folder holds, relative to the wiki. */
export function sourcesIn(controller: WikiController, file: TAbstractFile): string[] {
  const { state } = controller;
  if (state.kind !== 'ready') return [];
  const { sources } = state.workbench.snapshot;
  const found: string[] = [];
  const look = ({ path }: TAbstractFile): void => {
    const inside = controller.toWikiPath(path);
    if (inside !== null && sources.has(inside)) found.push(inside);
  };
  if (file instanceof TFile) look(file);
  // The root holds everything; proposing for the whole vault is what the command for new sources is for.
  else if (file instanceof TFolder && !file.isRoot()) Vault.recurseChildren(file, look);
  return found.sort();
}

import { isoTime, silentRun, WikiError, type Run } from '../base';
import { exportPatch, renderEdit } from '../change';
import { type Proposal } from '../proposal';
import { resolveAcceptance, type ApplyProposalRequest } from './acceptance';
import { applyProposal } from './apply-proposal';
import { toProposalResult, sourceOfProposal } from './proposal-result';
import { describeLens, explainField, findLens, type FieldExplanation, type LensDetails } from './lenses';
import { stateVault } from './model/stores';
import { reportUsage, UsageLog, type UsageReport } from './model/usage-log';
import { type OpenQuestion } from './questions';
import { rejectProposal } from './review/proposal-backend';
import { search, type SearchOptions } from './search';
import { WikiSession } from './wiki-session';
import {
  type ProposalResult,
  type SearchResult,
  type UndoResult,
  type VerifyResult,
  type WorkbenchHost,
} from './types';
import { waitingProposal } from './waiting-proposal';
import { undo } from './undo';
import { verify } from './verify';
import { Workbench } from './workbench';

/**
 * A {@link Workbench} with what only a terminal asks for: what is done there in one command has a screen of its own in the
 * app, which leaves this class out.
 */
export class TerminalWorkbench extends Workbench {
  /** As {@link Workbench.open}. */
  static override async open(host: WorkbenchHost, run: Run = silentRun): Promise<TerminalWorkbench> {
    return new TerminalWorkbench(await WikiSession.open(host, run));
  }

  /** An open question. @param name its id, its number, or the beginning of it @throws WikiError `living-wiki:question_missing` */
  async findQuestion(name: string, run: Run = silentRun): Promise<OpenQuestion> {
    const open = await this.questions(run);
    const fits = ({ id }: OpenQuestion): boolean => id.startsWith(name) || parseInt(id, 10) === Number(name);
    const fitting = name.trim() === '' ? [] : open.filter(fits);
    const [only = null] = fitting.filter(({ id }) => fitting.length === 1 || id === name);
    if (only !== null) return only;
    const what = fitting.length > 0 ? 'There are several open questions' : 'There is no open question';
    throw new WikiError('living-wiki:question_missing', `${what} "${name.slice(0, 200)}".`, {
      remedy: 'List the open questions to see their names.',
    });
  }

  /** @throws WikiError `living-wiki:proposal_missing`, `living-wiki:proposal_ambiguous` */
  findProposal(id: string): Promise<Proposal> {
    return this.session.store.find(id);
  }

  /** A proposal's page changes as a unified diff that `git apply` takes, relative to the wiki's root. */
  exportPatch(findProposal: Proposal): string {
    return exportPatch(
      findProposal.changeSet.files.map((edit) => ({
        path: edit.to ?? edit.path,
        ...(edit.to !== undefined && { from: edit.path }),
        before: edit.kind === 'created' ? null : edit.base,
        after: renderEdit(edit),
      })),
    );
  }

  /**
   * Applies a waiting proposal, or the part of it that is named.
   * @throws WikiError `living-wiki:proposal_decided`, `living-wiki:proposal_file_missing`,
   * `living-wiki:proposal_hunk_missing`
   */
  applyProposal(id: string, request: ApplyProposalRequest = {}, run: Run = silentRun): Promise<ProposalResult> {
    return this.session.exclusively(run, async (held) => {
      const findProposal = await waitingProposal(this.session.store, id);
      const { accepted, ...why } = resolveAcceptance(findProposal, request);
      const applied = await applyProposal(this.session, held, findProposal, accepted, run, why);
      return toProposalResult(applied, sourceOfProposal(findProposal));
    });
  }

  /** Rejects a waiting proposal as a whole. @throws WikiError `living-wiki:proposal_decided` */
  rejectProposal(id: string, reason: string): Promise<Proposal> {
    return rejectProposal(this.session, id, reason);
  }

  /** Takes back a transaction; the newest change that still stands when none is named. */
  undo(id: string | undefined, run: Run = silentRun): Promise<UndoResult> {
    return this.session.exclusively(run, (held) => undo(this.session, held, id, run));
  }

  async lensDetails(name: string | undefined, run: Run = silentRun): Promise<LensDetails> {
    return describeLens(await findLens(this.session, name, run));
  }

  /** @throws WikiError `living-wiki:field_missing` */
  async explainField(name: string | undefined, field: string, run: Run = silentRun): Promise<FieldExplanation> {
    return explainField(await findLens(this.session, name, run), field);
  }

  search(request: SearchOptions, run: Run = silentRun): Promise<{ readonly results: readonly SearchResult[] }> {
    return search(this.session, request, run);
  }

  /** Checks that the wiki on disk is what its log, index and provenance say it is, quotes included. */
  verify(run: Run = silentRun): Promise<VerifyResult> {
    return verify(this.session, run);
  }

  /** What language models have used in this wiki. @param days so many, today (in UTC) included */
  usage(days: number): Promise<UsageReport> {
    const { vault, host } = this.session;
    const from = isoTime(host.clock.now() - (Math.min(days, 36_500) - 1) * 86_400_000).slice(0, 10);
    return reportUsage(new UsageLog(stateVault(vault), ''), from, days);
  }
}

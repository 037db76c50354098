import { isoTime, quietRun, WikiError } from '../base';
import type { Run } from '../base';
import { exportPatch, renderEdit } from '../change';
import type { Proposal } from '../proposal';
import { acceptanceOf } from './accept';
import type { ApplyProposalRequest } from './accept';
import { applyProposal } from './apply-proposal';
import { describeProposal, sourceOf } from './describe';
import { describeLens, explainField, findLens } from './lenses';
import type { FieldExplanation, LensDetails } from './lenses';
import { stateOf } from './model/stores';
import { reportUsage, UsageBook } from './model/usage';
import type { UsageReport } from './model/usage';
import type { OpenQuestion } from './questions';
import { rejectProposal } from './review/proposal-case';
import { search } from './search';
import type { DrySearch } from './search';
import { Session } from './session';
import type { IngestedProposal, SearchResult, UndoResult, VerifyResult, WorkbenchHost } from './types';
import { undecided } from './undecided';
import { undo } from './undo';
import { verify } from './verify';
import { Workbench } from './workbench';

/**
 * A {@link Workbench} with what only a terminal asks for: what is done there in one command has a screen of its own in the
 * app, which leaves this class out.
 */
export class TerminalWorkbench extends Workbench {
  /** As {@link Workbench.open}. */
  static override async open(host: WorkbenchHost, run: Run = quietRun): Promise<TerminalWorkbench> {
    return new TerminalWorkbench(await Session.open(host, run));
  }

  /** An open question. @param name its id, its number, or the beginning of it @throws WikiError `living-wiki:question_missing` */
  async question(name: string, run: Run = quietRun): Promise<OpenQuestion> {
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
  proposal(id: string): Promise<Proposal> {
    return this.session.store.find(id);
  }

  /** A proposal's page changes as a unified diff that `git apply` takes, relative to the wiki's root. */
  patch(proposal: Proposal): string {
    return exportPatch(
      proposal.changeSet.files.map((edit) => ({
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
  apply(id: string, request: ApplyProposalRequest = {}, run: Run = quietRun): Promise<IngestedProposal> {
    return this.session.exclusively(run, async (held) => {
      const proposal = await undecided(this.session.store, id);
      const { accepted, ...why } = acceptanceOf(proposal, request);
      const applied = await applyProposal(this.session, held, proposal, accepted, run, why);
      return describeProposal(applied, sourceOf(proposal));
    });
  }

  /** Rejects a waiting proposal as a whole. @throws WikiError `living-wiki:proposal_decided` */
  reject(id: string, reason: string): Promise<Proposal> {
    return rejectProposal(this.session, id, reason);
  }

  /** Takes back a transaction; the newest change that still stands when none is named. */
  undo(id: string | undefined, run: Run = quietRun): Promise<UndoResult> {
    return this.session.exclusively(run, (held) => undo(this.session, held, id, run));
  }

  async lens(name: string | undefined, run: Run = quietRun): Promise<LensDetails> {
    return describeLens(await findLens(this.session, name, run));
  }

  /** @throws WikiError `living-wiki:field_missing` */
  async explain(name: string | undefined, field: string, run: Run = quietRun): Promise<FieldExplanation> {
    return explainField(await findLens(this.session, name, run), field);
  }

  search(request: DrySearch, run: Run = quietRun): Promise<{ readonly results: readonly SearchResult[] }> {
    return search(this.session, request, run);
  }

  /** Checks that the wiki on disk is what its log, index and provenance say it is, quotes included. */
  verify(run: Run = quietRun): Promise<VerifyResult> {
    return verify(this.session, run);
  }

  /** What language models have used in this wiki. @param days so many, today (in UTC) included */
  usage(days: number): Promise<UsageReport> {
    const { vault, host } = this.session;
    const from = isoTime(host.clock.now() - (Math.min(days, 36_500) - 1) * 86_400_000).slice(0, 10);
    return reportUsage(new UsageBook(stateOf(vault), ''), from, days);
  }
}

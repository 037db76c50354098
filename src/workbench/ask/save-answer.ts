import { type JsonValue, type Run } from '../../base';
import { saveAnswer as answerPage, type SaveAnswer } from '../../librarian';
import { type Proposal } from '../../proposal';
import { costLogBullets } from '../model/cost';
import { proposeChange } from '../proposals/propose-change';
import { type WikiSession } from '../wiki-session';
import { type AskResult } from './ask';

type SaveAnswerRequest = SaveAnswer & { readonly answer: SaveAnswer['answer'] | AskResult };

/**
 * Proposes an answer as a page. When it is applied, the log calls it a query.
 * @throws WikiError `living-wiki:answer_uncited`, `living-wiki:kind_invalid`
 */
export function saveAnswer(session: WikiSession, request: SaveAnswerRequest, run: Run): Promise<Proposal> {
  return session.exclusively(run, async () => {
    const { snapshot } = await session.withPendingApplied(run);
    const { answer } = request;
    const cost = 'cost' in answer ? answer.cost : null;
    const changeSet = await answerPage(request, snapshot, session.host.clock.now(), {
      bullets: cost === null ? [] : costLogBullets(cost, answer.model ?? ''),
      facts: cost === null ? {} : { cost: cost as unknown as JsonValue },
    });
    const proposal = await proposeChange(session, changeSet, run);
    if (proposal === null) throw new Error('A new page is always a change.');
    return proposal;
  });
}

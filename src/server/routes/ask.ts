import * as z from 'zod/mini';
import { asWikiError, isAskFailure, type AskEvent, type AskResult } from '../../workbench';
import { failureOf } from '../http/errors';
import { openEvents } from '../http/events';
import { route, STREAMED } from '../http/route';
import { lens, text } from './shapes';

/** Questions to the model, whose answer comes while it is written. */
export const askRoutes = [
  route({
    method: 'POST',
    path: '/ask',
    role: 'read',
    id: 'ask',
    summary:
      'Asks the wiki. Server-sent events: "step", "text" (not checked yet), "restart" (forget the text), and at the end "answer" or "error". Costs what the model costs.',
    body: z.strictObject({
      question: text(),
      lens: lens(),
      by: z.optional(z.enum(['model', 'passages']).check(z.describe('"passages" asks no model.'))),
    }),
    answer: 'events',
    handle: async ({ wiki, body: { question, lens: through, by }, run, raw }) => {
      const workbench = await wiki.current(run);
      const release = wiki.answers.take();
      const events = openEvents(raw.response);
      try {
        const onEvent = (event: AskEvent): void => {
          if (event.kind === 'step') events.send('step', event.step);
          else if (event.kind === 'text') events.send('text', { text: event.text });
          else if (event.kind === 'restart') events.send('restart', { reason: event.reason });
        };
        const options = { ...wiki.lensFor(through), onEvent, ...(by !== undefined && { by }) };
        events.send('answer', answerOf(await workbench.ask(question, options, run)));
      } catch (error) {
        const cost = isAskFailure(error) ? error.cost : null;
        events.send('error', { ...failureOf(asWikiError(error, 'living-wiki:unexpected')).body.error, cost });
      } finally {
        events.close();
        release();
      }
      return STREAMED;
    },
  }),
];

function answerOf({ text: said, uncited, ...answer }: AskResult): object {
  const { by, model, citations, sourceCitations, removed, gaps, contradictions, notes, stopped, cost } = answer;
  const found = { answer: said, by, model, citations, sourceCitations, removed };
  return {
    ...found,
    uncited: uncited.map(({ start, end }) => said.slice(start, end)),
    gaps,
    contradictions,
    notes,
    stopped,
    cost,
  };
}

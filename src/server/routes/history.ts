import * as z from 'zod/mini';
import { route } from '../http/route';
import { counted, text } from './shapes';

const entry = () =>
  z.looseObject({ id: z.string(), at: z.string(), title: z.string(), undoneBy: z.nullable(z.string()) });

/** What was applied, and how it is undone. */
export const historyRoutes = [
  route({
    method: 'GET',
    path: '/history',
    role: 'read',
    id: 'history',
    summary: 'What was applied, the newest first.',
    query: z.strictObject({ limit: counted(1_000) }),
    answer: z.object({ transactions: z.array(entry()) }),
    handle: async ({ wiki, query: { limit = 100 } }) => ({
      transactions: (await wiki.workbench.history()).slice(0, limit),
    }),
  }),
  route({
    method: 'GET',
    path: '/history/{transaction}',
    role: 'read',
    id: 'showTransaction',
    summary: 'What one transaction changed, and what would have to be undone before it.',
    answer: z.looseObject({
      id: z.string(),
      steps: z.array(entry()),
      conflicts: z.array(z.looseObject({ path: z.string() })),
    }),
    handle: async ({ wiki, params: { transaction = '' }, run }) => {
      const workbench = await wiki.current(run);
      const { files, ...about } = await workbench.transactionDetails(transaction, run);
      const { steps, conflicts } = await workbench.undoOrder(transaction, run);
      return { ...about, files, steps, conflicts };
    },
  }),
  route({
    method: 'GET',
    path: '/history/{transaction}/changes',
    role: 'read',
    id: 'showChanges',
    summary: 'What one transaction did to each file, as changes of the text before.',
    answer: z.looseObject({
      id: z.string(),
      files: z.array(z.looseObject({ path: z.string(), kind: z.string(), generated: z.boolean() })),
    }),
    handle: async ({ wiki, params: { transaction = '' }, run }) => {
      const { files, ...about } = await (await wiki.current(run)).transactionDetails(transaction, run);
      return { ...about, files: files.map(({ path, kind, generated, edit }) => ({ path, kind, generated, edit })) };
    },
  }),
  route({
    method: 'POST',
    path: '/history/{transaction}/undo',
    role: 'review',
    id: 'undo',
    summary:
      'Undoes a transaction and the later ones that build on it, which "steps" names as the caller has seen them.',
    body: z.strictObject({ steps: z.array(text(100)).check(z.minLength(1), z.maxLength(1_000)) }),
    answer: z.object({ undone: z.array(z.looseObject({ undid: z.string(), transaction: z.nullable(z.string()) })) }),
    handle: ({ wiki, params: { transaction = '' }, body: { steps }, lasting }) =>
      wiki.change(async (workbench) => {
        const undone = await workbench.undoThrough(transaction, steps, lasting);
        const written = undone.flatMap((each) => each.transaction ?? []);
        const event = written.length === 0 ? null : ({ kind: 'undone', transactions: written } as const);
        return {
          result: {
            undone: undone.map(({ undid, transaction: by, files, conflicts }) => ({
              undid,
              transaction: by,
              files,
              conflicts,
            })),
          },
          event,
        };
      }, lasting),
  }),
];

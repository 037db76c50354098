import { textHash } from '../../deliberation';
import { type AnswerCache } from '../../model';
import { modelNotConfigured } from '../model/settings';
import { AnswerStore, createCapabilityStore, stateVault } from '../model/stores';
import { UsageLog } from '../model/usage-log';
import { type WikiSession } from '../wiki-session';
import { type DeliberateRequest } from './deliberate-request';
import { Participants } from './participants';
import { type Prepared } from './prepare-deliberation';

/** The models of a deliberation, with one budget, and the log of what they use. @param salt sets apart the answers of a new deliberation of the same question, which would otherwise come from the cache */
export function openModels(
  session: WikiSession,
  { limit, timeout }: DeliberateRequest,
  { chosen, sorter }: Prepared,
  salt: string,
): { readonly participants: Participants; readonly usage: UsageLog } {
  const { host, vault } = session;
  const { clock, random, model } = host;
  if (model === undefined) throw modelNotConfigured({ job: {}, day: {}, prices: { currency: 'USD', prices: [] } });
  const state = stateVault(vault);
  const usage = new UsageLog(state, random.id(12));
  const shared = model.usageLog;
  const participants = new Participants([...chosen, sorter], {
    host: model,
    clock,
    random,
    capabilities: createCapabilityStore(state, host),
    answers: salted(new AnswerStore(state, host), salt),
    usage: shared
      ? {
          read: (day) => shared.read(day),
          add: async (day, entry) => {
            await shared.add(day, entry);
            await usage.add(day, entry);
          },
        }
      : usage,
    ...(limit && { limit }),
    ...(timeout !== undefined && { timeout }),
  });
  return { participants, usage };
}

const salted = (cache: AnswerCache, salt: string): AnswerCache => ({
  get: (key) => cache.get(textHash(`${key} ${salt}`)),
  put: (key, text) => cache.put(textHash(`${key} ${salt}`), text),
});

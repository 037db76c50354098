import * as z from 'zod/mini';
import { type JsonObject } from '../../base';
import { type PlanWishes } from '../../ingest';
import { type Proposal } from '../../proposal';
import { cleanName, type NameDecision } from '../../workspace';
import { readsSource } from './skip-reason';

const MAX_WISHES = 200;
const NO_WISHES: PlanWishes = { names: [], spared: [], moves: [], units: '' };
const name = () => z.string().check(z.minLength(1), z.maxLength(160));

/** As they are stored. */
export const wishesShape = z.lazy(() =>
  z.object({
    names: z.array(
      z.union([
        z.object({ kind: z.literal('never'), name: name() }),
        z.object({ kind: z.literal('always'), name: name() }),
        z.object({ kind: z.literal('same'), name: name(), as: name() }),
        z.object({ kind: z.literal('rename'), name: name(), to: name() }),
      ]),
    ),
    spared: z.array(name()),
    moves: z.array(z.object({ from: name(), to: name() })),
    units: z.string().check(z.maxLength(2_000)),
  }),
);

/** What a person wanted of the plan of a proposal's source. */
export function readWishes({ changeSet }: Pick<Proposal, 'changeSet'>): PlanWishes {
  return wishesShape.safeParse(changeSet.facts.wishes).data ?? NO_WISHES;
}

/** The units that a person named when a source was taken up again; `undefined` if they named none. */
export function resumedUnits({ changeSet }: Pick<Proposal, 'changeSet'>): string | undefined {
  const { resumed } = changeSet.facts;
  return typeof resumed === 'string' && resumed !== '' ? resumed : undefined;
}

/**
 * The wishes for a source, from the last proposal that was made from it. Those for single units are about one version of the source.
 * @param proposals of this device, oldest first
 */
export function rememberedWishes(proposals: readonly Proposal[], path: string): PlanWishes {
  const last = proposals.findLast((proposal) => readsSource(proposal, path));
  return last === undefined ? NO_WISHES : { ...readWishes(last), units: '' };
}

/** For the facts of a change set. */
export function wishFacts(wishes: PlanWishes, units: string | undefined): JsonObject {
  const isNone = JSON.stringify(wishes) === JSON.stringify(NO_WISHES);
  return {
    ...(!isNone && { wishes: { ...wishes } }),
    ...(units !== undefined && { resumed: units }),
  };
}

/** A change of the plan by a person. `page` is a slug of the plan, and titles are those of pages that exist or not. */
export type PlanChange =
  /** No page for this, or, of a page that exists: leave it as it is. */
  | { readonly kind: 'never'; readonly page: string }
  /** What would go to `page` goes to the page `into`. */
  | { readonly kind: 'merge'; readonly page: string; readonly into: string }
  /** A page with this title is made; of what would go to `page`, if one is named. */
  | { readonly kind: 'own'; readonly title: string; readonly page?: string }
  /** These units of the source go on a page. */
  | { readonly kind: 'use'; readonly units: string }
  /** Forgets what was wanted of this source only. */
  | { readonly kind: 'reset' };

/** A page of the plan that is changed. */
interface PlannedPage {
  readonly slug: string;
  readonly title: string;
  /** It is made by this plan. */
  readonly isNew: boolean;
}

/** What a change of the plan means: a decision about a name, which may become one of the wiki, or wishes for the source. */
export function wishFor(
  change: PlanChange,
  planned: PlannedPage | undefined,
  wishes: PlanWishes,
): { readonly decision: NameDecision | null; readonly wishes: PlanWishes } {
  const only = (next: Partial<PlanWishes>) => ({ decision: null, wishes: { ...wishes, ...next } });
  const decide = (decision: NameDecision) => ({ decision, wishes });
  switch (change.kind) {
    case 'reset':
      return { decision: null, wishes: NO_WISHES };
    case 'use':
      return only({ units: [wishes.units, change.units].filter((units) => units !== '').join(', ') });
    case 'never':
      if (planned?.isNew === false) return only({ spared: last([...wishes.spared, planned.slug]) });
      return decide({ kind: 'never', name: cleanName(planned?.title ?? change.page) });
    case 'merge':
    case 'own': {
      const to = cleanName(change.kind === 'merge' ? change.into : change.title);
      if (planned?.isNew === false) {
        const others = wishes.moves.filter(({ from }) => from !== planned.slug);
        return only({ moves: last([...others, { from: planned.slug, to }]) });
      }
      const own = cleanName(planned?.title ?? change.page ?? '');
      if (change.kind === 'merge') return decide({ kind: 'same', name: own, as: to });
      return decide(own === '' ? { kind: 'always', name: to } : { kind: 'rename', name: own, to });
    }
  }
}

/** Wishes with a decision that counts for the source only, in place of an earlier one about the name. */
export function withDecision(wishes: PlanWishes, decision: NameDecision): PlanWishes {
  return { ...wishes, names: last([...wishes.names.filter((each) => each.name !== decision.name), decision]) };
}

const last = <T>(list: readonly T[]): readonly T[] => list.slice(-MAX_WISHES);

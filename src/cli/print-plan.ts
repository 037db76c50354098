import { capitalise, plural } from '../base';
import { readIngestFacts, readWishes, type IngestFacts, type PlanWishes, type Proposal } from '../workbench';
import { painter, printable, type Terminal } from './terminal';

const VERBS = { create: 'creates', compose: 'rewrites', edit: 'adds to' } as const;
type Op = keyof typeof VERBS;
const OPS: readonly Op[] = ['create', 'compose', 'edit'];

/** The plan of a proposal: each page with its reason, and what a person wanted. Prints nothing if there is none. */
export function printPlan(terminal: Terminal, { changeSet, id, state }: Proposal, coverage: string | null): void {
  const facts = readIngestFacts(changeSet);
  if (facts === null) return;
  const paint = painter(terminal);
  const counted = coverage === null ? '' : ` ${capitalise(coverage)}.`;
  terminal.out(`${paint.bold('Plan')}  ${printable(`${describePlan(facts)}.${counted}`)}\n`);
  for (const op of OPS) {
    for (const { slug, title, units, why } of facts.plan.filter((page) => page.op === op)) {
      const reason = why === '' ? '' : `: ${why}`;
      terminal.out(
        `  ${VERBS[op].padEnd(9)}${paint.cyan(printable(title))} ${paint.dim(printable(`(${slug}) ${plural(units, 'passage')}${reason}`))}\n`,
      );
    }
  }
  if (facts.named.length > 0) terminal.out(`  ${paint.dim(printable(`no page for ${facts.named.join(', ')}`))}\n`);
  for (const wish of describeWishes(readWishes({ changeSet }))) terminal.out(`  you asked: ${printable(wish)}\n`);
  if (state === 'waiting' && facts.plan.length > 0) {
    terminal.out(
      paint.dim(`Change the plan: living-wiki proposals plan ${id} --never PAGE (or --merge, --own, --use)\n`),
    );
  }
}

/** `Creates 2 pages, rewrites 1, adds to 4` */
function describePlan({ plan }: IngestFacts): string {
  const parts = OPS.flatMap((op) => {
    const count = plan.filter((page) => page.op === op).length;
    return count === 0 ? [] : [`${VERBS[op]} ${plural(count, 'page')}`];
  });
  return parts.length === 0 ? 'Makes no page' : capitalise(parts.join(', '));
}

function describeWishes({ names, spared, moves, units }: PlanWishes): readonly string[] {
  return [
    ...names.map((decision) => {
      if (decision.kind === 'never') return `no page for “${decision.name}”`;
      if (decision.kind === 'always') return `a page for “${decision.name}”`;
      return decision.kind === 'same'
        ? `“${decision.name}” goes to “${decision.as}”`
        : `“${decision.name}” is titled “${decision.to}”`;
    }),
    ...spared.map((slug) => `${slug} stays as it is`),
    ...moves.map(({ from, to }) => `what would go to ${from} goes to “${to}”`),
    ...(units === '' ? [] : [`passages ${units} are used`]),
  ];
}

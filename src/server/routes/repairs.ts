import * as z from 'zod/mini';
import { WikiError, type Finding, type Proposal, type Run, type Workbench } from '../../workbench';
import { route } from '../http/route';
import { type WikiHost } from '../wiki-host';
import { lens, text } from './shapes';

/** Names a finding as the last pass of lint gave it. What else a caller says of one is not believed. */
const named = () => z.strictObject({ check: text(200), path: text(1_000), key: text(2_000) });
type NamedFinding = z.output<ReturnType<typeof named>>;

const made = () => z.object({ proposal: z.nullable(z.string()) });

/** What a person proposes about a problem. Each waits for a review. */
export const repairRoutes = [
  route({
    method: 'POST',
    path: '/lint/fixes',
    role: 'propose',
    id: 'proposeFixes',
    summary: 'Proposes the safe fixes of these problems, or of all ("safe"); null where there is nothing to fix.',
    body: z.strictObject({
      findings: z.union([z.literal('safe'), z.array(named()).check(z.minLength(1), z.maxLength(1_000))]),
      suggestion: z.optional(text(1_000).check(z.describe('For one problem: the suggestion that it is fixed with.'))),
      lens: lens(),
    }),
    answer: made(),
    handle: ({ wiki, body: { findings: wanted, suggestion, lens: view }, lasting }) =>
      proposing(
        wiki,
        async (workbench) => {
          const seen = wiki.lensFor(view);
          if (wanted === 'safe') return workbench.proposeFixes({ findings: 'safe', ...seen }, lasting);
          const findings = await find(workbench, wanted, seen, lasting);
          const [first] = findings;
          return suggestion === undefined || first === undefined
            ? workbench.proposeFixes({ findings, ...seen }, lasting)
            : workbench.proposeFix(first, suggestion, seen.lens, lasting);
        },
        lasting,
      ),
  }),
  route({
    method: 'POST',
    path: '/lint/ignored',
    role: 'propose',
    id: 'proposeIgnore',
    summary: 'Proposes that KNOWLEDGE.md ignores a problem.',
    body: z.strictObject({
      ...{ finding: named(), reason: text(2_000), scope: z.enum(['page', 'folder', 'wiki']) },
      lens: lens(),
    }),
    answer: made(),
    handle: ({ wiki, body: { finding: wanted, lens: view, reason, scope }, lasting }) =>
      proposing(
        wiki,
        async (workbench) => {
          const [finding] = await find(workbench, [wanted], wiki.lensFor(view), lasting);
          return finding === undefined ? null : workbench.proposeIgnore({ finding, reason, scope }, lasting);
        },
        lasting,
      ),
  }),
  route({
    method: 'POST',
    path: '/history/{transaction}/proposal',
    role: 'propose',
    id: 'proposeUndo',
    summary: 'Proposes to undo a transaction by itself.',
    answer: made(),
    handle: ({ wiki, params: { transaction = '' }, lasting }) =>
      proposing(wiki, (workbench) => workbench.proposeUndo(transaction, lasting), lasting),
  }),
];

function proposing(
  wiki: WikiHost,
  make: (workbench: Workbench) => Promise<Proposal | null>,
  run: Run,
): Promise<{ readonly proposal: string | null }> {
  return wiki.change<{ readonly proposal: string | null }>(async (workbench) => {
    const id = (await make(workbench))?.id ?? null;
    return { result: { proposal: id }, event: id === null ? null : { kind: 'proposed', proposals: [id] } };
  }, run);
}

/** @throws WikiError `living-wiki:finding_missing` where one is no longer found */
async function find(
  workbench: Workbench,
  wanted: readonly NamedFinding[],
  view: { readonly lens?: string },
  run: Run,
): Promise<readonly Finding[]> {
  const { findings } = await workbench.lint(view, run);
  return wanted.map(({ check, path, key }) => {
    const found = findings.find((each) => each.check === check && each.path === path && each.key === key);
    if (found !== undefined) return found;
    throw new WikiError('living-wiki:finding_missing', 'This problem is no longer there.', {
      remedy: 'Check the wiki again.',
    });
  });
}

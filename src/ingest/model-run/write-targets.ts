import { formatUnitRanges, type Unit } from '../units';
import { hubRole } from '../../wiki';
import { sectionText, withoutOwnMarks, type ShownSection } from './asked-sections';
import { type Curation } from './curation';
import { type PageView } from './page-view';
import { type PlannedPage } from './planned-page';
import { isProblemOfText } from './page-problem';
import { oneLine } from './prompt';
import { type WrittenPage } from './read-written';
import { showAnswer } from './repair';
import { type RepairScope } from './repair-scope';
import { nearbyBlocks, selectChunks } from './select-chunks';
import { isPastBy } from './stale-claims';
import { type TextFault } from './text-faults';
import { type WriteMaterial } from './write-material';
import { type WriteTarget } from './write-prompt';

/** Of a statement that units end: its block is shown whole. */
const MAX_SHOWN_ENDED = 80;

/**
 * What the writers of pages see of each.
 *
 * @param scopes of each page what its repair has to see; `null` for all of it
 */
export function targetsFor(
  curation: Curation,
  pages: readonly PlannedPage[],
  scopes: readonly (RepairScope | null)[],
  material: WriteMaterial,
  {
    done,
    faults,
    sections,
  }: {
    readonly done: ReadonlyMap<string, WrittenPage>;
    readonly faults: ReadonlyMap<string, readonly TextFault[]>;
    readonly sections: ReadonlyMap<string, ShownSection>;
  },
): readonly WriteTarget[] {
  const shown = pages.map((page, at) => {
    const scope = scopes[at];
    if (scope !== null && scope !== undefined) return scope.blocks;
    const atFault = (faults.get(page.slug) ?? []).flatMap((each) => each.onPage ?? []);
    return blocksFor(curation, page, material, done.get(page.slug), atFault);
  });
  const asked = pages.map(({ from }, at) => ((scopes[at] ?? null) === null ? from : []));
  const elsewheres = elsewhereFor(asked, sections, shown.join('\n\n'));
  return pages.map((page, at) => {
    const scope = scopes[at] ?? null;
    const elsewhere = elsewheres[at] ?? '';
    const blocks = shown[at] ?? '';
    return {
      ...targetOf(curation, page, { before: done.get(page.slug), blocks, elsewhere, scope }),
      ...(scope === null ? endingsFor(page, material, blocks) : { nearby: '', ended: [] }),
    };
  });
}

function targetOf(
  curation: Curation,
  page: PlannedPage,
  {
    before,
    blocks,
    elsewhere,
    scope,
  }: {
    readonly before: WrittenPage | undefined;
    readonly blocks: string;
    readonly elsewhere: string;
    readonly scope: RepairScope | null;
  },
): Omit<WriteTarget, 'nearby' | 'ended'> {
  return {
    slug: page.slug,
    title: page.title,
    kind: page.kind,
    op: page.op,
    isOverview: isOverview(page),
    why: page.why,
    units: scope === null ? formatUnitRanges(page.units) : '',
    isInPart: scope !== null,
    blocks,
    answer: before === undefined ? '' : showAnswer(before.written, scope?.answer),
    elsewhere,
    reasons: curation.promptContext.steering.flatMap(({ path, hunkTitle, reason }) =>
      path !== null && path === page.page?.path ? [`- ${oneLine(`${hunkTitle ?? ''}: ${reason}`, 400)}`] : [],
    ),
  };
}

const isOverview = ({ page }: PlannedPage): boolean => page !== null && hubRole(page) === 'overview';

/** What a change has to mend: blocks that speak of the same things as its units, and what these end. */
function endingsFor(page: PlannedPage, material: WriteMaterial, blocks: string): Pick<WriteTarget, 'nearby' | 'ended'> {
  const view = material.views.get(page.slug);
  const isEdited = view !== undefined && page.op === 'edit';
  return {
    nearby: isEdited ? nearbyBlocks(view, unitsOf(page, material.units), blocks) : '',
    ended: page.ended.map(({ text, units }) => `"${oneLine(text, MAX_SHOWN_ENDED)}" by ${formatUnitRanges(units, 1)}`),
  };
}

/**
 * The blocks of a page that its writer sees.
 *
 * @param onPage keys of statements that the page had before, and that are at fault
 */
function blocksFor(
  curation: Curation,
  page: PlannedPage,
  material: WriteMaterial,
  before: WrittenPage | undefined,
  onPage: readonly string[],
): string {
  const view = material.views.get(page.slug);
  // A sentence of the overview that is not shown cannot be mended.
  const op = page.op === 'compose' || isOverview(page) ? 'compose' : 'edit';
  const isShown = view !== undefined && (onPage.length > 0 || before?.errors.every(isProblemOfText) !== true);
  const needed = [...onPage, ...page.ended.map(({ key }) => key)];
  return isShown ? selectChunks(view, unitsOf(page, material.units), op, neededOn(curation, view, needed)) : '';
}

/** What the plan wants the writers of pages to see of other pages. What a prompt has it has once, as a block or for another page. */
function elsewhereFor(
  asked: readonly (readonly string[])[],
  sections: ReadonlyMap<string, ShownSection>,
  blocks: string,
): readonly string[] {
  const named = new Set<string>();
  let shown = withoutOwnMarks(blocks);
  return asked.map((names) => {
    const texts: string[] = [];
    for (const name of names) {
      const section = sections.get(name);
      if (section === undefined || named.has(name)) continue;
      named.add(name);
      const text = sectionText(section, shown);
      shown += `\n\n${text}`;
      if (text !== '') texts.push(text);
    }
    return texts.join('\n\n');
  });
}

/** The statements that a change has to see: those at fault, and those that tell as to come what the source's date has made past. */
function neededOn(curation: Curation, { ledger }: PageView, onPage: readonly string[]): ReadonlySet<string> {
  const { date } = curation;
  const ended = ledger.claims.filter(({ text, notes }) =>
    notes.some(({ sourceId }) => date !== null && isPastBy(text, curation.dateOf(sourceId) ?? date, date)),
  );
  return new Set([...onPage, ...ended.map(({ key }) => key)]);
}

function unitsOf({ units }: PlannedPage, all: readonly Unit[]): readonly Unit[] {
  return units.flatMap((number) => all[number - 1] ?? []);
}

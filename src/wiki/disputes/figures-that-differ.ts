import { findDates, isSameAmount, isSameDate, stem, type Amount, type Run } from '../../base';
import { contentWords } from '../../markdown';
import { hubRole } from '../hub';
import { supportKey } from '../ledger';
import { type Page, type Snapshot } from '../types';
import { statementsOf } from './later-statement';
import { amountsIn, cutToDifference, isSameKind } from './named-difference';
import { type CitedPassage } from './passages';
import { haveOtherNames, likeness, sharedWords } from './same-matter';

/** What a page says of a figure that a source gives. */
interface ToldFigure {
  readonly page: Page;
  readonly passage: CitedPassage;
  readonly sourceId: string;
  /** The passage of the source, and the figure in it. */
  readonly quote: string;
  readonly amount: Amount;
}

/** Two figures that one source gives for what seems the same. */
export interface DifferingFigures {
  /** For readers: `400 GB or 450 GB per month`. */
  readonly title: string;
  readonly sides: readonly (CitedPassage & { readonly page: Page })[];
}

/** Two figures for one thing are seldom further apart. */
const MAX_RATIO = 2;
/** Words that both passages need to have beside the unit. */
const MIN_SHARED = 2;
/** What is not given for a time or a person is compared only where the passages are almost the same. */
const ALMOST_SAME = 0.75;
/** UTF-16 units before and after a figure in which a name tells whose it is. */
const NEAR = { before: 45, after: 35 } as const;
/** Of a source, so that a table does not take long. */
const MAX_FIGURES = 200;

/**
 * Finds the figures that differ between two passages of one source, as the pages tell them: of the same unit, of the same that is counted,
 * and for the same time. Conservative: where a name near a figure tells whose it is, another name is another thing.
 *
 * @param settled keys of the passages of which a contradiction already tells
 */
export async function figuresThatDiffer(
  pages: readonly Page[],
  snapshot: Snapshot,
  settled: ReadonlySet<string>,
  run: Run,
): Promise<readonly DifferingFigures[]> {
  const bySource = new Map<string, ToldFigure[]>();
  // A page about a subject tells it sooner than a summary or an overview.
  const rank = (page: Page): number => Number(page.kind === 'summary') * 2 + Number(hubRole(page) !== null);
  for (const page of [...pages].sort((a, b) => rank(a) - rank(b))) {
    await run.yieldToHost();
    for (const figure of await figuresIn(page, snapshot)) {
      const own = bySource.get(figure.sourceId) ?? [];
      const isTold = own.some(({ quote, amount }) => quote === figure.quote && isSameKind(amount, figure.amount));
      if (!isTold && own.length < MAX_FIGURES && !settled.has(supportKey(figure.sourceId, figure.quote)))
        bySource.set(figure.sourceId, [...own, figure]);
    }
  }
  return [...bySource.values()].flatMap((figures) =>
    figures.flatMap((second, at) =>
      figures.slice(0, at).flatMap((first) => {
        const isOfSubject = rank(first.page) === 0 || rank(second.page) === 0;
        return isOfSubject && doDiffer(first, second) ? [toldAs(first, second)] : [];
      }),
    ),
  );
}

/** Few statements give a figure; the others need not be kept. */
const knownFigures = new WeakMap<Page, readonly ToldFigure[]>();

async function figuresIn(page: Page, snapshot: Snapshot): Promise<readonly ToldFigure[]> {
  const known = knownFigures.get(page);
  if (known !== undefined) return known;
  const figures = (await statementsOf(page, snapshot)).flatMap((passage) => figuresOf(passage, page));
  knownFigures.set(page, figures);
  return figures;
}

/** The figures of a statement that a passage of a source gives too, each the only one of its kind there. */
function figuresOf(passage: CitedPassage, page: Page): readonly ToldFigure[] {
  const told = amountsIn(passage.markdown);
  if (told.length === 0) return [];
  return passage.notes.flatMap(({ sourceId, quote }) => {
    if (quote === null) return [];
    const given = amountsIn(quote);
    return given.flatMap((amount) => {
      const isOnly = [given, told].every((all) => all.filter((other) => isSameKind(amount, other)).length === 1);
      const isSaid = told.some((other) => isSameKind(amount, other) && isSameAmount(amount, other));
      return isOnly && isSaid ? [{ page, passage, sourceId, quote, amount }] : [];
    });
  });
}

function doDiffer(a: ToldFigure, b: ToldFigure): boolean {
  const [least, most] = [a, b].map(({ amount }) => amount).sort((one, other) => one.amount - other.amount);
  if (least === undefined || most === undefined || !isSameKind(least, most) || isSameAmount(least, most)) return false;
  // "Up to 450" goes with 400.
  if (least.amount <= 0 || most.amount > MAX_RATIO * least.amount || most.limit === 'most') return false;
  const near = ({ quote, amount }: ToldFigure): string =>
    `… ${quote.slice(Math.max(0, amount.start - NEAR.before), amount.start)} ${quote.slice(amount.end, amount.end + NEAR.after)}`;
  if (haveOtherNames(near(a), near(b)) || areOfOtherTimes(a.quote, b.quote)) return false;
  if (least.rate === '') {
    const { ofShorter, ofLonger } = likeness(a.quote, b.quote);
    return ofShorter >= ALMOST_SAME && ofLonger >= ALMOST_SAME;
  }
  const unit = new Set([...contentWords(`${least.unit} ${most.unit} ${least.rate}`)].map(stem));
  return (
    new Set(
      sharedWords(a.quote, b.quote)
        .map(stem)
        .filter((word) => !unit.has(word)),
    ).size >= MIN_SHARED
  );
}

function areOfOtherTimes(a: string, b: string): boolean {
  const [own, others] = [findDates(a), findDates(b)];
  return own.length + others.length > 0 && !own.some((date) => others.some((other) => isSameDate(date, other)));
}

function toldAs(first: ToldFigure, second: ToldFigure): DifferingFigures {
  const written = ({ quote, amount: { start, end } }: ToldFigure): string => quote.slice(start, end).trim();
  const { rate } = first.amount;
  return {
    title: `${written(first)} or ${written(second)}${rate === '' ? '' : ` per ${rate}`}`,
    sides: [
      { ...cutToDifference(first.passage, second.passage), page: first.page },
      { ...cutToDifference(second.passage, first.passage), page: second.page },
    ],
  };
}

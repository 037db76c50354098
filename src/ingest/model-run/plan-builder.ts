import { findPage, findPages, isDisputesPage, NAME_RANKS, slugify, uniqueSlug, type Page } from '../../wiki';
import { nameDecisions, nameKey, type NameDecisions } from '../../workspace';
import { NO_WISHES, type PlanWishes } from '../plan-wishes';
import { formatUnitRanges, isSlight, readUnitRanges, type Unit } from '../units';
import { type RawPlan, type RawPlannedPage } from './answer-schemas';
import { readAskedSections } from './asked-sections';
import { readAliases } from './alias-names';
import { cleanLine, isName } from './clean-text';
import { type Curation } from './curation';
import { handlesOf, isHandle } from './handles';
import { kindFor } from './page-kind';
import {
  type EndedStatement,
  type IngestPlan,
  type KnownPages,
  type LeftUnits,
  type PlannedPage,
} from './planned-page';
import { oneLine } from './prompt';
import { isNamed } from './replaced-pages';
import { type StandingPlace, type StandingStatement } from './standing-statements';

interface PageUnderPlan {
  readonly raw: RawPlannedPage;
  readonly slug: string;
  readonly page: Page | null;
  op: PlannedPage['op'];
  readonly units: Set<number>;
  readonly from: Set<string>;
  readonly aliases: Set<string>;
}

/** A page that is changed only for what it says of the past as present. */
const NOTHING_PLANNED: RawPlannedPage = {
  slug: '',
  title: '',
  kind: '',
  op: 'edit',
  units: [],
  from: [],
  aliases: [],
  retitle: '',
  why: 'what it says has changed',
};

const NOTHING_TOLD = (): Pick<PageUnderPlan, 'op' | 'units' | 'from' | 'aliases'> => ({
  op: 'edit',
  units: new Set<number>(),
  from: new Set<string>(),
  aliases: new Set<string>(),
});

/** Reads what a model plans, answer by answer, into one plan that accounts for every unit. */
export class PlanBuilder {
  /** The last error of a call that the plan goes on without. */
  failure: Error | null = null;
  readonly #pages = new Map<string, PageUnderPlan>();
  readonly #entryOf = new Map<RawPlannedPage, PageUnderPlan>();
  readonly #left = new Map<number, Omit<LeftUnits, 'units'>>();
  readonly #placed = new Set<number>();
  #replaces: IngestPlan['replaces'][number][] = [];
  readonly #answers: IngestPlan['answers'][number][] = [];
  readonly #points: (readonly string[])[] = [];
  #what = '';
  #date: string | null = null;
  #text: string | null = null;
  readonly #curation: Curation;
  readonly #units: readonly Unit[];
  readonly #listed: readonly Page[];
  readonly patchy: KnownPages['patchy'];
  readonly #standing: readonly StandingStatement[];
  /** Ids of the statements of which the plan says whether they hold. */
  readonly #settled = new Set<string>();
  readonly #unnamed: IngestPlan['unnamed'][number][] = [];
  readonly #ended = new Map<string, EndedStatement[]>();
  readonly #taken: ReadonlySet<string>;
  readonly #names: NameDecisions;
  readonly #handles: ReadonlySet<string>;
  readonly #wishes: PlanWishes;
  /** Units that a person wants on a page. */
  readonly #wanted: ReadonlySet<number>;

  /** What pages say that units of this part may end or correct, and that is not settled yet. */
  unsettledBy(chunk: readonly Unit[]): readonly StandingStatement[] {
    const numbers = new Set(chunk.map(({ number }) => number));
    return this.#standing.filter(({ id, unit }) => numbers.has(unit) && !this.#settled.has(id));
  }

  constructor(curation: Curation, units: readonly Unit[], { listed, patchy, standing }: KnownPages, summary: string) {
    this.#curation = curation;
    this.#units = units;
    this.#listed = listed;
    this.patchy = patchy;
    this.#standing = standing;
    this.#taken = new Set([summary]);
    const { snapshot, lens, wishes = NO_WISHES } = curation.request;
    this.#handles = handlesOf(units, lens.effective.entityTypes);
    this.#wishes = wishes;
    this.#names = nameDecisions(snapshot.manifest, wishes.names);
    this.#wanted = new Set(readUnitRanges([wishes.units], 1, units.at(-1)?.number ?? 0).numbers);
  }

  listedPages(): readonly Page[] {
    return this.#listed;
  }

  plannedLines(): readonly string[] {
    return [...this.#pages.values()].map(({ slug, raw, op }) => `- ${slug} | ${raw.title} | ${op}`);
  }

  missing(chunk: readonly Unit[]): readonly Unit[] {
    return chunk.filter(({ number }) => !this.#placed.has(number) && !this.#left.has(number));
  }

  /** Adds an answer. @returns what is wrong with it, one sentence each */
  add(raw: RawPlan, chunk: readonly Unit[], isRepair: boolean): readonly string[] {
    const errors: string[] = [];
    const known = new Set(chunk.map(({ number }) => number));
    const read = (ranges: readonly string[], where: string): readonly number[] => {
      const { numbers, unknown } = readUnitRanges(ranges, 1, this.#units.at(-1)?.number ?? 0);
      const strange = [...unknown, ...numbers.filter((number) => !known.has(number)).map(String)];
      if (strange.length > 0)
        errors.push(`${where} names units that are not in this part: ${strange.slice(0, 8).join(', ')}.`);
      return numbers.filter((number) => known.has(number));
    };
    if (!isRepair) this.#addSource(raw);
    for (const page of raw.pages) this.#addPage(page, read(page.units, `Page "${page.slug}"`), errors);
    for (const left of raw.left) {
      for (const number of read(left.units, '`left`')) {
        // A page that wants it wins: that is not worth another call.
        if (this.#placed.has(number)) continue;
        if (this.#wanted.has(number) && !isRepair)
          errors.push(`The owner wants unit {1.${number}} on a page. Do not leave it.`);
        else this.#left.set(number, { reason: left.reason, note: cleanLine(left.note, 200) });
      }
    }
    this.#addReplaces(raw, isRepair, (units) => read(units, '`replaces`'), errors);
    for (const { question, units } of raw.answers) {
      const number = Number(/^\s*q(\d{1,4})\s*$/i.exec(question)?.[1] ?? 0);
      if (number > 0) this.#answers.push({ question: number, units: read(units, '`answers`') });
    }
    for (const { name, why } of raw.unnamed) this.#unnamed.push({ name: oneLine(name, 80), why: oneLine(why, 160) });
    this.#settle(raw, (units) => read(units, '`ended`'));
    // What says too little for a page gets its reason without the model.
    const missing = this.missing(chunk).flatMap((unit) => (isSlight(unit) ? [] : unit.number));
    if (missing.length > 0)
      errors.push(`No page uses these units, and \`left\` does not name them: ${formatUnitRanges(missing, 1)}.`);
    const asides = this.#readSections(raw);
    // Of what else is to be seen, the writer is told. It is not worth a call by itself.
    return errors.length === 0 ? [] : [...errors, ...asides];
  }

  /** A line of a repair takes the place of what no page was found for. */
  #addReplaces(
    { replaces }: RawPlan,
    isRepair: boolean,
    read: (units: readonly string[]) => readonly number[],
    errors: string[],
  ): void {
    const unknownIn = ({ old, by }: { readonly old: string; readonly by: string }): readonly string[] =>
      [old, by].filter((name) => !this.#isPage(name));
    if (isRepair && replaces.length > 0) this.#replaces = this.#replaces.filter((each) => unknownIn(each).length === 0);
    for (const each of replaces) {
      for (const name of unknownIn(each))
        errors.push(
          `\`replaces\` names "${oneLine(name, 80)}", which is no page of the wiki or of this plan. Give slugs.`,
        );
      this.#replaces.push({ old: each.old, by: each.by, units: read(each.units) });
    }
  }

  #isPage(name: string): boolean {
    if (findPages(this.#curation.request.snapshot, name).pages.length === 1) return true;
    return [...this.#pages.values()].some(({ slug, raw: { title }, aliases }) =>
      isNamed({ slug, title, aliases }, name),
    );
  }

  /** Takes the sections that pages are to be written from. @returns what is not there, one sentence each */
  #readSections({ pages }: RawPlan): readonly string[] {
    const { snapshot } = this.#curation.request;
    return pages.flatMap((raw) => {
      const entry = this.#entryOf.get(raw);
      const isPlanned = (name: string): boolean => this.#pages.has(name);
      const { names, missing } = readAskedSections(raw.from, (name) => findPage(snapshot, name), isPlanned);
      for (const name of names) entry?.from.add(name);
      return entry === undefined ? [] : missing;
    });
  }

  /** Every page that makes a statement which the source ends gets the units that end it. A name that was not shown is not worth another call. */
  #settle({ ended, holds }: RawPlan, read: (units: readonly string[]) => readonly number[]): void {
    for (const id of idsIn(holds)) this.#settled.add(id);
    for (const { statement, units } of ended) {
      const numbers = read(units);
      for (const standing of this.#standing.filter(({ id }) => idsIn(statement).includes(id))) {
        this.#settled.add(standing.id);
        for (const place of standing.places)
          this.#end(place, standing.date, numbers.length === 0 ? [standing.unit] : numbers);
      }
    }
  }

  #end({ page, key, text }: StandingPlace, date: string, units: readonly number[]): void {
    const { slug, title, kind } = page;
    if (usable(page) === null || this.#wishes.spared.includes(slug)) return;
    const raw = { ...NOTHING_PLANNED, slug, title, kind };
    const entry = this.#pages.get(slug) ?? { ...NOTHING_TOLD(), raw, slug, page };
    for (const number of units) {
      entry.units.add(number);
      this.#placed.add(number);
      this.#left.delete(number);
    }
    this.#pages.set(slug, entry);
    this.#ended.set(slug, [...(this.#ended.get(slug) ?? []), { key, text, date, units }]);
  }

  #addSource({ source }: RawPlan): void {
    if (this.#what === '') this.#what = oneLine(source.what, 400);
    this.#date ??= /^\d{4}(?:-\d{2}){0,2}$/.test(source.date ?? '') ? source.date : null;
    this.#points.push(source.points);
  }

  #addPage(planned: RawPlannedPage, units: readonly number[], errors: string[]): void {
    const raw = this.#moved(planned);
    const page = this.#existing(raw);
    const slug = page?.slug ?? this.#newSlug(raw);
    if (page?.kind === 'summary') {
      errors.push(`"${raw.slug}" is the summary of a source. Plan another page.`);
      return;
    }
    if (page !== null && isDisputesPage(page)) {
      errors.push(`"${raw.slug}" is made by code from the other pages. Plan another page.`);
      return;
    }
    if (page === null && this.#names.isRefused(raw.title === '' ? raw.slug : raw.title)) {
      errors.push(`The owner wants no page "${raw.title}". Put its units on other pages.`);
      return;
    }
    const name = raw.title === '' ? raw.slug : raw.title;
    const isWanted = this.#names.list.some((each) => each.kind === 'always' && nameKey(each.name) === nameKey(name));
    if (page === null && !isWanted && isHandle(name, this.#handles)) {
      errors.push(`"${name}" is only a handle, and this wiki has no pages for people. Put its units on other pages.`);
      return;
    }
    if (page !== null && this.#wishes.spared.includes(page.slug)) {
      errors.push(`The owner wants "${page.slug}" left as it is. Put its units on other pages.`);
      return;
    }
    const known = this.#pages.get(slug);
    const entry = known ?? {
      raw,
      slug,
      page,
      ...NOTHING_TOLD(),
      op: opFor(raw, page),
    };
    if (known !== undefined && raw.op === 'compose' && page !== null) known.op = 'compose';
    for (const number of units) {
      entry.units.add(number);
      this.#placed.add(number);
      this.#left.delete(number);
    }
    for (const alias of readAliases(raw.aliases, this.#words())) entry.aliases.add(alias);
    this.#pages.set(slug, entry);
    this.#entryOf.set(planned, entry);
  }

  /** The words of the source. */
  #words(): string {
    return (this.#text ??= this.#units.map(({ text }) => text).join('\n'));
  }

  /** A page under the name that a person gave it: what "same as" says, and where what it would get goes instead. */
  #moved(raw: RawPlannedPage): RawPlannedPage {
    const page = this.#existing(raw);
    const move = this.#wishes.moves.find(({ from }) => from === (page?.slug ?? raw.slug));
    const name = raw.title === '' ? raw.slug : raw.title;
    const to = move?.to ?? (page === null ? this.#names.titleFor(name) : name);
    if (move === undefined && nameKey(to) === nameKey(name)) return raw;
    const known = [...this.#pages.values()].find((each) => nameKey(each.raw.title) === nameKey(to));
    const renamed = this.#names.list.some(({ kind, name: own }) => kind === 'rename' && nameKey(own) === nameKey(name));
    if (move === undefined && renamed) return { ...raw, slug: known?.slug ?? '', title: to };
    const aliases = move === undefined ? [...raw.aliases, name] : [];
    return { ...raw, aliases, slug: known?.slug ?? '', title: to, op: known?.page ? 'edit' : 'create' };
  }

  /** The page that a plan means by its slug, else by its title. A title that several pages have means none, and a note says so. */
  #existing({ slug, title, op }: RawPlannedPage): Page | null {
    const { snapshot } = this.#curation.request;
    const bySlug = snapshot.pagesBySlug(slug.replace(/^\[\[|\]\]$/g, ''));
    if (bySlug.length === 1) return usable(bySlug[0]);
    const { pages, rank } = findPages(snapshot, this.#names.titleFor(title.trim()));
    const named = rank === NAME_RANKS.alias ? [] : pages.filter(({ kind }) => kind !== 'summary');
    if (named.length === 1) return usable(named[0]);
    if (named.length > 1) {
      const paths = named.map(({ path }) => path).join(', ');
      this.#curation.notes.push(`“${title.trim()}” matches several pages, so none was changed: ${paths}.`);
      return null;
    }
    return op === 'create'
      ? null
      : usable(this.#listed.find((page) => page.slug === slugify(slug, this.#curation.schema)));
  }

  #newSlug({ slug, title }: RawPlannedPage): string {
    const wanted = slugify(slug === '' ? title : slug, this.#curation.schema);
    if (this.#pages.has(wanted)) return wanted;
    return uniqueSlug(this.#curation.request.snapshot, wanted, this.#curation.schema, this.#taken);
  }

  finish(): IngestPlan {
    const left = new Map<string, { units: number[]; reason: LeftUnits['reason']; note: string }>();
    const leave = (number: number, reason: LeftUnits['reason'], note: string): void => {
      const key = `${reason}\0${note}`;
      const known = left.get(key);
      if (known === undefined) left.set(key, { units: [number], reason, note });
      else known.units.push(number);
    };
    for (const { number } of this.#units) {
      if (this.#placed.has(number)) continue;
      const reason = this.#left.get(number);
      leave(number, reason?.reason ?? 'unplaced', reason?.note ?? '');
    }
    return {
      what: this.#what,
      date: this.#date,
      points: this.#points,
      pages: [...this.#pages.values()].filter(({ units }) => units.size > 0).map((entry) => this.#toPage(entry)),
      left: [...left.values()],
      replaces: this.#replaces,
      answers: this.#answers,
      unnamed: this.#unnamed,
      unsettled: this.#standing.filter(({ id }) => !this.#settled.has(id)),
    };
  }

  #toPage({ raw, slug, page, op, units, from, aliases }: PageUnderPlan): PlannedPage {
    const better = page === null ? null : this.#betterTitle(raw.retitle, page);
    const title =
      better ?? page?.title ?? this.#names.titleFor(cleanLine(raw.title === '' ? raw.slug : raw.title, 120));
    return {
      slug,
      title: title === '' ? slug : title,
      kind: page?.kind ?? kindFor(raw.kind, title, this.#curation.request.lens.effective.entityTypes),
      op,
      page,
      units: [...units].sort((a, b) => a - b),
      from: [...from],
      aliases: [...aliases].filter((alias) => alias !== '' && alias !== title),
      ended: this.#ended.get(slug) ?? [],
      why: [cleanLine(raw.why, 300), better === null ? '' : `Renamed from “${page?.title ?? ''}”.`].join(' ').trim(),
    };
  }

  /** The title that a page is to have from now on; `null` if it keeps its own. */
  #betterTitle(wanted: string, page: Page): string | null {
    const title = cleanLine(wanted, 120);
    const { request, notes } = this.#curation;
    if (title === '' || title === page.title) return null;
    if (!isName(title)) {
      notes.push(`“${page.title}” keeps its title: “${title}” is too long, or a sentence.`);
      return null;
    }
    const other = findPages(request.snapshot, title).pages.find((named) => named !== page);
    if (other !== undefined) notes.push(`“${page.title}” keeps its title: “${title}” is a name of “${other.slug}”.`);
    return other === undefined && !this.#names.isRefused(title) ? title : null;
  }
}

function opFor({ op }: RawPlannedPage, page: Page | null): PlannedPage['op'] {
  if (page === null) return 'create';
  return op === 'compose' ? 'compose' : 'edit';
}

/** A note whose frontmatter cannot be read is not changed. */
function usable(page: Page | undefined): Page | null {
  if (page === undefined) return null;
  return page.schema === null && page.problems.some(({ code }) => code === 'entry_invalid') ? null : page;
}

/** `s4k2, s01b`. */
function idsIn(line: string): readonly string[] {
  return line.toLowerCase().match(/\bs[0-9a-z]{3}\b/g) ?? [];
}

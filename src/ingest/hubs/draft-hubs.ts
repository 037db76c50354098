import { type Random, type Run } from '../../base';
import { type PageIndex } from '../../search';
import {
  HUB_ROLES,
  hubRole,
  isDisputesPage,
  isSaidBy,
  linkName,
  newPageSchema,
  readLedger,
  renderNote,
  slugify,
  uniqueSlug,
  type HubRole,
  type Page,
  type PageSchema,
  type Snapshot,
} from '../../wiki';
import { type Lens } from '../../workspace';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { bodyStartOf } from '../../markdown';
import { renderPageLink } from '../extractive/context';
import { keptElsewhere, leftOut, type LeftOut } from '../details';
import { bareMark } from '../model-run/account';
import { type RawDrop, type RawWrittenPage } from '../model-run/answer-schemas';
import { cleanLine } from '../model-run/clean-text';
import { type DraftContext } from '../model-run/draft-context';
import { problemOf, type PageProblem } from '../model-run/page-problem';
import { markSourceLines } from '../model-run/mark-sources';
import { type PlannedPage } from '../model-run/planned-page';
import { readWritten, type WrittenPage } from '../model-run/read-written';
import { findUnsupportedDetails } from '../model-run/unsupported-details';
import { definitionsOf, formatOf } from '../model-run/write-material';
import { type HubMaterial } from './gather';
import { hubLinks } from './hub-links';
import { isTooLong, overviewWords, readWords } from './overview-length';

/** Everything that composing hubs may read. */
export interface HubRequest {
  readonly snapshot: Snapshot;
  readonly lens: Lens;
  /** The search index of `snapshot`. */
  readonly index: PageIndex;
  /** Paths of pages that have just changed: their statements come first. */
  readonly touched?: ReadonlySet<string>;
  /** What earlier runs were shown, by `facts.offered` of their change sets: it comes last. */
  readonly offered?: ReadonlySet<string>;
  /** What else there was in earlier runs, by `facts.considered`: no news, although it was not shown. */
  readonly considered?: ReadonlySet<string>;
  /** For the dates that a page states; milliseconds since the epoch. */
  readonly now: number;
  readonly run: Run;
}

/** A hub that the model wrote, or edits of one; or a new article on a theme that several pages tell in pieces. */
export interface WrittenHub {
  /** `null` for an article: from then on it is a page about a subject. */
  readonly role: HubRole | null;
  readonly page: WrittenPage;
  /** Details that no statement has. */
  readonly invented: readonly string[];
  /** What a new text of a hub does not tell, and where that is told or kept. */
  readonly left: readonly LeftOut[];
}

/** An overview that is too long is short enough for a while if a change leaves so much of it. */
const MUCH_SHORTER = 0.85;
/** Hubs that one answer may make. */
const MAX_NEW_HUBS = 6;
const TITLES: Readonly<Record<HubRole, string>> = {
  overview: 'Overview',
  timeline: 'Timeline',
  disagreements: 'Disagreements and open questions',
  people: 'People',
  table: 'Comparison',
};
const KINDS: Readonly<Record<HubRole, string>> = {
  overview: 'concept',
  timeline: 'timeline',
  disagreements: 'concept',
  people: 'comparison',
  table: 'comparison',
};

interface PlannedHub {
  readonly role: HubRole | null;
  readonly planned: PlannedPage;
}

/** Reads what the model wrote for hubs: titles, slugs, marks, and what became of what they said before. */
export class HubDrafter {
  readonly random: Random;
  readonly schema: PageSchema;
  readonly #request: HubRequest;
  readonly #gathered: HubMaterial;
  /** By the slug of the answer. */
  readonly #planned = new Map<string, PlannedHub>();

  constructor(request: HubRequest, random: Random, gathered: HubMaterial) {
    this.random = random;
    this.schema = newPageSchema(request.snapshot);
    this.#request = request;
    this.#gathered = gathered;
  }

  get summaries(): HubMaterial['summaries'] {
    return this.#gathered.summaries;
  }

  /** The content of a footnote. */
  readonly renderNote: DraftContext['renderNote'] = (note, id) =>
    renderNote(note, formatOf(this.#request.snapshot.source(id)?.path ?? ''));

  get marks(): HubMaterial['marks'] {
    return this.#gathered.marks;
  }

  /** One line for each source behind the marks. */
  sourceLines(): readonly string[] {
    return markSourceLines(this.marks, this.#request.snapshot);
  }

  /** The slug under which an answer counts; `null` for one that is none, or too many. */
  slugFor({ slug: given, markdown, edits }: RawWrittenPage): string | null {
    const slug = slugify(given.replace(/^\[\[|\]\]$/g, ''), this.schema);
    const known = this.#gathered.hubs.has(slug) || this.#planned.has(slug);
    if (known) return slug;
    if (slug === '' || slug === 'none' || (markdown.trim() === '' && edits.length === 0)) return null;
    const isFull = [...this.#planned.values()].filter(({ planned }) => planned.page === null).length >= MAX_NEW_HUBS;
    // A page about a subject that exists is no hub: ingest writes it.
    return isFull || this.#request.snapshot.pagesBySlug(slug).some((page) => page.schema !== null) ? null : slug;
  }

  /** Takes a title and a final slug, so that hubs can link to each other. */
  plan(slug: string, raw: RawWrittenPage): void {
    if (this.#planned.has(slug)) return;
    const { snapshot } = this.#request;
    const [page = null] = this.#gathered.hubs.has(slug) ? snapshot.pagesBySlug(slug) : [];
    const role = (page === null ? null : hubRole(page)) ?? roleOf(slug, raw);
    const title = page?.title ?? titleIn(raw) ?? (role === null ? titleOf(slug) : TITLES[role]);
    const planned: PlannedPage = {
      slug: page?.slug ?? uniqueSlug(snapshot, slug, this.schema),
      title,
      kind: page?.kind ?? (role === null ? 'concept' : KINDS[role]),
      op: page === null ? 'create' : 'edit',
      page,
      units: [],
      from: [],
      aliases: [],
      ended: [],
      why: whyFor(role, page),
    };
    this.#planned.set(slug, { role, planned });
  }

  draft(slug: string, raw: RawWrittenPage): WrittenHub | null {
    const known = this.#planned.get(slug);
    if (known === undefined) return null;
    const { role, planned } = known;
    const { snapshot } = this.#request;
    const views = new Map([...this.#gathered.hubs].map(([name, { view }]) => [name, view] as const));
    const written = readWritten(
      planned,
      { ...raw, markdown: withoutTitle(raw.markdown), dropped: this.#dropped(raw, planned) },
      {
        views,
        draftContext: () => this.#context(planned),
        accountContext: {
          marks: this.marks,
          dateOf: (id) => snapshot.source(id)?.date?.slice(0, 10) ?? null,
          // A page that was not read is read when all hubs are written.
          saysElsewhere: (name, claim) => {
            const said = this.#gathered.sayings.get(name);
            return said === undefined ? snapshot.pagesBySlug(name).length === 1 : isSaidBy(claim, said.claims);
          },
        },
      },
    );
    const texts = written.change?.draft.splices.map(({ text }) => text) ?? [written.content?.text ?? ''];
    const invented = this.#additions(texts);
    const errors = [
      ...(invented.length === 0 ? [] : [problemOf('invented', `No statement has this: ${invented.join(', ')}.`)]),
      ...(role === 'overview' ? this.#lengthError(written) : []),
    ];
    const page = { ...written, written: raw, errors: [...written.errors, ...errors] };
    return { role, invented, left: this.#leftOut(written), page };
  }

  /** What is said elsewhere stays there, whatever reason an answer gives: a hub has no history of its own. */
  #dropped({ dropped }: RawWrittenPage, planned: PlannedPage): RawDrop[] {
    const known = this.#saidElsewhere(planned);
    const marks = new Set(known.map(({ mark }) => mark));
    return [...known, ...dropped.filter(({ mark }) => !marks.has(bareMark(mark)))];
  }

  /** Where else what a hub says is said, or kept by a summary: it may leave that out, and the model need not list it. */
  #saidElsewhere({ slug }: PlannedPage): readonly RawDrop[] {
    const claims = this.#gathered.hubs.get(slug)?.view.ledger.claims ?? [];
    const said = claims.flatMap((claim): readonly RawDrop[] => {
      const [note] = claim.notes;
      const [by] = [...this.#gathered.sayings].find(([, each]) => isSaidBy(claim, each.claims)) ?? [];
      return note === undefined || by === undefined ? [] : [{ mark: this.marks.forNote(note), reason: 'moved_to', by }];
    });
    return [...said, ...keptElsewhere(claims, this.#gathered.summaries, this.marks)];
  }

  #leftOut({ change }: WrittenPage): readonly LeftOut[] {
    if (change === null) return [];
    const { sayings, summaries } = this.#gathered;
    // The page of disputes follows from the others.
    const pages = [...sayings.values()].filter(({ page }) => !isDisputesPage(page));
    return leftOut(change.view, readLedger(change.draft.after).claims, summaries, pages);
  }

  /** An overview that is much too long, and that the change has not made much shorter. */
  #lengthError({ change, content }: WrittenPage): readonly PageProblem[] {
    const pages = this.#gathered.pages.length;
    const before = change === null ? 0 : (this.#gathered.overview?.words ?? 0);
    const text = change?.draft.after ?? content?.text ?? '';
    const words = readWords(text.slice(bodyStartOf(text)));
    if (!isTooLong(words, pages) || words < before * MUCH_SHORTER) return [];
    const { to } = overviewWords(pages);
    const rest = 'Join sentences, and leave out what its pages say in more words.';
    return [problemOf('too_long', `The overview has ${words} words, and ${to} at most is enough. ${rest}`)];
  }

  /** What is in no statement of the wiki, and so is invented. */
  #additions(texts: readonly string[]): readonly string[] {
    const titles = [...this.#planned.values()].map(({ planned }) => planned.title);
    return findUnsupportedDetails(saidIn(texts.join('\n\n')), [this.#gathered.known, ...titles]);
  }

  #newHubLinks(own: string): readonly string[] {
    return [...this.#planned.values()]
      .filter(({ planned: { page, slug } }) => page === null && slug !== own)
      .map(({ planned: { slug, title } }) => renderPageLink(slug, title, { autoLink: true }));
  }

  #context({ slug }: PlannedPage): DraftContext {
    const { snapshot, lens, index } = this.#request;
    const view = this.#gathered.hubs.get(slug)?.view;
    const all = [...this.#planned.values()].filter(({ planned: { page } }) => page === null);
    const created = all.map(({ planned }) => planned);
    const { autoLink } = lens.effective.curation;
    // What these are called, sentences may name.
    const named = all.flatMap(({ role, planned }) => (role === 'table' || role === null ? [planned] : []));
    const linker = autoLink === 'off' || autoLink === 'manual' ? null : createAutoLinker({ snapshot, index }, named);
    const slugOf = (target: string): string | null => {
      if (linker === null) return null;
      const name = linkName({ target, external: false });
      const hub = this.#planned.get(name)?.planned.slug ?? created.find((each) => each.slug === name)?.slug;
      if (hub !== undefined) return hub;
      const found = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
      return found.kind === 'page' ? found.page.slug : null;
    };
    const isLinking = linker !== null && view !== undefined;
    const links = isLinking ? [...this.#newHubLinks(slug), ...hubLinks(snapshot, slug)] : [];
    return {
      marks: this.marks,
      seeAlso: links,
      rules: { slugOf, citable: new Set(), isQuote: (quote) => this.#gathered.known.includes(quote) },
      random: this.random,
      own: view?.own ?? new Map<string, string>(),
      definitions: view === undefined ? new Map<string, string>() : definitionsOf(view),
      renderNote: this.renderNote,
      addLinks: (part) => {
        if (linker === null) return part.text;
        part.linked.add(slug);
        for (const target of [...part.linked]) part.linked.add(slugOf(target) ?? target);
        return linkFirstMentions(part, linker);
      },
    };
  }
}

/** A page under a slug of its own is a table if that is what it has below its first line. */
function roleOf(slug: string, { markdown }: RawWrittenPage): HubRole | null {
  const role = HUB_ROLES.find((each) => each === slug);
  const isTable = /^\|/m.test(markdown) && !/^## /m.test(markdown);
  return role ?? (isTable ? 'table' : null);
}

const titleOf = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

function whyFor(role: HubRole | null, page: Page | null): string {
  if (page !== null) return 'The wiki says more by now.';
  return role === null ? 'Several pages tell this in pieces.' : 'Readers find their way from here.';
}

/** Sentences and cells, each on lines of its own, without headings, heads of tables, footnote marks and the line of further pages. */
function saidIn(markdown: string): string {
  return markdown
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/^#+ .*$|^See also: (?:(?:, )?\[\[[^[\]]+\]\])+$/gm, '')
    .replace(/^\|.*\n\|[ :|-]+$/gm, '')
    .replace(/\[\[[^\]|\\]*(?:\\?\|([^\]]*))?\]\]/g, (whole, words?: string) => words ?? whole)
    .replace(/^\|.*$/gm, (row) => row.replace(/\s*\|\s*/g, ';\n'));
}

const TITLE = /^\s*#\s+([^\n]+)\n?/;

function titleIn({ markdown }: RawWrittenPage): string | null {
  const title = cleanLine(TITLE.exec(markdown)?.[1] ?? '', 120);
  return title === '' ? null : title;
}

const withoutTitle = (markdown: string): string => markdown.replace(TITLE, '');

import { type Random, type Run } from '../../base';
import { type PageIndex } from '../../search';
import {
  hubRole,
  isSuperseded,
  linkName,
  newPageSchema,
  renderNote,
  slugify,
  uniqueSlug,
  type HubRole,
  type PageSchema,
  type Snapshot,
} from '../../wiki';
import { type Lens } from '../../workspace';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { type RawWrittenPage } from '../model-run/answer-schemas';
import { cleanLine } from '../model-run/clean-text';
import { type DraftContext } from '../model-run/draft-context';
import { problemOf } from '../model-run/page-problem';
import { type PlannedPage } from '../model-run/planned-page';
import { readWritten, type WrittenPage } from '../model-run/read-written';
import { findUnsupportedDetails } from '../model-run/unsupported-details';
import { definitionsOf, formatOf } from '../model-run/write-material';
import { type HubMaterial } from './gather';

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
  /** For the dates that a page states; milliseconds since the epoch. */
  readonly now: number;
  readonly run: Run;
}

/** A hub that the model wrote, or edits of one. */
export interface WrittenHub {
  readonly role: HubRole;
  readonly page: WrittenPage;
  /** Details that no statement has. */
  readonly invented: readonly string[];
}

/** Hubs that one answer may make. */
const MAX_NEW_HUBS = 4;
const TITLES: Readonly<Record<HubRole, string>> = {
  overview: 'Overview',
  timeline: 'Timeline',
  people: 'People',
  table: 'Comparison',
};
const KINDS: Readonly<Record<HubRole, string>> = {
  overview: 'concept',
  timeline: 'timeline',
  people: 'comparison',
  table: 'comparison',
};

interface PlannedHub {
  readonly role: HubRole;
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

  get marks(): HubMaterial['marks'] {
    return this.#gathered.marks;
  }

  /** One line for each source behind the marks. */
  sourceLines(): readonly string[] {
    const { snapshot } = this.#request;
    return this.marks
      .sources()
      .filter(({ id }) => id !== '')
      .map(({ number, id }) => {
        const source = snapshot.source(id);
        const day = source?.date?.slice(0, 10) ?? 'no date';
        const isOld = source !== undefined && isSuperseded(source, (each) => snapshot.source(each));
        const date = id.includes(day) ? '' : `, ${day}`;
        return `{${number}.…} is ${id}${date}${source === undefined ? '' : `, ${source.authority}`}${isOld ? ', superseded' : ''}`;
      });
  }

  /** The slug under which an answer counts; `null` for one that is none, or too many. */
  slugFor({ slug: given, markdown, edits }: RawWrittenPage): string | null {
    const slug = slugify(given.replace(/^\[\[|\]\]$/g, ''), this.schema);
    const known = this.#gathered.hubs.has(slug) || this.#planned.has(slug);
    if (known) return slug;
    if (slug === '' || slug === 'none' || (markdown.trim() === '' && edits.length === 0)) return null;
    const isFull = [...this.#planned.values()].filter(({ planned }) => planned.page === null).length >= MAX_NEW_HUBS;
    // A page about a subject is no hub: ingest writes it.
    return isFull || this.#request.snapshot.pagesBySlug(slug).some((page) => page.schema !== null) ? null : slug;
  }

  /** Takes a title and a final slug, so that hubs can link to each other. */
  plan(slug: string, raw: RawWrittenPage): void {
    if (this.#planned.has(slug)) return;
    const { snapshot } = this.#request;
    const [page = null] = this.#gathered.hubs.has(slug) ? snapshot.pagesBySlug(slug) : [];
    const role = (page === null ? null : hubRole(page)) ?? roleOf(slug);
    const title =
      page?.title ?? titleIn(raw) ?? `${TITLES[role]}: ${cleanLine(this.#request.lens.effective.title, 80)}`;
    const planned: PlannedPage = {
      slug: page?.slug ?? uniqueSlug(snapshot, slug, this.schema),
      title,
      kind: page?.kind ?? KINDS[role],
      op: page === null ? 'create' : 'edit',
      page,
      units: [],
      from: [],
      aliases: [],
      ended: [],
      why: page === null ? 'Readers find their way from here.' : 'The wiki says more by now.',
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
      { ...raw, markdown: withoutTitle(raw.markdown) },
      {
        views,
        draftContext: () => this.#context(planned),
        accountContext: {
          marks: this.marks,
          dateOf: (id) => snapshot.source(id)?.date?.slice(0, 10) ?? null,
          saysElsewhere: (name) => snapshot.pagesBySlug(name).length === 1,
        },
      },
    );
    const texts = written.change?.draft.splices.map(({ text }) => text) ?? [written.content?.text ?? ''];
    const invented = this.#additions(texts);
    const errors =
      invented.length === 0 ? [] : [problemOf('invented', `No statement has this: ${invented.join(', ')}.`)];
    return { role, invented, page: { ...written, written: raw, errors: [...written.errors, ...errors] } };
  }

  /** What is in no statement of the wiki, and so is invented. */
  #additions(texts: readonly string[]): readonly string[] {
    const titles = [...this.#planned.values()].map(({ planned }) => planned.title);
    return findUnsupportedDetails(saidIn(texts.join('\n\n')), [this.#gathered.known, ...titles]);
  }

  #context({ slug }: PlannedPage): DraftContext {
    const { snapshot, lens, index } = this.#request;
    const view = this.#gathered.hubs.get(slug)?.view;
    const created = [...this.#planned.values()].flatMap(({ planned }) => (planned.page === null ? [planned] : []));
    const { autoLink } = lens.effective.curation;
    const named = created.filter((hub) => roleOf(hub.slug) === 'table');
    const linker = autoLink === 'off' || autoLink === 'manual' ? null : createAutoLinker({ snapshot, index }, named);
    const slugOf = (target: string): string | null => {
      if (linker === null) return null;
      const name = linkName({ target, external: false });
      const hub = this.#planned.get(name)?.planned.slug ?? created.find((each) => each.slug === name)?.slug;
      if (hub !== undefined) return hub;
      const found = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
      return found.kind === 'page' ? found.page.slug : null;
    };
    return {
      marks: this.marks,
      rules: { slugOf, citable: new Set(), isQuote: (quote) => this.#gathered.known.includes(quote) },
      random: this.random,
      own: view?.own ?? new Map<string, string>(),
      definitions: view === undefined ? new Map<string, string>() : definitionsOf(view),
      renderNote: (note, id) => renderNote(note, formatOf(snapshot.source(id)?.path ?? '')),
      addLinks: (part) => {
        if (linker === null) return part.text;
        part.linked.add(slug);
        for (const target of [...part.linked]) part.linked.add(slugOf(target) ?? target);
        return linkFirstMentions(part, linker);
      },
    };
  }
}

function roleOf(slug: string): HubRole {
  return slug === 'overview' || slug === 'timeline' || slug === 'people' ? slug : 'table';
}

/** Sentences and cells, each on lines of its own, without headings, heads of tables and footnote marks. */
function saidIn(markdown: string): string {
  return markdown
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/^#+ .*$/gm, '')
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

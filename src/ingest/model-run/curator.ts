import { isoTime, throwIfCancelled, type JsonObject } from '../../base';
import { createFile, hunkId, updateFile, type ChangeSet, type FileEdit } from '../../change';
import {
  citeSource,
  linkName,
  newPageSchema,
  placeForPage,
  renderNewPage,
  sourceDate,
  type Page,
  type PageSchema,
} from '../../wiki';
import type { Policy } from '../extractive/conflicts';
import { titleOf } from '../extractive/curator';
import { frontmatterSplices } from '../extractive/frontmatter';
import { summaryOf, summarySlug } from '../extractive/write';
import { recall, type RecalledPage } from '../recall';
import type { CurateRequest, Curator } from '../types';
import { affectedPages, largestPage, type Affected } from './affected';
import { editsSchema, textsSchema, type RawEdit } from './answers';
import { Asking } from './asking';
import { applicable, buildPage, type Superseded, type Writing } from './build-page';
import { buildSummary, headOf, pageParts, type Mentioned, type NewPage } from './build-new';
import { citationOf, evidenceFor, SourceText } from './claims';
import { capped, confidenceCap } from './confidence';
import { withoutRefused } from './guarded';
import { replacedPages, supersededFile, type Replaced } from './replaced';
import { judgeEdits, type Judged, type PageJob } from './judge-edits';
import { claimsAbout, newNames, type NewName } from './new-names';
import type { TextRules } from './page-text';
import { editPrompt, fittingClaims, listedPages, stablePart, textsPrompt, type Prompting } from './prompt';
import { overlooked, settleConflict, type SettledConflict } from './settle-conflicts';
import { surveyOrFallback } from './survey';
import type { Claim, ModelCuratorOptions, Survey } from './types';

/** Existing pages that one source may edit, unless the caller says otherwise. */
export const usualMaxPages = 12;
/** Tokens of page text that recall may name; what is sent of it is bounded apart. */
export const recallBudget = 60_000;

/**
 * A curator that asks `model`.
 *
 * @returns its `curate` throws ModelError as the model room does, and `living-wiki:model_empty_answer` or
 *   `living-wiki:model_invalid_answer` when a survey has no claim or not one quote that the source holds
 */
export function createModelCurator(options: ModelCuratorOptions): Curator {
  const known: { key: string; stable: readonly string[] } = { key: '', stable: [] };
  return {
    name: 'model',
    async curate(request) {
      // The same beginning for every source of a run, its delimiters included: providers charge less for what they know.
      const fresh = await stablePart(request.snapshot, request.lens, options.random);
      const key = fresh.join('\n').replace(/untrusted-[a-z0-9]{20}/g, '');
      if (known.key !== key) Object.assign(known, { key, stable: fresh });
      return new Curation(request, options, known.stable).run();
    },
  };
}

/** A page with what the model wants of it. */
interface Edited {
  readonly job: PageJob;
  readonly judged: Judged;
  readonly conflicts: readonly SettledConflict[];
  readonly affected: Affected;
}

/** One curation of one source. */
class Curation {
  readonly #notes: string[] = [];
  readonly #asking: Asking;
  readonly #prompting: Prompting;
  readonly #schema: PageSchema;
  readonly #date: string | null;
  readonly #lookup: SourceText;

  constructor(
    private readonly request: CurateRequest,
    private readonly options: ModelCuratorOptions,
    stable: readonly string[],
  ) {
    this.#asking = new Asking(options.model, request.run);
    this.#prompting = { stable, steering: options.steering ?? [], random: options.random };
    this.#schema = newPageSchema(request.snapshot);
    this.#date = sourceDate(request.source, request.text.date)?.slice(0, 10) ?? null;
    this.#lookup = new SourceText(request.text);
  }

  async run(): Promise<ChangeSet> {
    const { snapshot, index, lens, text, source } = this.request;
    const before = summaryOf(source, snapshot);
    if (before !== null && this.#isRecorded()) {
      this.#notes.push(`This source was read before: its summary is "${before.slug}".`);
      return this.#changeSet([], [], {});
    }
    if (before !== null) {
      this.#notes.push(
        `The source has changed since "${before.slug}" was written. This is a second summary, which supersedes the first.`,
      );
    }
    for (const { path, reason } of this.#prompting.steering) {
      this.#notes.push(`Steered by: ${path === null ? '' : `${path}: `}${reason.replace(/\s+/g, ' ').slice(0, 400)}`);
    }
    const recalled = await recall({ text, snapshot, index, lens, budget: recallBudget });
    const listed = listedPages(recalled, snapshot);
    const survey = await surveyOrFallback(this.request, listed, this.#prompting, this.#asking, this.options.fallback);
    this.#notes.push(...survey.notes);
    const summary = summarySlug(source, snapshot, this.#schema);
    const names = await newNames(this.request, survey, this.#schema, new Set([summary]));
    const affected = this.#chosen(affectedPages(this.request, survey.claims, recalled, listed));
    const rules = this.#rules([summary, ...names.map(({ slug }) => slug)], survey);
    const slugs = [...affected.map(({ page }) => page.slug), ...names.map(({ slug }) => slug)];
    const { replaced, notes } = replacedPages(this.request, survey, names, this.#policy());
    this.#notes.push(...notes);
    const created = await this.#texts(survey, names, slugs, replaced);
    const edited: Edited[] = [];
    for (const [position, each] of affected.entries()) {
      throwIfCancelled(this.request.run);
      this.request.run.progress({ stage: 'edit', done: position, total: affected.length, detail: each.page.path });
      const one = await this.#edit(each, rules, slugs);
      if (one !== null) edited.push(one);
    }
    const files = await this.#files(survey, summary, created, edited, rules, [
      ...replaced,
      ...replacedSummary(before, summary),
    ]);
    return this.#changeSet(files, bulletsOf(edited), this.#facts(survey, recalled, created.pages, edited));
  }

  #isRecorded(): boolean {
    const { snapshot, source, text } = this.request;
    const { sources } = snapshot.provenance;
    return !Object.hasOwn(sources, source.path) || sources[source.path]?.contentHash === text.hash;
  }

  /** At most as many pages as one source may edit, and none too long to be sent; the others are named. */
  #chosen(affected: readonly Affected[]): readonly Affected[] {
    const { maxPages = usualMaxPages } = this.options;
    const long = affected.filter(({ page }) => page.words * 1.4 > largestPage);
    const fit = affected.filter((each) => !long.includes(each));
    for (const { page } of long)
      this.#notes.push(`${page.slug} is too long to be edited by a model. It was left alone.`);
    const left = fit.slice(maxPages);
    if (left.length > 0) {
      const named = left.slice(0, 20).map(({ page }) => page.slug);
      const more = left.length > 20 ? `, and ${left.length - 20} more` : '';
      this.#notes.push(
        `One source edits at most ${maxPages} pages. Concerned too, but left alone: ${named.join(', ')}${more}.`,
      );
    }
    return fit.slice(0, maxPages);
  }

  #rules(created: readonly string[], survey: Survey): TextRules {
    const { snapshot, source } = this.request;
    const made = new Set(created);
    return {
      slugOf(target) {
        const name = linkName({ target, external: false });
        const plain = target.trim().replace(/\.md$/i, '').replace(/^.*\//, '');
        if (made.has(plain)) return plain;
        if (made.has(name)) return name;
        const found = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
        return found.kind === 'page' ? found.page.slug : null;
      },
      citable: new Set([source.id]),
      isQuote: (quote) => survey.transcription === null && this.#lookup.find(quote) !== null,
    };
  }

  async #texts(
    survey: Survey,
    names: readonly NewName[],
    slugs: readonly string[],
    replaced: readonly Replaced[],
  ): Promise<{ readonly summary: Parameters<typeof buildSummary>[1]; readonly pages: readonly NewPage[] }> {
    const { source } = this.request;
    const aboutNew = new Set(names.flatMap(({ name }) => claimsAbout(name, survey.claims)));
    const rank = (claim: Claim): number => (aboutNew.has(claim) ? 0 : 2) + (claim.key ? 0 : 1);
    const telling = fittingClaims([...survey.claims].sort((a, b) => rank(a) - rank(b)));
    const messages = textsPrompt(this.#prompting, telling, names, slugs);
    const answer = await this.#asking.ask('texts', messages, textsSchema);
    const pages: NewPage[] = [];
    for (const name of names) {
      const claims = claimsAbout(name.name, survey.claims);
      if (claims.every(({ verdict }) => verdict === 'not-found')) {
        this.#notes.push(`No page was proposed for "${name.name}": no quote about it is in the source.`);
        continue;
      }
      const text = answer.pages.find((page) => page.name.trim().toLowerCase() === name.name.toLowerCase()) ?? null;
      const cap = confidenceCap([source, ...name.sightings.map((sighting) => sighting.source)]);
      const advised = text?.confidence ?? null;
      const confidence = advised === null ? null : capped(advised, cap);
      const note =
        advised !== null && confidence !== advised
          ? `${name.slug}: the model put its confidence at ${advised}; that is advisory, and ${confidence ?? 'none'} is proposed (the sources carry at most ${cap}).`
          : null;
      if (note !== null) this.#notes.push(note);
      const writing = { source, updatedAt: isoTime(this.request.now) };
      pages.push({
        name,
        text,
        claims,
        ...headOf(name, { text, claims }, confidence, this.#schema, writing, replacedBy(name.slug, replaced)),
      });
    }
    return { summary: answer.summary, pages };
  }

  /** What the model wants of one page; asked again once for what does not fit. `null` for nothing. */
  async #edit(affected: Affected, rules: TextRules, slugs: readonly string[]): Promise<Edited | null> {
    const { snapshot } = this.request;
    const { page } = affected;
    const claims = fittingClaims(affected.claims);
    if (claims.length < affected.claims.length) {
      this.#notes.push(
        `${page.slug}: ${affected.claims.length - claims.length} claims did not fit into one prompt and were left out.`,
      );
    }
    const text = await snapshot.text(page.path);
    if (text === null) return null;
    const own = new Set([...rules.citable, ...page.citations.map(({ id }) => id)]);
    const job: PageJob = { page, text, claims, rules: { ...rules, citable: own }, citation: citationOf(this.request) };
    const shown = { path: page.path, text };
    const raw = await this.#asking.ask(page.path, editPrompt(this.#prompting, shown, claims, slugs), editsSchema);
    let judged = judgeEdits(raw, job);
    if (judged.misfits.length > 0) {
      const messages = editPrompt(this.#prompting, shown, claims, slugs, judged.misfits);
      const again = await this.#asking.ask(page.path, messages, editsSchema);
      const misfit = new Set(judged.misfits.map(({ anchor }) => anchor));
      // Some models give everything again; what fitted the first time stands as it was.
      const fits = raw.edits.filter(({ anchor }) => !misfit.has(anchor));
      const said = new Set(raw.edits.map(keyOfEdit));
      const all = {
        edits: [...fits, ...again.edits.filter((edit) => misfit.has(edit.anchor) || !said.has(keyOfEdit(edit)))],
        conflicts: [...raw.conflicts.filter(({ statement }) => !misfit.has(statement)), ...again.conflicts],
      };
      judged = judgeEdits(all, job);
    }
    this.#notes.push(...judged.notes);
    for (const { anchor, problem } of judged.misfits) {
      const start = anchor.replace(/\s+/g, ' ').trim().slice(0, 60);
      this.#notes.push(`${page.slug}: an edit was left out, since its anchor "${start}" ${problem}`);
    }
    const policy = this.#policy();
    const conflicts = [...judged.conflicts, ...overlooked(judged.conflicts, job, this.request, policy)];
    const settled = conflicts.map((conflict) => settleConflict(conflict, job, this.request, policy));
    return { job, judged, conflicts: applicable(settled, judged.edits), affected };
  }

  #policy(): Policy {
    return {
      resolution: this.request.lens.effective.curation.conflictResolution ?? 'defer',
      dateOf: (source) => sourceDate(source)?.slice(0, 10) ?? null,
      source: this.request.source,
      date: this.#date,
    };
  }

  async #files(
    survey: Survey,
    summary: string,
    created: { readonly summary: Parameters<typeof buildSummary>[1]; readonly pages: readonly NewPage[] },
    edited: readonly Edited[],
    rules: TextRules,
    replaced: readonly Replaced[],
  ): Promise<readonly FileEdit[]> {
    const { snapshot, source, text, lens } = this.request;
    const links = lens.effective.curation.autoLink !== 'off' && lens.effective.curation.autoLink !== 'manual';
    const partners = this.#partners(edited);
    const path = placeForPage(snapshot, 'summary', summary);
    const updatedAt = isoTime(this.request.now);
    const title = titleOf(this.request);
    const against = [...partners.pages, ...partners.summaries.map(({ page }) => page.slug)];
    const head = renderNewPage({
      schema: this.#schema,
      slug: summary,
      kind: 'summary',
      title,
      sources: [citeSource(source, this.#schema)],
      updatedAt,
      supersedes: replacedBy(summary, replaced),
      contradicts: [...new Set(against)].filter((slug) => !replacedBy(summary, replaced).includes(slug)).sort(),
      body: '',
    });
    const writing: Writing = {
      source,
      quoted: { path: source.path, hash: text.hash, format: text.format, citation: citationOf(this.request) },
      title,
      sourceOf: (ref) => snapshot.source(ref),
      date: this.#date,
      updatedAt,
      summary: { slug: summary, head: hunkId(path, 0, 0, head) },
      created: new Map([
        [summary, hunkId(path, 0, 0, head)],
        ...created.pages.map((page) => [page.name.slug, page.headId] as const),
      ]),
    };
    const titles = new Map([[summary, title], ...created.pages.map(({ name }) => [name.slug, name.name] as const)]);
    const supersededAt = (path: string): Superseded | undefined => {
      const found = replaced.find(({ page }) => page.path === path);
      const by = found && titles.get(found.by);
      return found && by !== undefined ? { ...found, by: { slug: found.by, title: by } } : undefined;
    };
    const updates = edited.flatMap(({ job, judged, conflicts, affected }) => {
      const built = buildPage(job, judged, conflicts, affected.why, writing, supersededAt(job.page.path));
      if (built !== null) this.#notes.push(...built.notes);
      return built === null ? [] : [built.edit];
    });
    const news = created.pages.map((page) =>
      createFile({
        path: page.name.path,
        parts: pageParts(page, survey.claims, rules, writing, links),
        why: [page.name.reason],
      }),
    );
    const mentioned: readonly Mentioned[] = [
      ...edited.map(({ job: { page } }) => ({ slug: page.slug, title: page.title, createdBy: null })),
      ...created.pages.map(({ name, headId }) => ({ slug: name.slug, title: name.name, createdBy: headId })),
    ];
    const place = { path, links, transcribed: survey.transcription !== null };
    const files = [
      buildSummary(head, created.summary, survey.claims, mentioned, rules, writing, place),
      ...news,
      ...updates,
    ];
    for (const { page } of replaced) {
      const superseded = supersededAt(page.path);
      const base = files.some((file) => file.path === page.path) ? null : await snapshot.text(page.path);
      if (superseded === undefined || base === null) continue;
      const job: PageJob = { page, text: base, claims: [], rules, citation: writing.quoted.citation };
      const file = supersededFile(job, superseded, writing);
      if (file !== null) files.push(file);
    }
    for (const { page, claim } of partners.summaries) {
      const base = await snapshot.text(page.path);
      if (base === null || files.some((file) => file.path === page.path)) continue;
      const splices = frontmatterSplices(base, [
        { op: 'add', path: ['contradicts'], value: summary },
        { op: 'set', path: ['updated_at'], value: updatedAt },
      ]).map((splice) => ({
        ...splice,
        title: 'Frontmatter',
        reason: `Its source and ${source.path} contradict each other.`,
        evidence: evidenceFor([claim], writing.quoted),
        needs: [writing.summary.head],
      }));
      files.push(updateFile({ path: page.path, base, splices, why: ['its source is contradicted'] }));
    }
    return files;
  }

  /** Whom the new summary contradicts: the summaries of the other sources, or the pages themselves where there is none. */
  #partners(edited: readonly Edited[]): {
    readonly pages: readonly string[];
    readonly summaries: readonly { readonly page: Affected['page']; readonly claim: Claim }[];
  } {
    const pages: string[] = [];
    const summaries = new Map<string, { page: Affected['page']; claim: Claim }>();
    for (const { job, conflicts } of edited) {
      for (const conflict of conflicts) {
        if (conflict.settled !== null) continue;
        const page = conflict.partner;
        if (page === null) pages.push(job.page.slug);
        else summaries.set(page.path, { page, claim: conflict.claim });
      }
    }
    return { pages, summaries: [...summaries.values()] };
  }

  #facts(
    survey: Survey,
    recalled: readonly RecalledPage[],
    pages: readonly NewPage[],
    edited: readonly Edited[],
  ): JsonObject {
    return {
      ...this.#asking.facts(),
      claims: survey.claims.length,
      claimsNotFound: survey.claims.filter(({ verdict }) => verdict === 'not-found').length,
      newPages: pages.map(({ name }) => name.slug),
      updatedPages: edited.map(({ job }) => job.page.slug),
      recall: recalled.slice(0, 60).map(({ path, reasons }) => ({ path, reasons })),
      ...(survey.transcription === null
        ? {}
        : { transcription: survey.transcription, readBy: this.options.model.name }),
    };
  }

  #changeSet(files: readonly FileEdit[], bullets: readonly string[], facts: JsonObject): ChangeSet {
    const { source, text, snapshot } = this.request;
    return withoutRefused(
      {
        title: `Ingest ${source.path.slice(source.path.indexOf('/') + 1)}`,
        producer: 'ingest',
        files,
        log: { event: 'ingest', subject: source.path, bullets },
        sources: [{ path: source.path, hash: text.hash }],
        notes: [...new Set(this.#notes)],
        facts: { curator: 'model', ...facts },
      },
      snapshot,
    );
  }
}

const replacedBy = (slug: string, replaced: readonly Replaced[]): readonly string[] =>
  replaced.flatMap(({ page, by }) => (by === slug ? [page.slug] : []));

const replacedSummary = (before: Page | null, by: string): readonly Replaced[] =>
  before === null ? [] : [{ page: before, by, claim: null, why: 'its source has changed' }];

const keyOfEdit = ({ op, anchor, text }: RawEdit): string => JSON.stringify([op, anchor, text]);

function bulletsOf(edited: readonly Edited[]): readonly string[] {
  return edited.flatMap(({ job, conflicts }) =>
    conflicts.map(
      ({ settled }) => `Contradiction on ${job.page.slug}${settled === null ? '' : `, settled by ${settled.by}`}`,
    ),
  );
}

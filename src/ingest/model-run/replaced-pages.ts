import { isoTime } from '../../base';
import { buildUpdate, type FileEdit } from '../../change';
import { eolOf } from '../../markdown';
import { findPages, type Page, wordKey } from '../../wiki';
import { resolveByPolicy } from '../contradictions';
import { renderPageLink } from '../extractive/context';
import { frontmatterSplices } from '../extractive/frontmatter';
import { type Unit } from '../units';
import { evidenceOf } from './build-files';
import { cleanLine } from './clean-text';
import { conflictPolicy, type Curation } from './curation';
import { type FileContext } from './page-properties';
import { type IngestPlan, type PlannedPage } from './planned-page';
import { type WriteMaterial } from './write-material';

/** An existing page that a new one replaces. */
export interface ReplacedPage {
  readonly page: Page;
  /** Slug and title of the new page. */
  readonly by: Pick<PlannedPage, 'slug' | 'title'>;
  readonly unit: Unit;
}

interface PlannedNames {
  readonly slug: string;
  readonly title: string;
  readonly aliases: Iterable<string>;
}

/** Whether a plan means a page by a name: its slug, a link to it, its title or an alias. */
export function isNamed({ slug, title, aliases }: PlannedNames, name: string): boolean {
  const target = wordKey(name.replace(/^\s*\[\[([^\]|]*)[^]*$/, '$1'));
  return target !== '' && [slug, title, ...aliases].some((each) => wordKey(each) === target);
}

/** Whether a unit names a page by one of its names, or as the plan does. */
function saysName({ text }: Unit, given: string, names: PlannedNames): boolean {
  const words = ` ${wordKey(text)} `;
  return [given, names.slug, names.title, ...names.aliases].some((name) => {
    const key = wordKey(name);
    return key !== '' && words.includes(` ${key} `);
  });
}

/**
 * The pages that new ones replace. The model only reports what the source says. Code requires a unit with both names, exactly one
 * page with the old name, a new page with the new one, and a policy by which the source wins against every source of the old page.
 * Source: AIP-10, Layer 2 (`supersedes`), and ingest contract, 6.
 */
export function findReplacedPages(
  curation: Curation,
  { replaces, pages }: IngestPlan,
  units: readonly Unit[],
): readonly ReplacedPage[] {
  const { snapshot } = curation.request;
  const policy = conflictPolicy(curation);
  const replaced: ReplacedPage[] = [];
  for (const { old, by, units: numbers } of replaces) {
    const next = pages.find((page) => page.op === 'create' && isNamed(page, by));
    const [named, other] = findPages(snapshot, old).pages;
    const page = other === undefined ? named : undefined;
    const unit =
      next === undefined || page === undefined
        ? undefined
        : numbers
            .flatMap((number) => units[number - 1] ?? [])
            .find((each) => saysName(each, old, page) && saysName(each, by, next));
    const isMissing = unit === undefined || next === undefined || page === undefined;
    if (isMissing || page.kind === 'summary' || page.schema === null) {
      const why = whyNot({ unit, next, page }, cleanLine(old, 80), cleanLine(by, 80), pages);
      curation.notes.push(
        `The model says that "${cleanLine(by, 80)}" replaces "${cleanLine(old, 80)}". It was not marked: ${why}.`,
      );
      continue;
    }
    if (replaced.some((each) => each.page === page)) continue;
    const own = [...new Set(page.sources.flatMap((ref) => snapshot.source(ref) ?? []))];
    const verdicts = (own.length === 0 ? [null] : own).map((source) =>
      resolveByPolicy({ source }, policy, 1, own.length),
    );
    if (verdicts.every((verdict) => verdict?.keeps === 'new')) replaced.push({ page, by: next, unit });
    else {
      curation.notes.push(
        `The source says that "${by}" replaces "${page.slug}". By the policy in KNOWLEDGE.md both stay as they are.`,
      );
    }
  }
  return replaced;
}

interface Replacement {
  readonly unit?: Unit | undefined;
  readonly next?: PlannedPage | undefined;
  readonly page?: Page | undefined;
}

/** Why a page is not marked as replaced. */
function whyNot({ unit, next, page }: Replacement, old: string, by: string, pages: readonly PlannedPage[]): string {
  const planned = (name: string): PlannedPage | undefined => pages.find((each) => isNamed(each, name));
  if (page === undefined)
    return planned(old)?.op === 'create' ? `"${old}" is new itself` : `not exactly one page has the name "${old}"`;
  if (next === undefined)
    return planned(by) !== undefined ? `"${by}" is no new page` : `no new page has the name "${by}"`;
  if (unit === undefined) return 'no unit that it names has both names';
  return page.kind === 'summary'
    ? `"${page.slug}" is the summary of a source`
    : `"${page.slug}" is a note without the properties of a page`;
}

/** Marks a replaced page: it keeps its text and links to its successor. */
export function buildReplacedPage(
  { page, by, unit }: ReplacedPage,
  text: string,
  material: WriteMaterial,
  { curation, createdHunks }: FileContext,
): FileEdit {
  const mark = material.marks.get(`1.${unit.number}`);
  const context = material.draftContext('');
  const eol = eolOf(text);
  const label = mark === undefined ? '' : `[^${mark.label}]`;
  const footnotes =
    mark === undefined || mark.note === null
      ? []
      : [{ label: mark.label, content: context.renderNote(mark.note, mark.sourceId) }];
  const needs = [createdHunks.get(by.slug) ?? []].flat();
  const line = `Superseded by ${renderPageLink(by.slug, by.title, { autoLink: true })}.${label}`;
  const reason = `The new page "${by.title}" replaces this one.`;
  const evidence = mark === undefined ? [] : evidenceOf([mark], curation);
  const { bodyStart } = page;
  const title = /^\s*# [^\n]*\n/.exec(text.slice(bodyStart))?.[0].length ?? 0;
  const at = bodyStart + title;
  const splices = [
    ...frontmatterSplices(text, [{ op: 'set', path: ['updated_at'], value: isoTime(curation.request.now) }]).map(
      (splice) => ({ ...splice, title: 'Properties', reason, evidence, needs }),
    ),
    { start: at, end: at, text: `${eol}${line}${eol}`, title: 'Superseded', reason, evidence, needs, footnotes },
  ];
  return buildUpdate({ path: page.path, base: text, splices, why: ['it is superseded'] });
}

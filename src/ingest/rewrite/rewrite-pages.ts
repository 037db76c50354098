import { plural, throwIfCancelled, type Random } from '../../base';
import { type ChangeSet, type HandEdits } from '../../change';
import { estimateTokens, type LanguageModel, type Message } from '../../model';
import { type Page } from '../../wiki';
import { standingRules } from '../../workspace';
import { writeNewSchema, writeSchema, type RawWrittenPage } from '../model-run/answer-schemas';
import { ModelCaller } from '../model-run/model-caller';
import { type PageView } from '../model-run/page-view';
import { buildStablePart, rulesPart } from '../model-run/prompt';
import { mergeRepair, showAnswer } from '../model-run/repair';
import { selectChunks, shownTokens } from '../model-run/select-chunks';
import { type CallEstimate } from '../model-run/types';
import { isFinal } from '../model-run/unusable-answer';
import { accountFacts } from '../model-run/written-facts';
import { buildRewrittenFiles } from './build-files';
import { duePages } from './due-pages';
import { readRewriteMaterial, type RewriteMaterial } from './material';
import { type RewriteRequest } from './request';
import { rewritePrompt, type RewriteTarget } from './rewrite-prompt';
import { isFatal, readArticle, type WrittenArticle } from './written-article';

interface RewriteOptions {
  readonly model: LanguageModel;
  readonly random: Random;
  readonly language?: string;
  readonly handEdits?: (paths: readonly string[]) => Promise<HandEdits>;
}

const MAX_REPAIRS = 2;
const MAX_ERRORS = 24;
/** What a model answers that leaves every page as it is. */
const NO_PAGE = 'none';
/** Pages in one call, and tokens of what is shown of them. A longer page has a call of its own. */
const MAX_BATCH_PAGES = 5;
const MAX_BATCH_TOKENS = 3500;
/** What an answer has of the tokens of the pages. */
const ANSWER_SHARE = 0.6;
const NOTHING_DUE = 'No page has grown enough to be written anew.';

/** What writing pages anew will take; nothing if none is due. Asks no model. */
export async function estimateRewrite(
  request: RewriteRequest,
  options: Pick<RewriteOptions, 'random' | 'language'>,
): Promise<CallEstimate> {
  const { pages } = duePages(request.snapshot, request);
  if (pages.length === 0) return { inputTokens: 0, outputTokens: 0, calls: 0 };
  const material = await readRewriteMaterial(request, pages, { random: options.random });
  const asking = await startAsking(request, options, material);
  const batches = batchesOf([...material.views.values()]);
  const prompts = batches.map((batch) =>
    estimateTokens(JSON.stringify(promptFor(asking, targetsOf(batch, new Map()), []))),
  );
  const shown = [...material.views.values()].reduce((sum, view) => sum + sizeOf(view), 0);
  return {
    inputTokens: prompts.reduce((sum, size) => sum + size, 0),
    outputTokens: Math.round(shown * ANSWER_SHARE),
    calls: batches.length,
  };
}

/**
 * Has a model write pages anew that grew source by source, each as one article, from what they say. It sees no source, and cites what the
 * page cites. What the new text of a page does not tell goes, word for word, to the summary of its source, so that the wiki says all that it
 * said before.
 *
 * @returns a change set without files if no page is due, or none came out well
 * @throws ModelError
 */
export async function rewritePages(request: RewriteRequest, options: RewriteOptions): Promise<ChangeSet> {
  const { snapshot, run } = request;
  const { pages, more } = duePages(snapshot, request);
  const material = await readRewriteMaterial(request, pages, options);
  const caller = new ModelCaller(options.model, run, { isSmall: false });
  const asking = await startAsking(request, options, material);
  const written: WrittenArticle[] = [];
  for (const batch of batchesOf([...material.views.values()])) {
    throwIfCancelled(run);
    written.push(...(await writeBatch(batch, asking, caller)));
  }
  const usable = written.filter(
    ({ errors, page }) => !errors.some(isFatal) && (page.change?.draft.splices.length ?? 0) > 0,
  );
  const files = buildRewrittenFiles(request, usable, material);
  const titles = usable.map(({ page }) => page.planned.title);
  return {
    title: titles.length === 1 ? `Write "${titles[0] ?? ''}" anew` : `Write ${titles.length} pages anew`,
    producer: 'maintenance',
    files,
    log: { event: 'manual', subject: 'pages written anew', bullets: titles.map((title) => `written anew: ${title}`) },
    sources: [],
    notes: notesOf(pages, material, written, usable, more),
    facts: {
      ...caller.facts(),
      accounts: accountFacts(usable.map(withMoves)),
      rewritten: Object.fromEntries(pages.map(({ path, sources }) => [path, sources.length])),
    },
  };
}

function notesOf(
  pages: readonly Page[],
  { tooLong }: RewriteMaterial,
  written: readonly WrittenArticle[],
  usable: readonly WrittenArticle[],
  more: number,
): readonly string[] {
  if (pages.length === 0) return [NOTHING_DUE];
  const moved = usable.flatMap(({ left }) => left.filter(({ isTold }) => !isTold));
  const failed = written.filter((article) => !usable.includes(article));
  const isWritten = ({ path }: Page): boolean => written.some(({ page }) => page.planned.page?.path === path);
  const left = pages.filter((page) => !isWritten(page) && !tooLong.includes(page));
  return [
    ...(usable.length === 0
      ? []
      : [
          `Written anew from what the pages say. No source was read.${moved.length === 0 ? '' : ` ${plural(moved.length, 'statement')} that they leave out ${moved.length === 1 ? 'stays' : 'stay'} on the summaries of their sources.`}`,
        ]),
    ...failed.map(
      ({ page, errors }) =>
        `${page.planned.slug} stays as it is: ${errors.find(isFatal)?.text ?? 'The answer changed nothing.'}`,
    ),
    ...(left.length === 0 ? [] : [`The model left as they are: ${left.map(({ slug }) => slug).join(', ')}.`]),
    ...tooLong.map(({ slug }) => `${slug} stays as it is: it is too long for one answer.`),
    ...usable.flatMap(({ page, errors }) => errors.map(({ text }) => `${page.planned.slug}: ${text}`)),
    ...(more === 0 ? [] : [`${plural(more, 'more page')} can be written anew. Compose again to take them up.`]),
  ];
}

/** The account of a page with what went to summaries, which is not lost. */
function withMoves({ page, left }: WrittenArticle): WrittenArticle['page'] {
  const moved = left.map(({ claim, by }) => ({ text: claim.text, to: by.title }));
  const said = new Set(left.map(({ claim }) => claim.start));
  const { account } = page;
  const dropped = account.dropped.filter(({ start, given }) => given !== 'moved_to' && !said.has(start));
  return { ...page, account: { ...account, moved: [...account.moved, ...moved], dropped } };
}

interface Asking {
  readonly context: { readonly stable: readonly string[]; readonly random: Random };
  readonly material: RewriteMaterial;
  readonly policy: Parameters<typeof rewritePrompt>[1]['policy'];
  readonly rules: string;
}

async function startAsking(
  { snapshot, lens }: RewriteRequest,
  { random, language }: Pick<RewriteOptions, 'random' | 'language'>,
  material: RewriteMaterial,
): Promise<Asking> {
  return {
    context: { stable: await buildStablePart(snapshot, lens, language), random },
    material,
    policy: lens.effective.curation.conflictResolution ?? 'defer',
    rules: rulesPart(standingRules(snapshot.manifest), random),
  };
}

function promptFor(
  { context, material, policy, rules }: Asking,
  targets: readonly RewriteTarget[],
  errors: readonly string[],
): readonly Message[] {
  const shown = targets.map(({ blocks }) => blocks).join('\n');
  return rewritePrompt(context, {
    targets,
    sources: material.sourceLines(shown),
    linkable: material.linkable(targets.map(({ slug }) => slug)),
    policy,
    rules,
    errors,
  });
}

const sizeOf = (view: PageView): number => shownTokens(view, [], 'compose');

function targetsOf(batch: readonly PageView[], answers: ReadonlyMap<string, RawWrittenPage>): readonly RewriteTarget[] {
  return batch.map((view) => {
    const { slug, title } = view.page;
    const answer = answers.get(slug);
    return {
      slug,
      title,
      blocks: selectChunks(view, [], 'compose'),
      answer: answer === undefined ? '' : showAnswer(answer),
    };
  });
}

function batchesOf(views: readonly PageView[]): readonly (readonly PageView[])[] {
  const batches: { readonly views: PageView[]; size: number }[] = [];
  for (const view of views) {
    const size = sizeOf(view);
    const open = batches.find((batch) => batch.views.length < MAX_BATCH_PAGES && batch.size + size <= MAX_BATCH_TOKENS);
    if (open === undefined) batches.push({ views: [view], size });
    else {
      open.views.push(view);
      open.size += size;
    }
  }
  return batches.map((batch) => batch.views);
}

/** Asks for the pages of one call, and again for those with errors. A repair that is worse than what it repairs is not taken. */
async function writeBatch(
  batch: readonly PageView[],
  asking: Asking,
  caller: ModelCaller,
): Promise<readonly WrittenArticle[]> {
  const done = new Map<string, WrittenArticle>();
  let open = batch;
  let errors: readonly string[] = [];
  for (let attempt = 0; attempt <= MAX_REPAIRS && open.length > 0; attempt += 1) {
    const before = new Map([...done].map(([slug, { page }]) => [slug, page.written] as const));
    const isRepair = attempt > 0;
    const messages = promptFor(asking, targetsOf(open, before), errors);
    const task = `rewrite ${open.map(({ page }) => page.slug).join(', ')}`;
    const answers = await askOrKeep(caller, task, messages, isRepair);
    for (const view of answers === null ? [] : open) {
      const { slug } = view.page;
      const raw = answers?.find((each) => bare(each.slug) === slug) ?? (open.length === 1 ? answers?.[0] : undefined);
      if (raw === undefined || bare(raw.slug) === NO_PAGE) continue;
      const known = done.get(slug);
      const article = readArticle(view, mergeRepair(known?.page.written, withoutTitle(raw)), asking.material);
      if (known === undefined || weightOf(article) <= weightOf(known)) done.set(slug, article);
    }
    if (answers === null) break;
    // A page that the model leaves out reads well as it is.
    open = batch.filter(({ page }) => (done.get(page.slug)?.errors.length ?? 0) > 0);
    errors = open
      .flatMap(({ page }) => (done.get(page.slug)?.errors ?? []).map(({ text }) => `${page.slug}: ${text}`))
      .slice(0, MAX_ERRORS);
  }
  return batch.flatMap(({ page }) => done.get(page.slug) ?? []);
}

const weightOf = ({ errors }: WrittenArticle): number =>
  errors.reduce((sum, error) => sum + (isFatal(error) ? MAX_ERRORS : 1), 0);

const bare = (slug: string): string => slug.replace(/^\[\[|\]\]$/g, '').trim();

/** The title stands on the page. */
const withoutTitle = (raw: RawWrittenPage): RawWrittenPage => ({
  ...raw,
  markdown: raw.markdown.replace(/^\s*# [^\n]*\n/, ''),
});

async function askOrKeep(
  caller: ModelCaller,
  task: string,
  messages: readonly Message[],
  isRepair: boolean,
): Promise<readonly RawWrittenPage[] | null> {
  try {
    const { pages } = await caller.ask(task, messages, isRepair ? writeSchema() : writeNewSchema());
    return pages;
  } catch (error) {
    // A repair that fails leaves what was written before.
    if (!isRepair || isFinal(error)) throw error;
    return null;
  }
}

import { buildPrompt, fence, type Message } from '../../model';
import { HUB_ROLES, type HubRole } from '../../wiki';
import { errorsPart, namedSlug, type PromptContext } from '../model-run/prompt';
import { POLICIES } from '../model-run/write-prompt';
import { type ConflictResolution } from '../../workspace';
import { claimLines } from './claim-lines';
import { type HubMaterial } from './gather';
import { type RepeatedDisputes } from './overview-state';
import { isTooLong, overviewWords } from './overview-length';

const TASK = [
  'Task: write the hub pages of this wiki, which a reader opens first and which connect its pages. Make them of the numbered statements above and of',
  'nothing else: every sentence, list item and table row ends with the marks of the statements that it tells, copied, at most three:',
  '"The light was automated in 1991.{2.14}" Begin each page with its title as "# …", which names the subject: "Timeline of Halden Light". Link',
  'pages as [[slug|words of the sentence]]. Where statements differ, say both with their dates. What was planned or proposed is told as that.',
].join(' ');

const ROLE_TASKS: Readonly<Record<HubRole, string>> = {
  overview: [
    '`overview`: for a reader who knows nothing. First one paragraph: what the subject of the wiki is, and how things stand now by the newest',
    'statements: counts ("12 of the 23"), aims, and who heads what. Then connected paragraphs',
    'under two to five `##` headings that follow the subject, never the sources: what matters most about each, with every page of weight linked',
    'where it is first named; what is open comes last. Contradictions have a page of their own: the text tells the few that matter most where they belong, and lists none. It tells what a page is about and does not repeat it.',
  ].join(' '),
  timeline: [
    '`timeline`: a line that says what it covers and ends with a colon, then one table "| Date | Event |", the oldest first, a row for each event, its date as exact as the statement gives it, with the page',
    'that tells more linked. A disputed date is a row ("1799 or 1800"), and so is what is planned for a year ("2031 | Planned: …"). The date on which a source was written is no event.',
  ].join(' '),
  disagreements: [
    '`disagreements`: for a reader who wants to know what to believe. Under `## What the sources disagree on` one paragraph for each point, its subject in bold first: what each source says, with its date, and then how the two may fit, or which',
    'is nearer to the event, where the statements show that; it may stay undecided. Look yourself for figures and dates of the same thing that differ among the statements, and leave out what only says the same in other words. Under `## What later sources',
    'replaced` the plans, figures and views that were given up: what was said when, what came of it, and why if it is said. Under `## Open` what no statement answers, as of when.',
  ].join(' '),
  people:
    '`people`: a line that says whom it lists and ends with a colon, then one table of all people whom the statements name with a role: who they are, when, and their page where they have one.',
  table: [
    'At most one more page under a slug of your own: the table of things of which the statements give the same attributes (such as releases, locks or',
    'officers), a row for each, a column for each attribute.',
  ].join(' '),
};

const THEME_TASK = [
  'Besides, at most one article under a slug of your own, on a theme that at least three pages tell in pieces, that readers would look up by name and that has no page: such as what a thing costs and who pays, who else does the same, or how the work is',
  'shared out. A first paragraph says what it is about, then two to four `##` headings with connected paragraphs of eight statements or more. None is better than one that only repeats a page.',
].join(' ');
/** In a smaller wiki, its pages are its themes. */
const MIN_THEME_PAGES = 8;

/** @param words of the overview as it is; 0 for none */
function overviewLength(pages: number, words: number): string {
  const { from, to } = overviewWords(pages);
  const takes = `The overview takes ${from} to ${to} words for ${pages} pages.`;
  return isTooLong(words, pages)
    ? `${takes} It has ${words}: shorten it, by joining sentences and leaving out what its pages say in more words.`
    : takes;
}

/** A section of the overview that lists what the page of disputes tells, from before there was one. */
function listsDisputes({ section, slug }: RepeatedDisputes): string {
  return `“${section}” of the overview lists what [[${slug}]] tells: in its place comes one paragraph about the two or three that matter most, with a link to that page, or nothing.`;
}

const CHOICE =
  'Leave out a page for which there are fewer than five statements, or that would only repeat another page. If none is left, answer "=== page none".';

const CHANGE_TASK = [
  'A hub that exists is shown as numbered blocks. Add to it what is missing and correct what has changed, by edits of its blocks (b7, or b7.2 for a',
  'row): `append` adds at the end of the section whose heading is the block. To write it anew, give the whole page, where a line {b7} alone keeps',
  'block b7. What another page says may go without a word; `dropped`: each other mark that the new text no longer uses, with the newer mark, or the mark that says the same.',
  'Sentences of the owner are shown as `{o4: …}`: write `{o4}` where they stand, and never leave one out.',
].join(' ');

const REPAIR_TASK =
  'Your text is shown as numbered blocks. Edit these blocks (such as d7), so that what was right stays.';

/** What is asked for: hubs that the wiki has, by slug, and those that it lacks. */
export interface HubInput {
  readonly gathered: HubMaterial;
  readonly missing: readonly HubRole[];
  /** Existing hubs as numbered blocks, by slug. */
  readonly shown: ReadonlyMap<string, string>;
  /** `{2.…} is 2026-05-02-survey (primary)` for each source behind the marks. */
  readonly sources: readonly string[];
  readonly policy: ConflictResolution;
  /** Standing rules of the owner; `''` if there are none. */
  readonly rules: string;
  /** Only these are asked for again, with what was answered. */
  readonly repair: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
}

export function hubPrompt(context: Pick<PromptContext, 'stable' | 'random'>, input: HubInput): readonly Message[] {
  const { stable, random } = context;
  const { gathered, missing, shown, sources, policy, rules, repair, errors } = input;
  const { overview, disputed } = gathered;
  const repeated = overview?.disputes ?? null;
  const known = [...shown.keys()].flatMap((slug) => gathered.hubs.get(slug)?.role ?? []);
  // What a hub is to be holds for one that is mended, too.
  const kept = HUB_ROLES.filter((role) => role !== 'table' && known.includes(role) && !missing.includes(role));
  const asked = [...missing, ...kept];
  const statements = gathered.pages.map((gatheredPage) =>
    [
      `${namedSlug(gatheredPage.page.slug, gatheredPage.page.title)} | ${gatheredPage.page.kind}`,
      ...claimLines(gatheredPage),
    ].join('\n'),
  );
  return buildPrompt({
    stable,
    varying: [
      `The pages of the wiki, with their statements:\n${fence(statements.join('\n'), 'statements', random).text}`,
      disputed.length === 0 || !asked.includes('disagreements')
        ? ''
        : `What differs or is open, as code found it:\n${fence(disputed.join('\n'), 'disputes', random).text}`,
      `The sources behind the marks:\n${fence(sources.join('\n'), 'sources', random).text}`,
      TASK,
      POLICIES[policy],
      rules,
      repair.size > 0
        ? ''
        : [
            ...missing.map((role) => ROLE_TASKS[role]),
            gathered.pages.length < MIN_THEME_PAGES ? '' : THEME_TASK,
            CHOICE,
          ]
            .filter((part) => part !== '')
            .join('\n'),
      asked.includes('overview') ? overviewLength(gathered.pages.length, overview?.words ?? 0) : '',
      repeated === null ? '' : listsDisputes(repeated),
      shown.size === 0 ? '' : CHANGE_TASK,
      kept.length === 0 ? '' : ['What these are to be:', ...kept.map((role) => ROLE_TASKS[role])].join('\n'),
      ...[...shown].map(([slug, blocks]) => fence(`Hub ${slug}:\n\n${blocks}`, 'hub', random).text),
      repair.size === 0 ? '' : REPAIR_TASK,
      ...[...repair].map(([slug, answer]) => fence(`Your text for ${slug}:\n\n${answer}`, 'your answer', random).text),
      errorsPart(errors, random),
    ].filter((part) => part !== ''),
  });
}

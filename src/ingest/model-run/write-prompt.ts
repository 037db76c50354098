import { buildPrompt, fence, type Message } from '../../model';
import { wordKey } from '../../wiki';
import { type ConflictResolution } from '../../workspace';
import { errorsPart, oneLine, steeringPart, unitsPart, type PromptContext } from './prompt';

const NEW_TASK = [
  'Task: write the pages below, without titles and footnotes, like an encyclopedia: first a paragraph that says what the subject is and what holds now, then',
  '`##` sections, in order of time where they tell of years, what is open last. Compose: paragraphs of three to six sentences, each about one thing, the',
  'weightiest first; a sentence joins what belongs together, whatever the order of the units, and no two in a row begin alike ("It also"). Names instead of',
  'pronouns for people, tables for what repeats, lists only for lists, steps in their order. What states something, or leads to the next sentence, has the marks of its units behind it, at',
  'most three in a row: "Built in 1874{1.3} and raised after the fire,{1.5}{1.9} the tower is 29 metres tall.{1.4} Its lamp burned oil until 1931.{1.7}"',
  'Each figure, date and name of a sentence is in a unit that it cites; the date of a source, and a line that leads to a table with a colon, need',
  'no mark, and one mark is enough where one unit says it all. Nothing is concluded: no reason, condition, success or completeness that no unit states. What a source says as "I" or "we" is told with who says it.',
  '`{1.8?}` says that something is open or absent, with the date ("as of March 2026"). What may change, such as a rule, a price, a plan or the state of a thing,',
  'is told with the date of its source ("in 2009", "In the survey of 2003"). Tell what each unit says, once: what another page or sentence says needs no',
  'second one, and a detail that would spoil the page goes to `left`; the summary keeps it. Link',
  'the first mention of another page as [[slug|words of the sentence]]. `conflict`: marks that contradict each other, and what is disputed.',
].join(' ');

/** For a weak model: less to keep in mind. */
const SMALL_TASK = [
  'Task: write the pages below. Say in plain sentences what the units say, and nothing else. Every sentence ends with the mark of its unit:',
  '"The tower was built in 1874.{1.3} It is 30 metres tall.{1.4}" Use every unit.',
].join(' ');

const CODE_TASK = '`{1.7!}` on a line of its own includes the code block of that unit as it is.';

const CHANGE_TASK = [
  'A page that exists is shown as numbered blocks; those in parentheses are not shown, and stay. To compose it, write it anew, where a line {b7} alone keeps',
  'block b7 as it is, without the heading above it, which is a block of its own; {b7.2} keeps a row. To edit it, change blocks (b7, or b7.2 for a row): `append` adds at the end of the section whose heading is the block, or of',
  'the page without one; a block to replace or delete is named with its first words. Marks of older sources stay with what they support.',
  '`dropped`: each mark that the new text no longer uses, with the newer mark, the mark that says the same, or the slug of',
  'the page that says it now. Mend before you add: the sentence or row whose fact changes is replaced in its block (`Near` names the blocks that speak of',
  'a unit), and a new paragraph is only for what the page does not speak of. What `Ended` names, and all that newer units end or change, in the first paragraph, in',
  'tables and under other headings too, gets its date ("in 1998", "until 2023") or moves to "History"; what holds now stands in its place.',
].join(' ');

const OVERVIEW_TASK = [
  'An overview tells how things stand by the newest source: its first paragraph has the counts ("12 of the 23"), the aims, and who heads what now. Read all of it:',
  'each sentence that a unit changes is mended there too, and what was open and is settled goes. Contradictions have a page of their own.',
].join(' ');

const OWN_TASK =
  'Sentences of the owner are shown as `{o4: …}`: write `{o4}` where they stand, and never change or leave out one.';

/** Who wrote the pages knows how pages are written. */
const REPAIRED_TASK =
  'Task: write the pages below, which you wrote before, without the errors. Every sentence ends with the marks of its units: "It was built in 1874.{1.3}"';

const REPAIR_TASK =
  'Your text is shown as numbered blocks. Edit only those of them (such as d7, or d7.2 for a row) that have an error; all others stay as they are.';

const REPAIR_PART_TASK = [
  'Your text is shown as numbered blocks. Replace only those (such as d7, or d7.2 for a row) that have an error, each as a whole, or insert others;',
  'of a block that ends with … the rest is not shown, and it stays.',
].join(' ');

const REPAIR_PAGE_TASK = [
  'Blocks such as b7 are of the page before your edits: edit one only where your edit of it is missing or wrong. `dropped`: the mark of a statement',
  'of the page that is to go, with the newer mark that ends it, the mark that says the same, or the slug of the page that says it now.',
].join(' ');

export const POLICIES: Readonly<Record<ConflictResolution, string>> = {
  defer: 'Where sources contradict each other, the text says both, with marks and dates, and decides nothing.',
  'keep-both': 'Where sources contradict each other, the text says both, with marks and dates, and decides nothing.',
  recency:
    'Where sources contradict each other, what the newest says holds; the older statement moves to "History" with its date.',
  authority:
    'Where sources contradict each other, what the one with more authority says holds; the other statement moves to "History".',
  'observation-count':
    'Where sources contradict each other, what more sources say holds; the other statement moves to "History".',
};

const SUPERSEDED =
  'Where a superseded source contradicts another, the other one holds, whatever the policy; the superseded statement moves to "History".';

/** A page that the model is to write. */
export interface WriteTarget {
  readonly slug: string;
  readonly title: string;
  readonly kind: string;
  readonly op: 'create' | 'compose' | 'edit';
  /** Whether it is the page that readers open first. */
  readonly isOverview: boolean;
  readonly why: string;
  /** Ranges of the units for it; `''` in a repair of parts. */
  readonly units: string;
  /** Whether only those parts of it are shown that a repair has to change. */
  readonly isInPart: boolean;
  /** Which blocks speak of the same things as which units; `''` if none is near. */
  readonly nearby: string;
  /** What the page says and the units end, one line each. */
  readonly ended: readonly string[];
  /** The page as numbered blocks; `''` for a new page. */
  readonly blocks: string;
  /** What was answered before, if this is a repair; else `''`. */
  readonly answer: string;
  /** What other pages say, where the plan asks for it. */
  readonly elsewhere: string;
  /** Why people rejected earlier changes of this page. */
  readonly reasons: readonly string[];
}

interface WriteInput {
  readonly targets: readonly WriteTarget[];
  /** The units of all targets, each once, as rendered by `renderUnits`. */
  readonly units: string;
  /** The source that the units are of. */
  readonly label: string;
  /** Whether one of the units is code. */
  readonly hasCode: boolean;
  readonly policy: ConflictResolution;
  /** Whether a source behind a mark is superseded by another. */
  readonly hasSuperseded: boolean;
  /** `{1.…} is 2026-05-02 (primary)` for each source whose marks occur. */
  readonly sources: readonly string[];
  /** Slugs of pages that may be linked, with the title where it says more. */
  readonly linkable: readonly string[];
  /** What units and pages may contradict each other in, as code found it. */
  readonly disputes: readonly string[];
  readonly errors: readonly string[];
  /** Whether the model is asked in small steps. */
  readonly isSmall: boolean;
}

export function writePrompt(context: PromptContext, input: WriteInput): readonly Message[] {
  const { stable, steering, random } = context;
  const { targets, units, label, policy, hasSuperseded, sources, linkable, disputes, errors } = input;
  const known = targets.filter(({ blocks, answer, elsewhere, reasons }) =>
    [blocks, answer, elsewhere, ...reasons].some((part) => part !== ''),
  );
  const plain = targets.filter((target) => !known.includes(target));
  return buildPrompt({
    stable,
    varying: [
      unitsPart(units, label, context),
      taskOf(input),
      POLICIES[policy],
      hasSuperseded ? SUPERSEDED : '',
      steeringPart(
        steering.filter(({ path }) => path === null),
        random,
      ),
      sources.length === 0 ? '' : `The sources behind the marks:\n${fence(sources.join('\n'), 'sources', random).text}`,
      linkable.length === 0
        ? ''
        : `Pages that may be linked, besides those to write:\n${fence(linkable.join('\n'), 'pages', random).text}`,
      plain.length === 0 ? '' : fence(plain.map(targetHead).join('\n'), 'pages to write', random).text,
      ...known.map((target) => targetPart(target, random)),
      disputesPart(disputes, random),
      errorsPart(errors, random),
    ].filter((part) => part !== ''),
  });
}

function disputesPart(disputes: readonly string[], random: PromptContext['random']): string {
  if (disputes.length === 0) return '';
  const head = 'These may contradict each other. Where they do, tell it in the text and as `conflict`:';
  return `${head}\n${fence(disputes.map((line) => `- ${line}`).join('\n'), 'possible contradictions', random).text}`;
}

/** Only what these pages need is explained. */
function taskOf({ targets, hasCode, errors, isSmall }: WriteInput): string {
  if (isSmall) return hasCode ? `${SMALL_TASK} ${CODE_TASK}` : SMALL_TASK;
  const isRepair = errors.length > 0 && targets.every(({ answer }) => answer !== '');
  return [
    isRepair ? REPAIRED_TASK : NEW_TASK,
    hasCode ? CODE_TASK : '',
    targets.some(({ blocks, isInPart }) => blocks !== '' && !isInPart) ? CHANGE_TASK : '',
    targets.some(({ isOverview, isInPart }) => isOverview && !isInPart) ? OVERVIEW_TASK : '',
    targets.some(({ blocks }) => /\{o\d/.test(blocks)) ? OWN_TASK : '',
    errors.length > 0 && targets.some(({ answer, isInPart }) => answer !== '' && !isInPart) ? REPAIR_TASK : '',
    targets.some(({ isInPart }) => isInPart) ? REPAIR_PART_TASK : '',
    targets.some(({ isInPart, blocks }) => isInPart && blocks !== '') ? REPAIR_PAGE_TASK : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function targetHead({ slug, title, kind, op, why, units, nearby, ended }: WriteTarget): string {
  const isNamed = wordKey(title) === wordKey(slug.replaceAll('-', ' '));
  const words = [isNamed ? '' : sentence(oneLine(title, 120)), oneLine(why, 300)].filter((part) => part !== '');
  const head = `Page ${slug} (${oneLine(kind, 40)}), ${op}: ${words.join(' ')}`;
  const lines = [
    units === '' ? head : `${head}\nIts units: ${units}`,
    nearby === '' ? '' : `Near: ${nearby}`,
    ...ended.map((line) => `Ended: ${line}`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function targetPart(target: WriteTarget, random: PromptContext['random']): string {
  const { blocks, answer, elsewhere, reasons } = target;
  return [
    fence([targetHead(target), blocks].filter((part) => part !== '').join('\n\n'), 'page', random).text,
    reasons.length === 0 ? '' : `Rejected before:\n${fence(reasons.join('\n'), 'reasons of reviewers', random).text}`,
    elsewhere === '' ? '' : `What other pages say:\n${fence(elsewhere, 'other pages', random).text}`,
    answer === '' ? '' : `Your text for it:\n${fence(answer, 'your answer', random).text}`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const VERIFY_TASK = [
  'Task: check the new text below against the units that its marks name. Give findings only where a sentence is wrong: `overclaim` (says',
  'more than its units), `polarity` (not, above, below, before or after turned round), `tense` (a wish or plan told as a fact, or what an older',
  'source says of its own time told as of now, without its date),',
  '`wrong_mark` (another unit says it), `loss` (a number, name or condition that belongs to the statement is gone), `repeat` (the text says',
  'it elsewhere); each with the whole block corrected, with its marks. No finding is the normal answer.',
].join(' ');

const SENTENCE_TASK = 'Task: check the new text below. Do the units above say this? Answer yes or no.';

/** One sentence with its units, for a weak model. */
export function sentencePrompt(context: PromptContext, { blocks, units, label }: VerifyInput): readonly Message[] {
  const { stable, random } = context;
  const varying = [unitsPart(units, label, context), SENTENCE_TASK, fence(blocks, 'new text', random).text];
  return buildPrompt({ stable, varying });
}

/** Blocks of new text, with the units of their marks. */
interface VerifyInput {
  /** `[p1.b2] text with marks`. */
  readonly blocks: string;
  readonly units: string;
  /** The source that most units are of. */
  readonly label: string;
}

export function verifyPrompt(context: PromptContext, { blocks, units, label }: VerifyInput): readonly Message[] {
  const { stable, random } = context;
  return buildPrompt({
    stable,
    varying: [
      unitsPart(units, label, context),
      VERIFY_TASK,
      `The new text:\n${fence(blocks, 'new text', random).text}`,
    ],
  });
}

import { buildPrompt, fence, type Message } from '../../model';
import { type ConflictResolution } from '../../workspace';
import { errorsPart, oneLine, steeringPart, type PromptContext } from './prompt';

const NEW_TASK = [
  'Task: write the pages below. For each give its `slug`, its `title` and as `markdown` its whole content without title, frontmatter and',
  'footnotes: first a paragraph that says what the subject is, then `##` sections. What holds now comes first, history after. It reads',
  'like an encyclopedia: connected paragraphs in plain words, names instead of pronouns for people, tables for what repeats, lists only',
  'for lists, steps in their order.',
  'Every sentence, list item and table cell that states something ends with the marks of the units that it rests on, at most three:',
  '"It was built in 1874.{1.3}" Put marks behind the full stop. `{1.8?}` says that something is open or absent, with the date of the',
  'unit ("as of March 2026"). Use every unit of a page that no other page says. Link the first mention of every page that exists or is',
  'planned as [[slug|words of the sentence]]. `aliasesAdd`: full other names of the subject. `confidence` from 0 to 1, or null.',
  '`conflicts`: where units or marks contradict each other, their `marks` and `what` is disputed, in a few words; say in the text what',
  'each side states.',
].join(' ');

const CODE_TASK = '`{1.7!}` on a line of its own includes the code block of that unit as it is.';

const CHANGE_TASK = [
  'A page that exists is shown as numbered blocks. Write it anew as `markdown` where the task says compose, else give `edits` and no',
  '`markdown`: `block` (such as b7, or b7.2 for a row), `starts` (its first words), `do` (replace, insert_after, insert_before, delete) and `markdown`.',
  'Marks of older sources stay with what they support. `dropped`: each mark of the old page that the new text no longer uses, with the',
  '`reason` superseded_by, duplicate_of, moved_to or wrong, and `by`: the newer mark, the mark that says the same, or the slug of the page',
  'that says it now. Prefer to keep: what a newer unit ends moves to a section "History" with its date instead of being dropped.',
].join(' ');

const OWN_TASK =
  'Sentences of the owner are shown as `{o4: …}`: write `{o4}` where they stand, and never change or leave out one.';

const REPAIR_TASK = [
  'Your text is shown as numbered blocks. Give `edits` of these blocks (such as d7) and no `markdown`, so that what was right stays; a',
  'page whose answer was `edits` gets all its `edits` again.',
].join(' ');

const POLICIES: Readonly<Record<ConflictResolution, string>> = {
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
  readonly why: string;
  /** Ranges of the units for it. */
  readonly units: string;
  /** The page as numbered blocks; `''` for a new page. */
  readonly blocks: string;
  /** What was answered before, if this is a repair; else `''`. */
  readonly answer: string;
  /** What other pages say, where the plan asks for it. */
  readonly elsewhere: string;
  /** Why people rejected earlier changes of this page. */
  readonly reasons: readonly string[];
}

export interface WriteInput {
  readonly targets: readonly WriteTarget[];
  /** The units of all targets, each once, as rendered by `renderUnits`. */
  readonly units: string;
  /** Whether one of the units is code. */
  readonly hasCode: boolean;
  readonly policy: ConflictResolution;
  /** `{1.…} is 2026-05-02 (primary)` for each source whose marks occur. */
  readonly sources: readonly string[];
  /** `slug | title` of pages that may be linked. */
  readonly linkable: readonly string[];
  readonly errors: readonly string[];
}

export function writePrompt({ stable, steering, random }: PromptContext, input: WriteInput): readonly Message[] {
  const { targets, units, policy, sources, linkable, errors } = input;
  return buildPrompt({
    stable,
    varying: [
      taskOf(input),
      POLICIES[policy],
      SUPERSEDED,
      steeringPart(
        steering.filter(({ path }) => path === null),
        random,
      ),
      `The sources behind the marks:\n${fence(sources.join('\n'), 'sources', random).text}`,
      linkable.length === 0
        ? ''
        : `Pages that may be linked (slug | title):\n${fence(linkable.join('\n'), 'pages', random).text}`,
      `The new units:\n${fence(units, 'units', random).text}`,
      ...targets.map((target) => targetPart(target, random)),
      errorsPart(errors, random),
    ].filter((part) => part !== ''),
  });
}

/** Only what these pages need is explained. */
function taskOf({ targets, hasCode, errors }: WriteInput): string {
  return [
    NEW_TASK,
    hasCode ? CODE_TASK : '',
    targets.some(({ blocks }) => blocks !== '') ? CHANGE_TASK : '',
    targets.some(({ blocks }) => /\{o\d/.test(blocks)) ? OWN_TASK : '',
    errors.length > 0 && targets.some(({ answer }) => answer !== '') ? REPAIR_TASK : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function targetPart(target: WriteTarget, random: PromptContext['random']): string {
  const { slug, title, kind, op, why, units, blocks, answer, elsewhere, reasons } = target;
  const head =
    `Page ${slug} (${oneLine(kind, 40)}), ${op}: ${sentence(oneLine(title, 120))} ${oneLine(why, 300)}`.trim();
  return [
    fence(`${head}\nIts units: ${units}`, 'page to write', random).text,
    reasons.length === 0 ? '' : `Rejected before:\n${fence(reasons.join('\n'), 'reasons of reviewers', random).text}`,
    blocks === '' ? '' : `The page now, as numbered blocks:\n${fence(blocks, `page ${slug}`, random).text}`,
    elsewhere === '' ? '' : `What other pages say:\n${fence(elsewhere, 'other pages', random).text}`,
    answer === '' ? '' : `Your text for it:\n${fence(answer, 'your answer', random).text}`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const VERIFY_TASK = [
  'Task: check the new text below against the units that its marks name. Give `findings` only where a sentence is wrong: `overclaim` (says',
  'more than its units), `polarity` (not, above, below, before and after turned round), `tense` (a wish, proposal or plan told as a fact),',
  '`wrong_mark` (another unit says it), `loss` (a number, name or condition of the units is gone that belongs to the statement), `repeat`',
  '(says again what the text says elsewhere). For each: the `block`, the `sentence`, the `kind`, and the whole block corrected as `markdown`,',
  'with its marks. An empty list is the normal answer.',
].join(' ');

/** Blocks of new text, with the units of their marks. */
export interface VerifyInput {
  /** `[p1.b2] text with marks`. */
  readonly blocks: string;
  readonly units: string;
}

export function verifyPrompt({ stable, random }: PromptContext, { blocks, units }: VerifyInput): readonly Message[] {
  return buildPrompt({
    stable,
    varying: [
      VERIFY_TASK,
      `The units:\n${fence(units, 'units', random).text}`,
      `The new text:\n${fence(blocks, 'new text', random).text}`,
    ],
  });
}

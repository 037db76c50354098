import { clip } from '../../base';
import { allHunks, type ChangeSet, type Hunk } from '../../change';
import { modelCostInWords, readCost, type Proposal } from '../../workbench';
import { type Anchor } from '../../wiki';

const WIDTH = 100;
const MAX_SUBJECT = 100;
const MAX_QUOTE = 400;
const MAX_HUNKS = 200;

/** Name and value of a trailer. */
export type Trailer = readonly [name: string, value: string];

/** The message of a commit: what, why, and where it comes from. */
export function commitMessage(subject: string, body: readonly string[], trailers: readonly Trailer[]): string {
  const parts = [
    withoutTrailers(clip(oneLine(subject) || 'Change the wiki', MAX_SUBJECT)),
    ...body.filter((part) => part !== '').map(withoutTrailers),
    trailers.map(([name, value]) => `${name}: ${clip(oneLine(value), 500)}`).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Of a change that came from a proposal. */
export function proposalTrailers({ id, changeSet }: Proposal): readonly Trailer[] {
  const cost = readCost(changeSet.facts);
  const models = cost?.models.map(({ model }) => model) ?? [];
  return [
    ...changeSet.sources.map(({ path }): Trailer => ['Source', path]),
    ['Proposal', id],
    ...models.map((model): Trailer => ['Model', model]),
    ...(cost === null ? [] : [['Cost', modelCostInWords(cost)] as const]),
  ];
}

/** Why each file changes, one line each. */
export function reasonsOf({ changeSet }: Proposal, isTaken: (hunk: string) => boolean = () => true): readonly string[] {
  return changeSet.files.flatMap((edit) => {
    const reasons = new Set(edit.hunks.filter(({ id }) => isTaken(id)).map(({ reason }) => oneLine(reason)));
    return reasons.size === 0 ? [] : [wrap(`- ${edit.to ?? edit.path}: ${[...reasons].join(' ')}`)];
  });
}

/** Every part of a proposal with the quotes that it rests on, for somebody who reviews it in a pull request. */
export function evidenceOf(changeSet: ChangeSet): readonly string[] {
  const hunks = allHunks(changeSet);
  const shown = hunks.slice(0, MAX_HUNKS).map(({ edit, hunk }) => {
    const head = wrap(`${edit.to ?? edit.path}, ${oneLine(hunk.title)}: ${oneLine(hunk.reason)}`, '');
    return [head, ...quotesOf(hunk), ...dropsOf(hunk)].join('\n');
  });
  const more = hunks.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more changes.`] : [])];
}

function quotesOf(hunk: Hunk): readonly string[] {
  if (hunk.evidence.length === 0) return ['  (no quote)'];
  return hunk.evidence.map(({ source, quote, anchor, verdict }) => {
    const found = verdict === 'found' ? '' : ' (this quote was not found in the source)';
    return wrap(`> “${clip(oneLine(quote), MAX_QUOTE)}” (${source}${placeOf(anchor)})${found}`, '  ');
  });
}

function dropsOf(hunk: Hunk): readonly string[] {
  return (hunk.drops ?? []).map(({ text, reason }) =>
    wrap(
      `! removes “${clip(oneLine(text), MAX_QUOTE)}”${reason === null ? '' : `, because: ${oneLine(reason)}`}`,
      '  ',
    ),
  );
}

function placeOf({ line, page, time, heading }: Anchor): string {
  if (page !== undefined) return `, page ${page}`;
  if (time !== undefined) return `, at ${time}`;
  if (line !== undefined) return `, line ${line}`;
  return heading === undefined ? '' : `, ${oneLine(heading)}`;
}

/** What a source or a model said must not read as a trailer, wherever its lines are broken. */
function withoutTrailers(text: string): string {
  return text.replace(/^([^\S\n]*)(?=[\w-]+[^\S\n]*:)/gm, '$1- ');
}

/** The values of a trailer in a message, wherever it stands: hosts put the messages of squashed commits one below the other. */
export function trailersIn(message: string, name: string): readonly string[] {
  const head = `${name.toLowerCase()}:`;
  return message.split('\n').flatMap((line) => {
    const text = line.trim();
    return text.toLowerCase().startsWith(head)
      ? [oneLine(text.slice(head.length))].filter((value) => value !== '')
      : [];
  });
}

/** Neither a second trailer nor a second paragraph can come out of it. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
}

function wrap(text: string, indent = '  '): string {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    if (last !== '' && last.length + word.length + 1 > WIDTH) lines.push(indent + word);
    else
      lines[lines.length - 1] =
        last === '' ? (lines.length === 1 ? indent.replace(/ {2}$/, '') : indent) + word : `${last} ${word}`;
  }
  return lines.join('\n');
}

import { type DiffLine } from '../../../workbench';

/** A link with the same text and another target. */
export interface RetargetedLink {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

interface Link {
  readonly text: string;
  readonly target: string;
}

/** Links beyond this offset in a line are ignored. */
const MAX_LENGTH = 10_000;
/** Of more links on one side, none is matched: each is compared with each. */
const MAX_LINKS = 500;
const LINKS = /\[\[([^\]|\n]{1,400})(?:\|([^\]\n]{0,400}))?\]\]|\[([^\]\n]{0,400})\]\(([^()\s]{1,400})\)/g;

function linksOf(lines: readonly DiffLine[], kind: DiffLine['kind']): readonly Link[] {
  const links: Link[] = [];
  for (const line of lines) {
    if (line.kind !== kind) continue;
    for (const [, wiki, shown, text, target] of line.text.slice(0, MAX_LENGTH).matchAll(LINKS)) {
      if (wiki !== undefined) links.push({ text: shown ?? '', target: wiki });
      else links.push({ text: text ?? '', target: target ?? '' });
    }
  }
  return links;
}

/**
 * Links whose target changed: removed and added links, matched by their text, or by their position if there are as many
 * removed as added ones.
 */
export function retargetedLinks(lines: readonly DiffLine[]): readonly RetargetedLink[] {
  const removed = [...linksOf(lines, 'removed')];
  const now = linksOf(lines, 'added');
  if (removed.length > MAX_LINKS || now.length > MAX_LINKS) return [];
  const added: Link[] = [];
  for (const link of now) {
    const at = removed.findIndex(({ text, target }) => text === link.text && target === link.target);
    if (at < 0) added.push(link);
    else removed.splice(at, 1);
  }
  const out: RetargetedLink[] = [];
  const byPlace = removed.length === added.length;
  removed.forEach((old, index) => {
    const next = added.find(({ text }) => text !== '' && text === old.text) ?? (byPlace ? added[index] : undefined);
    if (next && next.target !== old.target)
      out.push({ text: next.text || old.text, before: old.target, after: next.target });
  });
  return out;
}

import { plural } from '../../base';
import { cellRanges, plainText } from '../../markdown';
import { type Claim, type Page } from '../../wiki';
import { type MarkTable } from '../model-run/marks';

/** A statement of a page. */
export interface GatheredClaim {
  readonly claim: Claim;
  /** Under which heading, and in which table. */
  readonly section: string;
  /** As a prompt shows it, with the marks of what it rests on. */
  readonly line: string;
}

/** A page that hubs can be made from, with those of its statements that fit in a prompt. */
export interface GatheredPage {
  readonly page: Page;
  readonly claims: readonly GatheredClaim[];
  /** Rows of its tables that did not fit. */
  readonly rowsLeftOut: number;
}

export const MAX_CLAIM_LENGTH = 260;
/** A row with its marks. */
const MAX_ROW_LENGTH = 600;
const MAX_SECTION_LENGTH = 120;

/** A statement of a page with this text. */
export function gatheredClaim(
  { text, page }: { readonly text: string; readonly page: Page },
  claim: Claim,
  marks: MarkTable,
): GatheredClaim {
  return {
    claim,
    section: sectionOf(text, page, claim),
    line: claim.kind === 'row' ? rowLine(text, claim, marks) : claimLine(claim, marks),
  };
}

/** The heading of a statement; of a row also the head of its table, without which its cells say nothing. */
function sectionOf(text: string, page: Page, { heading, kind, start }: Claim): string {
  const lines = kind === 'row' ? text.slice(0, start).split('\n') : [];
  lines.pop();
  const above = lines.findLastIndex((line) => !line.trimStart().startsWith('|'));
  const head = kind === 'row' ? (lines[above + 1] ?? '').replace(/^\s*\|\s*|\s*\|\s*$/g, '') : '';
  return [heading === page.title ? '' : (heading ?? ''), head].filter((part) => part !== '').join(': ');
}

/** The statements of a page as a prompt shows them, below their headings. */
export function claimLines({ claims, rowsLeftOut }: GatheredPage): readonly string[] {
  const lines = underHeadings(claims);
  return rowsLeftOut === 0 ? lines : [...lines, `(its tables have ${plural(rowsLeftOut, 'row')} more)`];
}

/** Statements, each heading once above those that follow it. */
export function underHeadings(claims: readonly GatheredClaim[]): readonly string[] {
  let section = '';
  return claims.flatMap((claim) => {
    const isSame = claim.section === section;
    section = claim.section;
    return isSame || section === '' ? [claim.line] : [`(${section.slice(0, MAX_SECTION_LENGTH)})`, claim.line];
  });
}

function claimLine({ text, notes }: Claim, marks: MarkTable): string {
  const words = text.length <= MAX_CLAIM_LENGTH ? text : `${text.slice(0, MAX_CLAIM_LENGTH - 1)}…`;
  return `- ${words.replace(/[{}]/g, '')}${notes.map((note) => `{${marks.forNote(note)}}`).join('')}`;
}

/** Cell by cell, also the empty ones, each with its own marks: or nobody could tell which column a cell is of, and on what it rests. */
function rowLine(text: string, claim: Claim, marks: MarkTable): string {
  const row = text.slice(claim.start, claim.end);
  const cells = cellRanges(row).map(([from, to]) => {
    const cell = row.slice(from, to);
    const labels = new Set([...cell.matchAll(/\[\^([^\s[\]]+)\]/g)].map(([, label]) => label));
    const own = claim.notes.filter(({ label }) => labels.has(label)).map((note) => `{${marks.forNote(note)}}`);
    return `${plainText(cell.replace(/\[\^[^\s[\]]+\]/g, ''))
      .replace(/[{}]/g, '')
      .trim()}${own.join('')}`;
  });
  const line = cells.join(' | ');
  return line.length <= MAX_ROW_LENGTH ? `- ${line}` : claimLine(claim, marks);
}

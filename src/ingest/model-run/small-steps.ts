import { throwIfCancelled } from '../../base';
import { type RawWrittenPage } from './answer-schemas';
import { type Curation } from './curation';
import { type PlannedPage } from './planned-page';
import { type WriteMaterial } from './write-material';
import { readWritten, type WrittenPage } from './read-written';

/** Units of one call. */
const MAX_UNITS = 15;

type WriteBatch = (
  curation: Curation,
  batch: readonly PlannedPage[],
  material: WriteMaterial,
  elsewhere: ReadonlySet<number>,
) => Promise<readonly WrittenPage[]>;

/**
 * Has each page written by itself, few units at a time. The model sees no page that exists: what it writes goes to the page's end, so
 * that it can neither lose nor change what is there.
 */
export async function writeInSmallSteps(
  curation: Curation,
  pages: readonly PlannedPage[],
  material: WriteMaterial,
  writeBatch: WriteBatch,
): Promise<readonly WrittenPage[]> {
  const { run } = curation.request;
  const written: WrittenPage[] = [];
  for (const [at, page] of pages.entries()) {
    run.progress({ stage: 'write', done: at, total: pages.length, detail: page.slug });
    const parts: RawWrittenPage[] = [];
    for (let from = 0; from < page.units.length; from += MAX_UNITS) {
      throwIfCancelled(run);
      const part = partOf(page, from);
      parts.push(
        ...(await writeBatch(curation, [part], withoutPages(material), new Set())).map((each) => each.written),
      );
    }
    if (parts.length > 0) written.push(readWritten(page, joined(page, parts, material), material));
  }
  return written.filter(({ cited }) => cited.size > 0);
}

function partOf(page: PlannedPage, from: number): PlannedPage {
  const units = page.units.slice(from, from + MAX_UNITS);
  const why = from === 0 && page.op === 'create' ? page.why : 'go on without an introduction';
  return { ...page, op: 'create', units, from: [], why };
}

/** The owner's sentences stay where they are. */
function withoutPages(material: WriteMaterial): WriteMaterial {
  const draftContext: WriteMaterial['draftContext'] = (slug) => ({ ...material.draftContext(slug), own: new Map() });
  return { ...material, views: new Map(), draftContext };
}

function joined(page: PlannedPage, parts: readonly RawWrittenPage[], { views }: WriteMaterial): RawWrittenPage {
  const markdown = parts
    .map((part) => (part.markdown.trim() === '' ? part.edits.map((edit) => edit.markdown).join('\n\n') : part.markdown))
    .join('\n\n')
    // A person's sentence or a block of the page cannot be repeated.
    .replace(/\{[ob]\d+\}/g, '');
  const shared = {
    slug: page.slug,
    aliases: [],
    left: [],
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
    dropped: [],
    confidence: null,
    unread: [],
  };
  if (!views.has(page.slug)) return { ...shared, markdown, edits: [] };
  return { ...shared, markdown: '', edits: [{ block: '', starts: '', do: 'append', markdown }] };
}

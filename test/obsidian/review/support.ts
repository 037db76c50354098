import { type FileEdit, type Hunk } from '../../../src/workbench';

let next = 0;

export function hunk(start: number, end: number, text: string, more: Partial<Hunk> = {}): Hunk {
  const id = `h${++next}`;
  return { id, start, end, text, title: 'A change', reason: 'A test.', evidence: [], needs: [], declares: [], ...more };
}

/** An edit that puts `text` in the place of `what`, which stands once in `base`. */
export function replacing(base: string, ...pairs: readonly (readonly [what: string, text: string])[]): FileEdit {
  const hunks = pairs.map(([what, text]) => {
    const start = base.indexOf(what);
    if (start < 0 || base.includes(what, start + 1)) throw new Error(`"${what}" does not stand once in the text`);
    return hunk(start, start + what.length, text);
  });
  return { kind: 'updated', path: 'page.md', base, hunks, why: [] };
}

export function creating(...texts: readonly string[]): FileEdit {
  return { kind: 'created', path: 'page.md', base: '', hunks: texts.map((text) => hunk(0, 0, text)), why: [] };
}

/** The one hunk of an edit. */
export function only({ hunks }: FileEdit): Hunk {
  const [one, ...rest] = hunks;
  if (!one || rest.length > 0) throw new Error(`one hunk expected, not ${hunks.length}`);
  return one;
}

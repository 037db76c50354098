import { parentPath, type FileChange } from '../vault';
import { MANIFEST_NAME, parseManifest } from '../workspace';
import { parsePage } from './page';
import { isHidden, layoutOf, MEMORY_MARK, roleOf, type Layout } from './paths';
import { canHaveFrontmatter, readSource } from './source';
import { utf8Length } from './slug';
import { PARSED_GENERATED_FILES, type PathState, type WikiState } from './state';
import { type Page } from './types';

/** A page with the text that it was made of. */
export interface WrittenPage {
  readonly text: string;
  readonly page: Page;
}

/** The effect of changes on a wiki. */
interface PathChanges {
  /** The new text of each path; `null` if the file is removed. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly states: ReadonlyMap<string, PathState>;
  readonly nested: ReadonlySet<string>;
}

/**
 * The new state of each changed path. Changes in hidden folders and nested wikis are ignored. A new manifest that makes a
 * folder a nested wiki removes the files of that folder. Deleting such a manifest does not bring them back, since that
 * needs reading. The lens does not change.
 *
 * @param knownText the text of a path after earlier changes
 * @param known pages of which it is known what their texts give
 */
export function pathStates(
  changes: readonly FileChange[],
  state: WikiState,
  knownText: (path: string) => string | null | undefined,
  known: (path: string) => WrittenPage | null = () => null,
): PathChanges {
  const texts = new Map<string, string | null>();
  for (const change of changes) {
    if (change.op === 'rename') texts.set(change.from, null);
    texts.set(change.path, change.op === 'delete' ? null : change.text);
  }
  const layout = layoutOf(state.lens.effective);
  const states = new Map<string, PathState>();
  const nested = new Set(state.nested);
  for (const [path, text] of texts) {
    if (isHidden(path) || isNested(path, nested)) texts.delete(path);
    else if (text !== null && knownText(path) === text && state.pages.has(path)) texts.delete(path);
    else if (text !== null && (path === MEMORY_MARK || (isNestedManifest(path) && isWikiRoot(text, path)))) {
      nested.add(parentPath(path));
      texts.delete(path);
    } else {
      const same = known(path);
      const isKnown = same !== null && same.text === text && roleOf(path, layout) === 'page';
      states.set(path, isKnown ? { kind: 'page', page: same.page } : pathStateFrom(path, text, layout));
      // The parts of a page hold its text, so that an equal one beside it would be kept as well.
      if (isKnown) texts.set(path, same.text);
    }
  }
  if (nested.size > state.nested.size) removeNested(nested, state, states, texts);
  return { texts, states, nested };
}

function pathStateFrom(path: string, text: string | null, layout: Layout): PathState {
  if (text === null) return { kind: 'gone' };
  switch (roleOf(path, layout)) {
    case 'page':
      return { kind: 'page', page: parsePage(path, text) };
    case 'source': {
      const record = readSource(path, utf8Length(text), 0, canHaveFrontmatter(path) ? text : null);
      return { kind: 'source', record };
    }
    case 'file':
    case 'hidden':
      return PARSED_GENERATED_FILES.has(path) ? { kind: 'file', text } : { kind: 'file' };
  }
}

function removeNested(
  nested: ReadonlySet<string>,
  state: WikiState,
  states: Map<string, PathState>,
  texts: Map<string, string | null>,
): void {
  for (const path of [...state.pages.keys(), ...state.records.keys(), ...state.files, ...states.keys()]) {
    if (!isNested(path, nested)) continue;
    states.set(path, { kind: 'gone' });
    texts.set(path, null);
  }
}

/** Whether the file is in a nested wiki. */
export function isNested(path: string, nested: ReadonlySet<string>): boolean {
  if (nested.size === 0) return false;
  for (let folder = parentPath(path); folder !== ''; folder = parentPath(folder)) if (nested.has(folder)) return true;
  return false;
}

/** Whether this is a manifest below the root: of a view or of a nested wiki. */
export function isNestedManifest(path: string): boolean {
  return path.endsWith(`/${MANIFEST_NAME}`);
}

/** Whether a `KNOWLEDGE.md` makes its folder a wiki: a workspace manifest without `extends`, valid or not. */
export function isWikiRoot(text: string, path: string): boolean {
  const parsed = parseManifest(text, path);
  if (parsed.kind === 'other') return false;
  return (parsed.kind === 'manifest' ? parsed.manifest.extends : parsed.extends) === undefined;
}

import fc from 'fast-check';
import { buildUpdate, nameLosses, renderEdit, type FileEdit, type Hunk } from '../../src/change';
import { silentRun } from '../../src/base';
import { readLedger } from '../../src/wiki';
import { keepStatement, pageAccount, type AccountedStatement, type ReviewFile } from '../../src/workbench';

const head =
  '---\nschema: knowledge/v1\nslug: tower\nkind: concept\ntitle: Tower\nsources: [sources/memoir.md]\n---\n\n';
const note = (label: string, quote: string): string => `[^${label}]: [memoir], line 3: “${quote}”`;
const base = `${head}# Tower

The tower is 31 metres tall.[^m-1] It was built in 1874.[^m-2] The lens floats in mercury.[^m-3] Ask Ingrid.

## History

Nothing yet is known.[^m-4]

- It stands on rock.[^m-5]
- It is white.[^m-6]

${note('m-1', 'thirty-one metres')}
${note('m-2', 'built in 1874')}
${note('m-3', 'ours floated in mercury')}
${note('m-4', 'nothing is known')}
${note('m-5', 'on rock')}
${note('m-6', 'painted white')}
`;
const opening =
  'The tower is 31 metres tall.[^m-1] It was built in 1874.[^m-2] The lens floats in mercury.[^m-3] Ask Ingrid.';

const updating = (text: string, pairs: readonly (readonly [string, string])[]): FileEdit =>
  buildUpdate({
    path: 'concepts/tower.md',
    base: text,
    splices: pairs.map(([from, put]) => {
      const start = text.indexOf(from);
      return { start, end: start + from.length, text: put, reason: 'Newer.' };
    }),
    why: [],
  });

/** As it is reviewed: with what its hunks drop named in them. */
async function reviewed(
  edit: FileEdit,
  decisions: Readonly<Record<string, 'accepted' | 'rejected'>> = {},
): Promise<ReviewFile> {
  const log = { event: 'ingest', subject: 'a', bullets: [] } as const;
  const changeSet = { title: 'a', producer: 'ingest', files: [edit], log, sources: [], notes: [], facts: {} } as const;
  const { files } = await nameLosses(changeSet, new Map(), silentRun);
  const [named = edit] = files;
  const hunks = named.hunks.map((hunk) => {
    const verdict = decisions[hunk.id];
    return { hunk, edited: false, decision: verdict ? { verdict } : null, unsupported: false };
  });
  return {
    kind: named.kind,
    path: named.path,
    edit: named,
    hunks,
    added: 0,
    removed: 0,
    rebased: false,
    conflict: null,
  };
}

const texts = (statements: readonly AccountedStatement[] = []): readonly string[] => statements.map(({ text }) => text);
const account = async (edit: FileEdit, others: readonly ReviewFile[] = []) =>
  pageAccount(await reviewed(edit), others) ?? fail('no account');
function fail(message: string): never {
  throw new Error(message);
}

describe('the account of a page', () => {
  it('names what stays, is new, moves, is reworded and is dropped', async () => {
    const edit = updating(base, [
      [opening, 'The tower, 31 metres tall, is of granite.[^m-1] It was built in 1874.[^m-2] It was restored.'],
      ['Nothing yet is known.[^m-4]', 'The lens floats in mercury.[^m-3]'],
    ]);
    const { kept, reworded, moved, added, dropped } = await account(edit);
    expect(texts(kept)).toEqual(['It was built in 1874.', 'It stands on rock.', 'It is white.']);
    expect(reworded).toMatchObject([
      { text: 'The tower, 31 metres tall, is of granite.', before: 'The tower is 31 metres tall.' },
    ]);
    expect(moved).toMatchObject([{ text: 'The lens floats in mercury.', heading: 'History', movesTo: null }]);
    expect(texts(added)).toEqual(['It was restored.']);
    expect(texts(dropped)).toEqual(['Ask Ingrid.', 'Nothing yet is known.']);
    expect(dropped.map(({ hunk }) => hunk)).toEqual(edit.hunks.map(({ id }) => id));
    expect(dropped[1]?.note).toMatchObject({ sourceId: 'memoir', quote: 'nothing is known', anchor: { line: 3 } });
  });

  it('gives the reason of the producer, and a statement back whose hunk is rejected', async () => {
    const edit = updating(base, [['- It is white.[^m-6]', '- It is grey.']]);
    const drops = [{ text: 'It is white.', reason: 'A newer source says otherwise.' }];
    const named = { ...edit, hunks: edit.hunks.map((hunk) => ({ ...hunk, drops })) };
    expect((await account(named)).dropped).toMatchObject([{ reason: 'A newer source says otherwise.' }]);
    const file = await reviewed(named, { [edit.hunks[0]?.id ?? '']: 'rejected' });
    expect(pageAccount(file, [])).toMatchObject({ dropped: [], added: [] });
  });

  it('says on which page of the proposal a statement is now', async () => {
    const edit = updating(base, [['- It is white.[^m-6]\n', '']]);
    const other = updating(`${head}# Paint\n`, [
      ['# Paint\n', `# Paint\n\nIt is white.[^m-6]\n\n${note('m-6', 'painted white')}\n`],
    ]);
    const paint = { ...(await reviewed(other)), path: 'concepts/paint.md' };
    // The change set as a whole loses nothing, so that no hunk names it.
    const file = await reviewed(edit);
    const hunks = file.hunks.map((item) => ({ ...item, hunk: { ...item.hunk, drops: [] } }));
    const result = pageAccount({ ...file, hunks }, [paint]);
    expect(result?.moved).toMatchObject([{ text: 'It is white.', movesTo: 'concepts/paint.md' }]);
    expect(result?.dropped).toEqual([]);
  });

  it('has no account of a page that is deleted', async () => {
    const file = await reviewed(updating(base, [['Ask Ingrid.', '']]));
    expect(pageAccount({ ...file, kind: 'deleted', edit: { ...file.edit, kind: 'deleted' } }, [])).toBeNull();
  });

  it('adds up: what is kept, reworded, moved and dropped is what the page said', async () => {
    const sentence = fc.constantFrom(
      'The tower is 31 metres tall.[^m-1]',
      'It was built in 1874.[^m-2]',
      'The lens floats in mercury.[^m-3]',
      'Ask Ingrid.',
      'The lens of 1874 floats in a bath of mercury.[^m-3]',
      '\n\n## History\n\nNobody knows.[^m-4]',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { maxLength: 9 }), async (sentences) => {
        const edit = updating(base, [[opening, sentences.join(' ')]]);
        const { kept, reworded, moved, dropped } = await account(edit);
        const before = readLedger(base).claims.length;
        expect(kept.length + reworded.length + moved.length + dropped.length).toBe(before);
      }),
    );
  });
});

describe('a statement that a person keeps', () => {
  const keep = async (edit: FileEdit, text: string): Promise<string | null> => {
    const file = await reviewed(edit);
    const statement = pageAccount(file, [])?.dropped.find((each) => each.text === text) ?? fail(`"${text}" stays`);
    const hunk = file.edit.hunks.find(({ id }) => id === statement.hunk) ?? fail('no hunk');
    const kept = keepStatement(file.edit, hunk, statement);
    if (kept === null) return null;
    const hunks = file.edit.hunks.map((each): Hunk => (each === hunk ? { ...hunk, text: kept } : each));
    return renderEdit({ ...file.edit, hunks });
  };

  it('follows the sentence that stood before it, with its footnote', async () => {
    const edit = updating(base, [[opening, 'It is of granite.\n\nIt was built in 1874.[^m-2] Since 2026 it is red.']]);
    expect(await keep(edit, 'The lens floats in mercury.')).toContain(
      'Since 2026 it is red. The lens floats in mercury.[^m-3]\n',
    );
    const after = updating(base, [
      [opening, 'The tower is 31 metres tall.[^m-1] It was built in 1874.[^m-2] It is red.'],
    ]);
    const text = await keep(after, 'The lens floats in mercury.');
    expect(text).toContain('It was built in 1874.[^m-2] The lens floats in mercury.[^m-3] It is red.\n');
    expect(text).toContain(note('m-3', 'ours floated in mercury'));
  });

  it('is an item below the one above it', async () => {
    const edit = updating(base, [
      ['- It stands on rock.[^m-5]\n- It is white.[^m-6]', '- It stands on rock.[^m-5]\n- It has a door.'],
    ]);
    expect(await keep(edit, 'It is white.')).toContain(
      '- It stands on rock.[^m-5]\n- It is white.[^m-6]\n- It has a door.\n',
    );
  });

  it('is kept by rejecting the change where nothing else is in it', async () => {
    expect(await keep(updating(base, [['Ask Ingrid.', '']]), 'Ask Ingrid.')).toBeNull();
    expect(await keep(updating(base, [['Ask Ingrid', 'Call Tom']]), 'Ask Ingrid.')).toBeNull();
  });
});

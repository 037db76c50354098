import { editableText, editedText } from '../../../src/obsidian/review/view-model/edit-text';
import { hunk, only, replacing } from './support';

describe('a text edited in place', () => {
  it('shows what stays on the line, and is the hunk again when nothing is typed', () => {
    const edit = replacing('at: "2026-01-22Z"\n', ['01-22', '11-22']);
    const editable = editableText(edit, only(edit));
    expect(editable).toMatchObject({ lead: 'at: "2026-', text: '11-22', tail: 'Z"' });
    expect(editedText(editable, editable.text, edit.base)).toBe('11-22');
  });

  it('keeps the line breaks around a section out of sight, and in the file', () => {
    const base = 'Text.\n';
    const edit = { kind: 'updated' as const, path: 'a.md', base, hunks: [hunk(5, 5, '\n\n## New\n\nMore.')], why: [] };
    const editable = editableText(edit, only(edit));
    expect(editable).toMatchObject({ lead: '', text: '## New\n\nMore.', head: '\n\n', foot: '' });
    expect(editedText(editable, '## Newer', base)).toBe('\n\n## Newer');
  });

  it('writes the line breaks of the file', () => {
    const edit = replacing('a\r\nb\r\n', ['b\r\n', 'c\r\n']);
    expect(editedText(editableText(edit, only(edit)), 'x\ny', edit.base)).toBe('x\r\ny\r\n');
  });

  it('can empty a line without changing its neighbours', () => {
    const edit = replacing('a\nb\nc\n', ['b\n', 'B\n']);
    const editable = editableText(edit, only(edit));
    expect(editable).toMatchObject({ lead: '', text: 'B', tail: '' });
    expect(editedText(editable, '', edit.base)).toBe('\n');
  });
});

import { plural } from '../../base';
import { type FileRecord, type TransactionHeader } from './records';
import { type RecoveryNote } from './types';

const MAX_FILES = 6;
const MAX_NAME = 120;

const VERBS: Readonly<Record<FileRecord['op'], string>> = {
  create: 'create',
  update: 'change',
  rename: 'rename',
  delete: 'delete',
};

/**
 * Says what an unfinished change of another machine would have done, without doing any of it.
 * @param isBegun whether some of its files are changed already; `null` if that is not known
 */
export function describeForeign(header: TransactionHeader, path: string, isBegun: boolean | null): RecoveryNote {
  const { id, title, files } = header;
  const named = files.slice(0, MAX_FILES).map((file) => {
    const from = file.op === 'rename' ? `${shortened(file.from)} to ` : '';
    return `${VERBS[file.op]} ${from}${shortened(file.path)}`;
  });
  const rest = files.length - named.length;
  if (rest > 0) named.push(plural(rest, 'more file'));
  const what = named.length === 0 ? 'It names no file.' : `It would ${named.join(', ')}.`;
  return {
    code: 'living-wiki:journal_foreign',
    message:
      `This wiki came with an unfinished change, “${shortened(title)}”, that this device did not begin. ` +
      `It was not carried out. ${what} ${progressText(isBegun)}` +
      'If another device of yours was writing, open the wiki there: it finishes the change by itself. ' +
      `Otherwise delete its record, ${path}.`,
    path,
    transaction: id,
  };
}

function progressText(isBegun: boolean | null): string {
  if (isBegun === null) return '';
  return isBegun
    ? 'Some of its files are already changed, so pages may not fit together. '
    : 'None of its files is changed yet. ';
}

/** Names in such a record are a stranger's: one line, and not too long. */
function shortened(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line;
}

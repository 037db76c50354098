import { allHunks, type ChangeSet } from '../../change';
import { formatMoney } from '../../model';
import { type ModelCost } from '../model/cost';
import { type RunReport } from './run-report';

const lines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** What each file of a change gains and loses, in lines. */
export function changeLines({ files }: ChangeSet): RunReport['changes'] {
  return files.map(({ path, to, kind, base, hunks }) => ({
    path: to ?? path,
    kind,
    added: hunks.reduce((sum, { text }) => sum + lines(text), 0),
    removed: hunks.reduce((sum, { start, end }) => sum + lines(base.slice(start, end)), 0),
    why: hunks[0]?.reason ?? '',
  }));
}

export function droppedLines(changeSet: ChangeSet): readonly string[] {
  return allHunks(changeSet).flatMap(({ edit, hunk }) => (hunk.drops ?? []).map(({ text }) => `${edit.path}: ${text}`));
}

/** One line a model. */
export function costLines({ models }: ModelCost): RunReport['usage'] {
  return models.map(({ model, usage: { input, cached, output }, money }) => ({
    ...{ model, input, cached, output },
    money: money === null ? null : formatMoney(money),
  }));
}

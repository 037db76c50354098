import { plural, WikiError } from '../../base';
import { type HiddenText } from '../../model';

export function trustUnavailable(): WikiError {
  const message = 'This device cannot keep approvals.';
  return new WikiError('living-wiki:trust_unavailable', message, {
    remedy: 'Make the folder of the settings writable.',
  });
}

export function changedAgain(path: string): WikiError {
  const message = `${path} has changed again, or is already approved. Nothing was approved.`;
  return new WikiError('living-wiki:edited_meanwhile', message, { path, remedy: 'Look at the changes again.' });
}

export function hiddenText(path: string, { count, lines }: HiddenText): WikiError {
  const message = `${path} hides ${plural(count, 'character')} that an editor does not show and a model reads. It cannot be approved.`;
  return new WikiError('living-wiki:hidden_text', message, {
    path,
    ...(lines[0] && { line: lines[0].line }),
    remedy: 'Remove the hidden characters, or the file.',
  });
}

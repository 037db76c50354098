import { asWikiError } from '../../base';
import { browser as words } from '../locale/en/browser';
import { Api } from './api';

/** Where the token is kept: in this tab, and until it is closed. It is never part of an address. */
const KEY = 'living-wiki-token';

export const keptToken = (): string => window.sessionStorage.getItem(KEY) ?? '';
export const forgetToken = (): void => window.sessionStorage.removeItem(KEY);

export interface ServedWiki {
  readonly name: string;
  readonly title: string;
}

/** The wikis that a token may see. @throws WikiError `living-wiki:token_refused` */
export async function wikisOf(token: string): Promise<readonly ServedWiki[]> {
  const { wikis } = await new Api(token, () => undefined).get<{ wikis: readonly ServedWiki[] }>('');
  return wikis;
}

/** Asks for a token until the server takes one. @param problem why it asks; `''` for no reason */
export function drawSignIn(problem: string, onToken: (token: string) => void): void {
  const t = words.signIn;
  const { body } = window.document;
  body.empty();
  const main = body.createEl('main');
  const form = main.createEl('form', { cls: 'page-sign-in' });
  form.createEl('h1', { text: t.title });
  form.createEl('label', { text: t.label, attr: { for: 'token' } });
  const row = form.createDiv({ cls: 'page-row' });
  const attr = {
    id: 'token',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'hint problem',
    required: '',
  };
  const field = row.createEl('input', { type: 'password', value: keptToken(), attr });
  row.createEl('button', { cls: 'living-wiki-button mod-cta', text: t.go, attr: { type: 'submit' } });
  const said = form.createEl('p', { cls: 'page-problem', text: problem, attr: { id: 'problem', role: 'alert' } });
  form.createEl('p', { cls: 'living-wiki-muted', text: t.hint, attr: { id: 'hint' } });
  field.focus();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const token = field.value.trim();
    said.setText('');
    wikisOf(token).then(
      () => {
        window.sessionStorage.setItem(KEY, token);
        onToken(token);
      },
      (error: unknown) => {
        const { code, message } = asWikiError(error, 'living-wiki:unexpected');
        said.setText(code === 'living-wiki:token_refused' ? t.refused : message);
        field.focus();
        field.select();
      },
    );
  });
}

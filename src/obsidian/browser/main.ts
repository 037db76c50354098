/**
 * The page that the server gives a browser: the plugin's own review, lint and history over the JSON API. The build puts `app/` in the
 * place of the module `obsidian`.
 */
import { asWikiError } from '../../base';
import { browser as words } from '../locale/en/browser';
import { Api } from './api';
import { patchWindow } from './app/dom';
import { Platform } from './app/platform';
import { followLanguage } from './language';
import { WikiPage } from './page';
import { readPlace } from './place';
import { RemoteWiki } from './remote-wiki';
import { drawSignIn, forgetToken, keptToken, wikisOf, type ServedWiki } from './token';

let page: WikiPage | null = null;

/** Follows the theme of the system and the width of the window. */
function followDevice(): void {
  const { body } = window.document;
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const paint = (): void => {
    body.toggleClass('theme-dark', dark.matches);
    body.toggleClass('theme-light', !dark.matches);
  };
  const fit = (): void => {
    body.toggleClass('is-phone', Platform.isPhone);
    body.toggleClass('is-mobile', Platform.isMobile);
  };
  dark.addEventListener('change', paint);
  let isPhone = Platform.isPhone;
  window.addEventListener('resize', () => {
    if (isPhone === Platform.isPhone) return;
    isPhone = Platform.isPhone;
    fit();
    void page?.redraw();
  });
  paint();
  fit();
}

async function start(problem = ''): Promise<void> {
  page?.unload();
  page = null;
  const token = keptToken();
  try {
    await openWiki(token, await wikisOf(token));
  } catch (error) {
    const { code, message, remedy } = asWikiError(error, 'living-wiki:unexpected');
    const isRefused = code === 'living-wiki:token_refused';
    // A server that is away for a moment is no reason to ask for the token again.
    if (isRefused) forgetToken();
    const said = token === '' ? problem : words.signIn.ended;
    drawSignIn(isRefused ? said : [message, remedy].filter(Boolean).join(' '), () => void start());
  }
}

async function openWiki(token: string, wikis: readonly ServedWiki[]): Promise<void> {
  const wanted = readPlace(window.location.hash).wiki;
  const wiki = wikis.find(({ name }) => name === wanted) ?? wikis[0];
  const signOut = (problem = ''): void => {
    forgetToken();
    void start(problem);
  };
  if (wiki === undefined) {
    signOut(words.noWiki);
    return;
  }
  const api = new Api(token, () => signOut(words.signIn.ended));
  page?.unload();
  page = new WikiPage(wikis, wiki, await RemoteWiki.open(api, wiki.name), token === '' ? null : () => signOut());
  page.load();
}

let shown = readPlace(window.location.hash).wiki;
patchWindow(window);
followDevice();
window.addEventListener('hashchange', () => {
  const { wiki } = readPlace(window.location.hash);
  if (wiki !== shown && wiki !== '') void start();
  shown = wiki;
});
void followLanguage(window.navigator).then(() => start());

import { WikiError, type Run } from '../../workbench';
import { browser as words } from '../locale/en/browser';

/** Where the API of the server is. The page comes from the same server. */
const ROOT = '/api/v1/wikis';

const JSON_BODY = { 'content-type': 'application/json' };

type Query = Readonly<Record<string, string | number | undefined>>;

interface Failure {
  readonly error?: { readonly code?: string; readonly message?: string; readonly remedy?: string | null };
}

/** The JSON API of the server, as one token may use it. */
export class Api {
  readonly #token: string;
  readonly #onRefused: () => void;

  /**
   * @param token `''` on a server that needs none
   * @param onRefused called when the server no longer takes the token
   */
  constructor(token: string, onRefused: () => void) {
    this.#token = token;
    this.#onRefused = onRefused;
  }

  /** @throws WikiError what the server says, or `living-wiki:server_unreachable` */
  get<T>(path: string, query: Query = {}, run?: Pick<Run, 'signal'>): Promise<T> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const text = new URLSearchParams(given).toString();
    return this.#ask(text === '' ? path : `${path}?${text}`, { ...(run && { signal: run.signal }) });
  }

  /** @throws WikiError what the server says, or `living-wiki:server_unreachable` */
  post<T>(path: string, body: object): Promise<T> {
    return this.#ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
    });
  }

  async #ask<T>(path: string, init: RequestInit): Promise<T> {
    const headers = {
      ...(init.body !== undefined && JSON_BODY),
      ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
    };
    const sent = { ...init, headers, cache: 'no-store', credentials: 'omit', redirect: 'error' } as const;
    const response = await window.fetch(`${ROOT}${path}`, sent).catch((error: unknown) => {
      if (init.signal?.aborted === true) throw new WikiError('living-wiki:cancelled', words.offline);
      throw new WikiError('living-wiki:server_unreachable', words.offline, {
        remedy: words.offlineRemedy,
        cause: error,
      });
    });
    if (response.ok) return (await response.json()) as T;
    if (response.status === 401) this.#onRefused();
    throw await failureOf(response);
  }
}

async function failureOf(response: Response): Promise<WikiError> {
  const { error = {} } = await (response.json() as Promise<Failure>).catch((): Failure => ({}));
  const { code = 'living-wiki:unexpected', message = words.offline, remedy } = error;
  return new WikiError(code as WikiError['code'], message, { ...(typeof remedy === 'string' && { remedy }) });
}

import { current } from './current';

export interface RequestUrlParam {
  readonly url: string;
  readonly method?: string;
  readonly contentType?: string;
  readonly body?: string | ArrayBuffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly throw?: boolean;
}

export interface HostResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | ArrayBuffer | object;
}

type Handler = (request: RequestUrlParam) => HostResponse | Promise<HostResponse>;

/** The network as a test gives it. Nothing leaves the machine: without a handler every request fails. */
export class HostRequests {
  readonly made: RequestUrlParam[] = [];
  #handler: Handler | null = null;

  answer(handler: Handler | null): void {
    this.#handler = handler;
  }

  async send(request: RequestUrlParam): Promise<HostResponse> {
    this.made.push(request);
    if (this.#handler === null) throw new Error('net::ERR_INTERNET_DISCONNECTED');
    return this.#handler(request);
  }
}

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly arrayBuffer: ArrayBuffer;
  readonly text: string;
  readonly json: unknown;
}

type ResponsePromise = Promise<Response> & {
  readonly arrayBuffer: Promise<ArrayBuffer>;
  readonly text: Promise<string>;
  readonly json: Promise<unknown>;
};

/**
 * d.ts `requestUrl`: no CORS; throws for a status of 400 and more unless `throw` is false. Guess: the error says "Request
 * failed, status 404" and carries `status`; `json` throws when it is read and the body is none.
 */
export function requestUrl(request: RequestUrlParam | string): ResponsePromise {
  const answer = respond(typeof request === 'string' ? { url: request } : request);
  // Reading one part must not leave the rejection of another unhandled.
  const part = <T>(read: (response: Response) => T): { get: () => Promise<T> } => ({ get: () => answer.then(read) });
  return Object.defineProperties(answer, {
    arrayBuffer: part((response) => response.arrayBuffer),
    text: part((response) => response.text),
    json: part((response) => response.json),
  }) as ResponsePromise;
}

/** d.ts `request`: the text of the answer. */
export function request(param: RequestUrlParam | string): Promise<string> {
  return requestUrl(param).text;
}

async function respond(param: RequestUrlParam): Promise<Response> {
  const { status, headers = {}, body = '' } = await current().machine.requests.send(param);
  if (status >= 400 && param.throw !== false) {
    throw Object.assign(new Error(`Request failed, status ${String(status)}`), { status, headers });
  }
  const isBuffer = body instanceof ArrayBuffer;
  const text = isBuffer ? new TextDecoder().decode(body) : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers,
    text,
    arrayBuffer: isBuffer ? body : new TextEncoder().encode(text).buffer,
    get json(): unknown {
      return JSON.parse(text) as unknown;
    },
  };
}

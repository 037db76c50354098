/** The server answered with an error status. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly body: string,
  ) {
    super('http failure');
  }
}

/** There was no answer. `reason` is the network's error; not `cause`, which the client library would interpret. */
export class ConnectionError extends Error {
  constructor(readonly reason: unknown) {
    super('connection failure');
  }
}

/** The body ended too early. */
export class BrokenBodyError extends Error {
  constructor(readonly reason: unknown) {
    super('broken body');
  }
}

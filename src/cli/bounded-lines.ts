import { Transform, type TransformCallback } from 'node:stream';

const NEWLINE = 10;

/** Passes on whole lines. One that is longer than `limit` bytes is dropped, and `onTooLong` is called. */
export class BoundedLines extends Transform {
  #pieces: Buffer[] = [];
  #length = 0;
  readonly #limit: number;
  readonly #onTooLong: () => void;

  constructor(limit: number, onTooLong: () => void) {
    super();
    this.#limit = limit;
    this.#onTooLong = onTooLong;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, at + 1));
      this.#endLine();
      from = at + 1;
    }
    this.#add(chunk.subarray(from));
    done();
  }

  #add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > this.#limit) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #endLine(): void {
    if (this.#length > this.#limit) this.#onTooLong();
    else this.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
  }
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { nodeRandom, writePrivate } from '../node';
import { isLoopback, type ServerConfig } from './config';
import { WikiError, type Clock } from '../workbench';

/**
 * What a token may do, each with all before it. `read`: pages, search, questions, and what waits as it is. `propose`: sources, jobs, fixes.
 * `review`: decide, apply and undo. `metrics` reads the figures of its wikis and nothing else.
 */
export const ROLES = ['metrics', 'read', 'propose', 'review'] as const;
export type Role = (typeof ROLES)[number];

/** What a caller may see and do. */
export interface Access {
  /** Names the token in logs; `local` for a caller of a server without tokens. */
  readonly token: string;
  readonly role: Role;
  /** Names of wikis; `*` for all of them. */
  readonly wikis: readonly string[];
}

interface StoredToken extends Access {
  /** For a person: whose it is. */
  readonly name: string;
  readonly created: string;
  /** ISO 8601; `null` for never. */
  readonly expires: string | null;
}

/** Whoever reaches a server that has no tokens and listens on loopback only. */
export const LOCAL_ACCESS: Access = { token: 'local', role: 'review', wikis: ['*'] };

export function maySee({ wikis }: Access, wiki: string): boolean {
  return wikis.includes('*') || wikis.includes(wiki);
}

/** Whether a role includes another. `metrics` stands by itself. */
export function includesRole(role: Role, wanted: Role): boolean {
  if (role === 'metrics' || wanted === 'metrics') return role === wanted;
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}

const short = () => z.string().check(z.minLength(1), z.maxLength(200));
const shape = z.strictObject({
  version: z.literal(1),
  tokens: z
    .array(
      z.strictObject({
        token: z.string().check(z.regex(/^[a-z0-9]{8}$/)),
        /** SHA-256 of the whole token, which has 256 random bits, so a slow hash would add nothing. */
        hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        name: short(),
        role: z.enum(ROLES),
        wikis: z.array(short()).check(z.minLength(1), z.maxLength(1_000)),
        created: z.iso.datetime(),
        expires: z.nullable(z.iso.datetime()),
      }),
    )
    .check(z.maxLength(10_000)),
});
type TokenRecord = z.infer<typeof shape>['tokens'][number];

const MAX_FILE = 10_000_000;
/** How often the file is looked at for tokens that came or went. Milliseconds. */
const LOOK = 1_000;
const TOKEN = /^lw_([a-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** The file of tokens. It holds hashes only: a token is shown once, when it is made. */
export class TokenFile {
  readonly path: string;
  readonly #clock: Clock;
  #tokens: ReadonlyMap<string, TokenRecord> = new Map();
  #state = '';
  #lookedAt = -Infinity;

  constructor(path: string, clock: Clock) {
    this.path = path;
    this.#clock = clock;
  }

  /** @throws WikiError `living-wiki:tokens_invalid` */
  list(): readonly StoredToken[] {
    this.#read();
    return [...this.#tokens.values()].map(({ hash: _, ...token }) => token);
  }

  /** How many there are. @throws WikiError `living-wiki:tokens_invalid` */
  get count(): number {
    this.#look();
    return this.#tokens.size;
  }

  /** What a token gives; `null` for one that is unknown, forged or expired. @throws WikiError `living-wiki:tokens_invalid` */
  accessOf(text: string): Access | null {
    const [, id = ''] = TOKEN.exec(text) ?? [];
    const now = this.#clock.now();
    this.#look();
    const found = this.#tokens.get(id);
    // Also without a candidate, so that both take the same time.
    const isRight = timingSafeEqual(Buffer.from(hashOf(text), 'hex'), Buffer.from(found?.hash ?? NO_HASH, 'hex'));
    if (found === undefined || !isRight) return null;
    if (found.expires !== null && Date.parse(found.expires) <= now) return null;
    return { token: found.token, role: found.role, wikis: found.wikis };
  }

  /** @returns the token, which is not kept */
  make({ name, role, wikis, expires }: Pick<StoredToken, 'name' | 'role' | 'wikis' | 'expires'>): string {
    this.#read();
    const token = nodeRandom.id(8);
    const text = `lw_${token}_${randomBytes(32).toString('base64url')}`;
    const created = new Date(this.#clock.now()).toISOString();
    this.#write([
      ...this.#tokens.values(),
      { token, hash: hashOf(text), name, role, wikis: [...wikis], created, expires },
    ]);
    return text;
  }

  /** @returns whether there was such a token */
  remove(token: string): boolean {
    this.#read();
    const others = [...this.#tokens.values()].filter((each) => each.token !== token);
    const isThere = others.length < this.#tokens.size;
    if (isThere) this.#write(others);
    return isThere;
  }

  #write(tokens: readonly TokenRecord[]): void {
    writePrivate(this.path, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`, nodeRandom);
    this.#read();
  }

  /** A token that was removed must end soon, also while the server runs. */
  #look(): void {
    if (this.#clock.now() - this.#lookedAt >= LOOK) this.#read();
  }

  /** A file that cannot be read lets nobody in. */
  #read(): void {
    this.#lookedAt = this.#clock.now();
    const found = statSync(this.path, { throwIfNoEntry: false });
    const state = found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (state === this.#state) return;
    this.#tokens = new Map();
    this.#state = '';
    if (found !== undefined) {
      if (found.size > MAX_FILE) throw invalid(this.path);
      const read = shape.safeParse(parseOrNull(readFileSync(this.path, 'utf8')));
      if (!read.success) throw invalid(this.path);
      this.#tokens = new Map(read.data.tokens.map((each) => [each.token, each]));
    }
    this.#state = state;
  }
}

const NO_HASH = '0'.repeat(64);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function invalid(path: string): WikiError {
  return new WikiError('living-wiki:tokens_invalid', 'The file of tokens cannot be read, so nobody is let in.', {
    path,
    remedy: 'Restore it from a backup, or move it away and make new tokens: living-wiki token new.',
  });
}

/** @throws WikiError `living-wiki:server_open` where others than this machine reach a server without tokens */
export function openTokens(
  { tokens, listen, hosts }: Pick<ServerConfig, 'tokens' | 'listen' | 'hosts'>,
  clock: Clock,
): TokenFile {
  const file = new TokenFile(tokens, clock);
  if (file.count > 0 || (isLoopback(listen.host) && hosts.length === 0)) return file;
  throw new WikiError(
    'living-wiki:server_open',
    'The server would answer everybody who reaches it, because there are no tokens.',
    { path: tokens, remedy: 'Make one with: living-wiki token new. Or listen on 127.0.0.1 and name no hosts.' },
  );
}

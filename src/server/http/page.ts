import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type FastifyInstance } from 'fastify';

interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly packed: Buffer;
  readonly tag: string;
}

/** The files of the page for a browser, by their addresses. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const SCRIPT = 'text/javascript; charset=utf-8';
/** What the page is in besides English; a browser asks for the one that it needs. */
const LANGUAGES = ['de', 'es', 'fr', 'ja', 'zh'] as const;

const NAMES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/review': ['index.html', 'text/html; charset=utf-8'],
  '/review/page.js': ['review.js', SCRIPT],
  ...Object.fromEntries(LANGUAGES.map((each) => [`/review/texts-${each}.js`, [`texts-${each}.js`, SCRIPT]])),
  '/review/page.css': ['review-style.css', 'text/css; charset=utf-8'],
  '/review/icon.svg': ['icon.svg', 'image/svg+xml'],
};

/** @returns whether an address is one of the page; they name no wiki, so everybody may ask for them */
export const isOfPage = (address: string): boolean => Object.hasOwn(NAMES, address);

/** What the page may load and reach: its own files and the API. No text of a wiki can become a script, a style or a request. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** @param folder where the build put the page @returns `null` where it is not: a server without a page still serves */
export function readPageFiles(folder: string): PageFiles | null {
  if (Object.values(NAMES).some(([file]) => !existsSync(path.join(folder, file)))) return null;
  return new Map(
    Object.entries(NAMES).map(([address, [file, type]]) => {
      const bytes = readFileSync(path.join(folder, file));
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return [address, { type, bytes, packed: gzipSync(bytes), tag }] as const;
    }),
  );
}

/** Gives the page to whoever asks. What it shows needs a token, which the page asks for and sends as a header. */
export function addPage(app: FastifyInstance, files: PageFiles): void {
  for (const [address, { type, bytes, packed, tag }] of files) {
    app.get(address, (request, reply) => {
      request.operation = 'page';
      void reply.headers({
        'content-security-policy': POLICY,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        etag: tag,
      });
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      if (isPacked) void reply.header('content-encoding', 'gzip');
      return reply.type(type).send(isPacked ? packed : bytes);
    });
  }
}

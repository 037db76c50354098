import { isLoopback, type ServerConfig } from '../config';

/**
 * Whether a request is meant for this server. On loopback, a page of the web could otherwise reach it under a name of its own that leads
 * to this machine (DNS rebinding).
 */
export function isKnownHost(
  header: string | undefined,
  { listen, hosts }: Pick<ServerConfig, 'listen' | 'hosts'>,
): boolean {
  if (header === undefined) return false;
  const name = header
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  if (hosts.length > 0 && hosts.some((host) => host.toLowerCase() === name)) return true;
  if (isLoopback(listen.host)) return isLoopback(name);
  // Reached from elsewhere, every request needs a token, which no page of the web has.
  return hosts.length === 0 || isLoopback(name);
}

/** A page of another origin gets nothing, also where the browser would send the request. */
export function isSameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

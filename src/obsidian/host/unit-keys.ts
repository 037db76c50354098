import { type App } from 'obsidian';
import { isoTime } from '../../base';
import { type OwnUnitKey, type PublicUnitKey, type UnitKeys } from '../../workbench';

/** Names the secret in the app's storage, which is outside the vault. */
const KEY_SECRET = 'living-wiki-unit-key';
const SIGNERS = 'living-wiki-unit-signers';

/** The keys that sign Knowledge Units on this device, and whom its user trusts; both outside the vault. */
export function createAppUnitKeys(app: App): UnitKeys {
  return {
    signer: async () => (await import('../../workbench')).currentSigner(await ownKeys(app)),
    own: () => publicUnitKeys(app),
    trusted: () => trustedSigners(app),
  };
}

/** What of the keys of this device may be shown, the newest last. */
export async function publicUnitKeys(app: App): Promise<readonly PublicUnitKey[]> {
  return (await import('../../workbench')).publicKeys(await ownKeys(app));
}

/** Makes a key of this device, unless one signs. */
export async function ensureUnitKey(app: App): Promise<void> {
  const { currentSigner } = await import('../../workbench');
  if (currentSigner(await ownKeys(app)) === null) await replaceUnitKey(app);
}

/** Makes a new key; the one that signed until now signs no more, and what it signed stays valid. */
export async function replaceUnitKey(app: App): Promise<void> {
  const { withNewKey } = await import('../../workbench');
  saveKeys(app, withNewKey(await ownKeys(app), crypto.getRandomValues(new Uint8Array(32)), isoTime(Date.now())));
}

/** Ends a key: what it signed from then on is refused. */
export async function revokeUnitKey(app: App, kid: string, at: string): Promise<void> {
  const { withRevokedKey } = await import('../../workbench');
  const keys = withRevokedKey(await ownKeys(app), kid, at);
  if (keys !== null) saveKeys(app, keys);
}

function saveKeys(app: App, keys: readonly OwnUnitKey[]): void {
  app.secretStorage.setSecret(KEY_SECRET, JSON.stringify({ version: 1, keys }));
}

async function ownKeys(app: App): Promise<readonly OwnUnitKey[]> {
  const text = app.secretStorage.getSecret(KEY_SECRET) ?? '';
  // One key without dates, as the first version kept it.
  if (/^[0-9a-f]{64}$/.test(text)) return [{ seed: text }];
  const { isOwnUnitKey } = await import('../../workbench');
  try {
    const { keys } = Object(JSON.parse(text)) as { readonly keys?: unknown };
    return Array.isArray(keys) ? keys.filter(isOwnUnitKey) : [];
  } catch {
    return [];
  }
}

/** 32 bytes from hexadecimal digits; `null` for another text. */
function bytesOf(text: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}

/** Whom the user of this device trusts, beside themselves. */
export async function trustedSigners(app: App): Promise<readonly PublicUnitKey[]> {
  const stored: unknown = app.loadLocalStorage(SIGNERS);
  if (typeof stored !== 'string') return [];
  const { parseJwks } = await import('../../workbench');
  try {
    return parseJwks(JSON.parse(stored));
  } catch {
    return [];
  }
}

/** Trusts a key of somebody else from now on. @param publicKey in hexadecimal digits */
export async function trustSigner(app: App, kid: string, publicKey: string): Promise<void> {
  const key = bytesOf(publicKey);
  if (key === null) return;
  const { printJwks } = await import('../../workbench');
  app.saveLocalStorage(SIGNERS, printJwks([...(await trustedSigners(app)), { kid, key }]));
}

/** Trusts a key no longer. */
export async function distrustSigner(app: App, kid: string): Promise<void> {
  const { printJwks } = await import('../../workbench');
  const kept = (await trustedSigners(app)).filter((each) => each.kid !== kid);
  app.saveLocalStorage(SIGNERS, printJwks(kept));
}

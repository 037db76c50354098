import { type App } from 'obsidian';
import { type PublicUnitKey, type UnitKeys } from '../../workbench';

/** Names the secret in the app's storage, which is outside the vault. */
const KEY_SECRET = 'living-wiki-unit-key';
const SIGNERS = 'living-wiki-unit-signers';

/** The key that signs Knowledge Units on this device, and whom its user trusts; both outside the vault. */
export function createAppUnitKeys(app: App): UnitKeys {
  return {
    signer: async () => {
      const seed = seedOf(app);
      if (seed === null) return null;
      const { signerOf } = await import('../../workbench');
      return signerOf(seed);
    },
    own: async () => {
      const seed = seedOf(app);
      if (seed === null) return [];
      const { keyIdOf, publicKeyOf } = await import('../../workbench');
      const key = publicKeyOf(seed);
      return [{ kid: keyIdOf(key), key }];
    },
    trusted: () => trustedSigners(app),
  };
}

export const hasUnitKey = (app: App): boolean => seedOf(app) !== null;

/** Makes the key of this device, unless there is one. */
export function makeUnitKey(app: App): void {
  if (hasUnitKey(app)) return;
  const seed = crypto.getRandomValues(new Uint8Array(32));
  app.secretStorage.setSecret(KEY_SECRET, Array.from(seed, (byte) => byte.toString(16).padStart(2, '0')).join(''));
}

const seedOf = (app: App): Uint8Array | null => bytesOf(app.secretStorage.getSecret(KEY_SECRET) ?? '');

/** 32 bytes from hexadecimal digits; `null` for another text. */
function bytesOf(text: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}

async function trustedSigners(app: App): Promise<readonly PublicUnitKey[]> {
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

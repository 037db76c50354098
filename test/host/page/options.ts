import { type Device } from '../platform';

/** Vault-relative path to what is in the file. */
export type PageVault = Readonly<Record<string, string | { readonly base64: string }>>;

/** What the page asks its server for: `/options.json`. */
export interface PageOptions {
  readonly name?: string;
  readonly files?: PageVault;
  /** What the app keeps for this vault on the device. */
  readonly localStorage?: Readonly<Record<string, unknown>>;
  readonly isStranger?: boolean;
  readonly device?: Device;
  /** The app's, as a code of `getLanguage`; English unless told otherwise. */
  readonly language?: string;
  readonly theme?: 'light' | 'dark';
  readonly unsaved?: 'merge' | 'overwrite';
  readonly livePreview?: boolean;
  readonly caseSensitive?: boolean;
  /** Whether the plugin is switched on; it is, unless told otherwise. */
  readonly enabled?: boolean;
  /** Shows the buttons with which a newcomer changes theme and device. */
  readonly isPlayground?: boolean;
}

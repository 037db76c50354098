import type { PageOptions, PageVault } from '../../test/host/page/options';

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export function buildPage(settings?: { readonly isSmall?: boolean }): Promise<string>;
export function buildPlugin(): Promise<string>;
export function readVault(folder: string): Promise<PageVault>;
export function serve(settings?: {
  readonly port?: number;
  readonly options?: PageOptions;
  readonly plugin?: string | null;
  readonly page?: string | null;
  readonly connect?: string;
}): Promise<Served>;

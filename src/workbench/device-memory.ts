/**
 * What a device keeps outside the vault about one wiki, so that working files which came with a shared, synced or
 * downloaded vault are distinguished from its own.
 */
export interface DeviceMemory {
  /** Signs journal records; `null` where no secret can be kept. */
  secret(): string | null;
  /** Whether this device has opened the wiki before. */
  knowsWiki(): boolean;
  rememberWiki(): void;
  /** Whether an earlier version kept what a person confirmed of the wiki in the vault. */
  knowsConfirmations(): boolean;
  /** What was approved of the wiki on this device; `null` before anything is kept. */
  approvals(): string | null;
  /** @returns whether it could be kept */
  saveApprovals(text: string): boolean;
  /** The name of the person at this device; `''` where it is not known. */
  person(): string;
}

import { Events } from './events';

/** d.ts `SecretStorage`; https://docs.obsidian.md/plugins/guides/secret-storage. The secrets outlive the app. */
export class SecretStorage extends Events {
  readonly #hostSecrets: Map<string, string>;

  constructor(hostSecrets: Map<string, string>) {
    super();
    this.#hostSecrets = hostSecrets;
  }

  /** d.ts: "Lowercase alphanumeric ID with optional dashes"; throws if the id is another. */
  setSecret(id: string, secret: string): void {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) throw new Error(`Invalid secret ID: ${id}`);
    this.#hostSecrets.set(id, secret);
  }

  getSecret(id: string): string | null {
    return this.#hostSecrets.get(id) ?? null;
  }

  listSecrets(): string[] {
    return [...this.#hostSecrets.keys()];
  }
}

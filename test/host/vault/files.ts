import { strict } from '../strict';
import { type Vault } from './vault';

/** d.ts `TAbstractFile`. */
export abstract class TAbstractFile {
  vault: Vault;
  path: string;
  name: string;
  parent: TFolder | null = null;

  constructor(vault: Vault, path: string) {
    this.vault = vault;
    this.path = path;
    this.name = path.slice(path.lastIndexOf('/') + 1);
  }

  hostMove(path: string): void {
    this.path = path;
    this.name = path.slice(path.lastIndexOf('/') + 1);
  }
}

/** d.ts `TFile`. */
export class TFile extends TAbstractFile {
  stat = { ctime: 0, mtime: 0, size: 0 };
  basename = '';
  extension = '';

  constructor(vault: Vault, path: string) {
    super(vault, path);
    this.hostMove(path);
  }

  override hostMove(path: string): void {
    super.hostMove(path);
    const dot = this.name.lastIndexOf('.');
    this.basename = dot > 0 ? this.name.slice(0, dot) : this.name;
    this.extension = dot > 0 ? this.name.slice(dot + 1).toLowerCase() : '';
  }
}

/** d.ts `TFolder`. The root's path is `/`. */
export class TFolder extends TAbstractFile {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }
}
strict(TAbstractFile);

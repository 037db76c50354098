import { type TFile, type TFolder } from '../vault/files';
import { type ExtraButtonComponent } from './components';
import { type Setting, type SettingGroup } from './setting';
import { type SettingPage } from './setting-tab';

/** The shapes of d.ts `SettingDefinitionItem` and `SettingControl`. */
type Maybe<T> = T | (() => T);

interface Base {
  readonly name: string;
  readonly desc?: string | DocumentFragment;
  readonly aliases?: readonly string[];
  readonly visible?: Maybe<boolean>;
  readonly searchable?: Maybe<boolean>;
}

interface ControlBase {
  readonly key: string;
  readonly defaultValue?: unknown;
  readonly validate?: (value: never) => string | void | Promise<string | void>;
  readonly disabled?: Maybe<boolean>;
  readonly placeholder?: string;
}

export type Control = ControlBase &
  (
    | { readonly type: 'toggle' | 'text' | 'color' }
    | { readonly type: 'textarea'; readonly rows?: number }
    | { readonly type: 'number'; readonly min?: number; readonly max?: number; readonly step?: number | 'any' }
    | { readonly type: 'dropdown'; readonly options: Readonly<Record<string, string>> }
    | { readonly type: 'file'; readonly filter?: (file: TFile) => boolean }
    | { readonly type: 'folder'; readonly filter?: (folder: TFolder) => boolean; readonly includeRoot?: boolean }
    | {
        readonly type: 'slider';
        readonly min: number;
        readonly max: number;
        readonly step: number;
        readonly displayFormat?: (value: number) => string;
      }
  );

export interface Definition extends Base {
  readonly type?: undefined;
  readonly control?: Control;
  readonly action?: (el: HTMLElement, index: number) => void;
  readonly render?: (setting: Setting, group: SettingGroup) => void | (() => void);
  readonly disabled?: Maybe<boolean>;
}

export interface GroupDefinition {
  readonly type: 'group' | 'list';
  readonly heading?: string;
  readonly cls?: string;
  readonly search?: { readonly placeholder?: string; readonly match: (def: Definition, query: string) => boolean };
  readonly extraButtons?: readonly ((component: ExtraButtonComponent) => unknown)[];
  readonly items?: readonly (Definition | PageDefinition)[];
  readonly visible?: Maybe<boolean>;
  readonly emptyState?: string | DocumentFragment;
  readonly onReorder?: (oldIndex: number, newIndex: number) => void;
  readonly onDelete?: (index: number) => void;
  readonly addItem?: { readonly name: string; readonly action: (el: HTMLElement) => void };
}

export interface PageDefinition {
  readonly type: 'page';
  readonly name: string;
  readonly desc?: string | DocumentFragment;
  readonly displayValue?: Maybe<string>;
  readonly status?: Maybe<'warning' | null>;
  readonly items?: readonly DefinitionItem[];
  readonly page?: () => SettingPage;
  readonly visible?: Maybe<boolean>;
}

export type DefinitionItem = Definition | GroupDefinition | PageDefinition;

export function valueOf<T>(maybe: Maybe<T> | undefined, fallback: T): T {
  if (maybe === undefined) return fallback;
  return typeof maybe === 'function' ? (maybe as () => T)() : maybe;
}

export function isGroup(item: DefinitionItem): item is GroupDefinition {
  return item.type === 'group' || item.type === 'list';
}

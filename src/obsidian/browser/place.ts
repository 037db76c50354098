/** The screens of the page. */
export type Tab = 'changes' | 'problems' | 'history';

/** What the address of the page names. It is behind the `#`, so it never reaches the server. */
export interface Place {
  /** `''` for none. */
  readonly wiki: string;
  readonly tab: Tab;
  /** A proposal, or `together` for what all of them do; `''` for the list. */
  readonly id: string;
}

const TABS: readonly Tab[] = ['changes', 'problems', 'history'];

export function readPlace(hash: string): Place {
  const [wiki = '', tab = '', id = ''] = hash.replace(/^#\/?/, '').split('/').map(decode);
  return { wiki, tab: TABS.find((each) => each === tab) ?? 'changes', id };
}

export function writePlace({ wiki, tab, id }: Place): string {
  const parts = [wiki, tab, ...(id === '' ? [] : [id])];
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

import { type Texts } from '../texts';
import { choose, plural } from './plural';

const sources = (n: number): string => plural(n, 'Quelle', 'Quellen');

export const retention: Texts['retention'] = {
  title: 'Abgelaufene Quellen',
  loading: 'Seiten werden durchsucht…',
  forever:
    'Dieses Wiki behält seine Quellen für immer. Um eine Altersgrenze zu setzen, schreib in KNOWLEDGE.md unter „sources“ die Zeile „retention: days:365“.',
  none: (days: number): string =>
    `Keine Quelle ist älter als ${plural(days, 'Tag', 'Tage')}, die Altersgrenze dieses Wikis.`,
  lead: (count: number, days: number): string =>
    `${sources(count)} ${choose(count, 'ist', 'sind')} älter als ${plural(days, 'Tag', 'Tage')}, die Altersgrenze dieses Wikis. Nichts wird automatisch entfernt.`,
  choose: 'Wähle Quellen aus, um zu sehen, welche Seiten und Aussagen ihre letzte Quelle verlieren würden.',
  dated: (day: string, from: string): string => (from === 'ingest' ? `zuerst eingelesen am ${day}` : day),
  nothingLost: 'Keine Seite und keine Aussage würde ihre letzte Quelle verlieren.',
  stay: 'Diese Seiten und Aussagen bleiben, wie sie sind. Lint nennt sie, bis du sie änderst oder löschst.',
  pages: (count: number): string => `${plural(count, 'Seite hätte', 'Seiten hätten')} keine Quelle mehr`,
  statements: (count: number): string => `${plural(count, 'Aussage hätte', 'Aussagen hätten')} keine Quelle mehr`,
  move: (count: number): string =>
    count === 0 ? 'In den Papierkorb verschieben' : `${sources(count)} in den Papierkorb verschieben`,
  moved: (count: number): string => `${sources(count)} in den Ordner .trash des Wikis verschoben.`,
  keep: 'Alle behalten',
  close: 'Schließen',
  inTrash: (count: number): string => `Im Papierkorb: ${sources(count)}`,
  putBack: 'Zurücklegen',
  putBackOne: (path: string): string => `${path} zurücklegen`,
  isBack: (path: string): string => `${path} ist wieder da.`,
};

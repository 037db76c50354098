import { type browser as english } from '../en/browser';
import { listText } from '../format';
import { plural } from './plural';

export const browser: typeof english = {
  name: 'Living Wiki',
  title: (screen: string, wiki: string): string => `${screen} · ${wiki} · Living Wiki`,
  close: 'Schließen',
  wiki: 'Wiki',
  screens: 'Ansichten',
  changes: (n: number): string => (n === 0 ? 'Änderungen' : `Änderungen (${n})`),
  problems: 'Probleme',
  history: 'Verlauf',
  together: 'Alle zusammen prüfen',
  noChanges: 'Keine Vorschläge zu prüfen.',
  noChangesHint: 'Neue Vorschläge erscheinen hier von selbst.',
  noWiki: 'Mit diesem Token ist auf diesem Server kein Wiki zugänglich.',
  mayRead:
    'Du kannst lesen, aber nicht entscheiden. Wenn du entscheiden willst, bitte den Betreiber des Servers um ein Token mit der Rolle „review“.',
  mayPropose:
    'Du kannst Korrekturen vorschlagen, aber nicht entscheiden. Wenn du entscheiden willst, bitte den Betreiber des Servers um ein Token mit der Rolle „review“.',
  refused: 'Dieses Token erlaubt das nicht.',
  refusedRemedy: 'Bitte den Betreiber des Servers um ein Token mit der Rolle „review“.',
  offline: 'Der Server antwortet nicht.',
  offlineRemedy: 'Prüfe die Verbindung und versuche es noch einmal.',
  elsewhere: 'Das geht auf dieser Seite nicht. Verwende Obsidian oder die Befehlszeile.',
  queued: (n: number): string =>
    `${plural(n, 'Quelle', 'Quellen')} eingereiht. Der Vorschlag erscheint unter „Änderungen“.`,
  planQueued: 'Die Quelle wird noch einmal gelesen. Der neue Vorschlag ersetzt diesen unter „Änderungen“.',
  waits: (source: string): string => `„${source}“ wurde noch nicht gelesen`,
  notStarted:
    'Noch hat kein Worker damit begonnen. Bleibt es so, frage den Betreiber des Servers, ob ein Worker läuft.',
  notRead: (source: string): string => `„${source}“ wurde nicht gelesen`,
  nothing: 'Es gab nichts zu tun.',
  cancelled: 'Jemand hat den Auftrag abgebrochen.',
  unchanged: 'Das Wiki ist unverändert.',
  again: 'Noch einmal versuchen',
  branch: {
    on: (name: string): string => `Auch auf dem Branch ${name}.`,
    buildsOn: (titles: readonly string[]): string =>
      `Noch kein Branch, denn er baut auf ${listText(titles.map((title) => `„${title}“`))} auf. Sobald darüber entschieden ist, folgt der Branch innerhalb von dreißig Sekunden.`,
    stale:
      'Kein Branch, denn er baut auf einem Vorschlag auf, der nicht vollständig angewendet wurde, und passt ohne diesen nicht zu den Seiten.',
    staleRemedy: 'Lies seine Quelle noch einmal, dann ersetzt ihn ein neuer Vorschlag, oder lehne ihn ab.',
    staleWithoutSource: 'Lehne ihn ab.',
    conflict:
      'Kein Branch, denn jemand hat danach dieselben Stellen geändert. Löse die Konflikte hier oder lehne ihn ab.',
    unsupported:
      'Kein Branch, denn dort gäbe es nichts zu zeigen: Seine Zitate stehen nicht in den Quellen, oder die Seiten enthalten die Änderungen schon. Entscheide hier.',
    soon: 'Noch kein Branch. Der Server legt ihn an, wenn er das nächste Mal nach dem Repository sieht, meist innerhalb von dreißig Sekunden.',
    other: (why: string): string => `Kein Branch. ${why}`,
    readAgain: 'Quelle noch einmal lesen',
  },
  signIn: {
    title: 'Ein Wiki prüfen',
    label: 'Token',
    go: 'Öffnen',
    hint: 'Du bekommst es vom Betreiber des Servers, der Token mit „living-wiki token new“ anlegt. Dieser Tab behält es, bis du ihn schließt.',
    refused: 'Der Server kennt dieses Token nicht, oder es ist abgelaufen.',
    ended: 'Dein Token gilt nicht mehr. Gib ein neues ein.',
    out: 'Abmelden',
  },
};

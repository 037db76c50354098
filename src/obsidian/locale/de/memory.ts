import { numberText } from '../format';
import { type Texts } from '../texts';
import { choose, plural } from './plural';

const conversations = (n: number): string => plural(n, 'Gespräch', 'Gespräche');
const items = (n: number): string => plural(n, 'Eintrag', 'Einträge');
const harvests = (n: number): string => plural(n, 'Auswertung', 'Auswertungen');

export const memory: Texts['memory'] = {
  title: 'Gedächtnis',
  reading: 'Gedächtnis wird gelesen…',
  empty: 'Noch ist nichts gespeichert.',
  emptyHint:
    'Zieh Gespräche hierher: einen Datenexport aus ChatGPT oder Claude, Sitzungen aus Claude Code oder Chat-Notizen. Du prüfst, was gefunden wurde, bevor etwas behalten wird.',
  emptyTab: 'Hier ist noch nichts.',
  noMatch: 'Nichts passt.',
  from: (count: number, day: string): string => `Aus ${plural(count, 'Gespräch', 'Gesprächen')}, zuletzt am ${day}`,
  harvest: 'Gespräche auswerten',
  chooseFiles: 'Dateien auswählen…',
  more: 'Weitere Aktionen',
  ledger: 'Verlauf der Auswertungen',
  openFolder: 'Liste als Notiz öffnen',
  undoLast: 'Letzte Auswertung rückgängig machen',
  undone: (files: number): string => `Rückgängig gemacht. ${plural(files, 'Datei', 'Dateien')} geändert.`,
  reclaim: 'Ausgewertete Gespräche in den Papierkorb verschieben',
  reclaimed: (n: number): string =>
    n === 0 ? 'Kein Gespräch zu verschieben.' : `${plural(n, 'Datei', 'Dateien')} nach .trash verschoben.`,
  tabs: {
    facts: 'Fakten',
    decisions: 'Beschlüsse',
    questions: 'Fragen',
    playbooks: 'Abläufe',
    tasks: 'Aufgaben',
  },
  tabsLabel: 'Was behalten wird',
  filter: (what: string): string => `${what} filtern`,
  showMore: (n: number): string => `${n} weitere`,
  done: (n: number): string => `Erledigt · ${n}`,
  tick: (task: string): string => `Erledigt: ${task}`,
  reopen: 'Rückgängig',
  reopenOne: (task: string): string => `Wieder öffnen: ${task}`,
  doneNow: 'Zu „Erledigt“ verschoben',
  origin: (conversation: string, day: string): string => `${conversation}, ${day}`,
  own: 'Von dir geschrieben',
  edited: (conversation: string, day: string): string => `Von dir bearbeitet · ${conversation}, ${day}`,
  found: 'im Gespräch gefunden',
  noQuote: 'Kein Zitat. Im Gespräch steht es nicht wörtlich.',
  missingQuote: 'Das Gespräch enthält das angegebene Zitat nicht.',
  makeSource: 'Zur Quelle machen',
  openLine: 'Zeile öffnen',
  inWiki: (wiki: string): string => `Im Wiki: ${wiki}`,
  waiting: (n: number): string => `${harvests(n)} zu prüfen`,
  items,
  review: 'Prüfen',
  reviewOne: (title: string): string => `Prüfen: ${title}`,
  keepAll: 'Alles behalten',
  keptAll: (n: number): string => `${items(n)} behalten.`,
  digest: {
    title: 'Kurzfassung',
    what: 'Geht mit jeder Frage und beim Einlesen an das Modell',
    size: (used: string): string => `${used} von 4 KB`,
    of: (shown: number, total: number): string => `${shown} von ${total}`,
    bar: (used: number, limit: number): string => `${used} von ${limit} Byte belegt`,
    noRoom: (bytes: string, left: string): string => ` braucht ${bytes}, frei sind ${left}. `,
    shorter: (path: string): string => `Ein kürzerer Text in ${path} würde passen.`,
    off: 'Aus. Nichts geht an das Modell. Die nächste Auswertung schaltet sie wieder ein.',
    none: 'Noch gibt es nichts zu senden.',
    open: 'Kurzfassung öffnen',
    delete: 'Löschen und ausschalten',
    deleteHint:
      'Löscht digest.md, sodass das Modell den Text nicht mehr bekommt. Die nächste Auswertung schreibt die Datei neu.',
    deleted: 'Die Kurzfassung ist aus. Die nächste Auswertung bringt sie zurück.',
    sections: {
      'tasks.md': 'Offene Aufgaben',
      'questions.md': 'Fragen',
      'decisions.md': 'Beschlüsse',
      'facts.md': 'Fakten',
      'playbooks.md': 'Abläufe',
    },
  },
  ledgerView: {
    back: 'Zurück zu den Listen',
    total: (n: number, money: string | null): string =>
      `${conversations(n)}${money === null ? '' : ` · insgesamt ${money}`}`,
    empty: 'Noch wurden keine Gespräche gelesen.',
    filter: 'Nach Gespräch oder Datei filtern',
    filterState: 'Nach Status anzeigen',
    allStates: 'Alle',
    stateCount: (state: string, n: number): string => `${state} (${n})`,
    states: {
      harvested: 'Ausgewertet',
      'harvest-failed': 'Fehlgeschlagen',
      'too-large': 'Zu groß',
      'deleted-unharvested': 'Verworfen',
      undone: 'Rückgängig gemacht',
      copy: 'Gleicher Inhalt',
    },
    harvested: (day: string, count: number): string => `Ausgewertet: ${day} · ${items(count)}`,
    nothing: (day: string): string => `Ausgewertet: ${day} · nichts zu behalten`,
    inTrash: 'Das Gespräch liegt im Papierkorb.',
    failed: (why: string): string => `Fehlgeschlagen: ${why}`,
    kept: 'Das Gespräch bleibt erhalten.',
    tooLarge: 'Zu groß: Die Grenze ist 1 MB. Bleibt erhalten, nicht ausgewertet.',
    discarded: (day: string): string => `Auf deinen Wunsch ohne Auswertung in den Papierkorb verschoben: ${day}.`,
    undone: (day: string, count: number): string =>
      `Rückgängig gemacht: ${day}. ${items(count)} ${choose(count, 'wurde', 'wurden')} entfernt. Das Gespräch bleibt.`,
    copy: (path: string): string => `Gleicher Inhalt wie ${path}. Wird nicht noch einmal bezahlt.`,
    retry: 'Wiederholen',
    harvest: 'Auswerten',
    undo: 'Rückgängig',
    act: (what: string, name: string): string => `${what}: ${name}`,
    gone: (path: string): string => `${path} ist nicht mehr im Vault. Zieh das Gespräch erneut hierher.`,
  },
  modal: {
    title: 'Gespräche auswerten',
    reading: 'Gespräche werden gelesen. Nichts wird gesendet.',
    found: (files: number, formats: number): string =>
      `${conversations(files)} in ${plural(formats, 'Format', 'Formaten')}. Das war ein Probelauf: Nichts wurde gesendet oder geändert.`,
    none: 'Keine Gespräche gefunden. Lege welche in den Ordner knowledge/conversations oder zieh sie auf die Ansicht „Gedächtnis“.',
    toHarvest: (n: number): string => `${n} auszuwerten`,
    about: (money: string): string => `etwa ${money}`,
    rows: {
      harvested: (n: number): readonly [string, string] => [
        `${n} schon ausgewertet`,
        'Gleicher Inhalt, nichts zu bezahlen',
      ],
      live: (n: number): readonly [string, string] => [
        `${n} noch im Gange`,
        'In den letzten zehn Minuten geändert, daher noch nicht gelesen',
      ],
      kept: (n: number): readonly [string, string] => [
        `${n} von dir aufgehoben`,
        'In einem Ordner namens „kept“ oder mit der Eigenschaft „keep“',
      ],
      'too-large': (n: number): readonly [string, string] => [
        `${n} zu groß`,
        'Die Grenze ist 1 MB. Teile es auf, um es auszuwerten.',
      ],
      twice: (n: number): readonly [string, string] => [
        `${n} mit gleichem Inhalt wie ein anderes`,
        'Wird einmal gelesen',
      ],
      waiting: (n: number): readonly [string, string] => [
        `${n} ${choose(n, 'wartet', 'warten')} auf deine Prüfung`,
        'Ausgewertet, noch nicht entschieden',
      ],
      discarded: (n: number): readonly [string, string] => [`${n} verworfen`, 'Du wolltest sie nicht auswerten'],
    },
    formats: {
      'chatgpt-export': 'ChatGPT',
      'claude-export': 'Claude',
      'claude-code': 'Claude Code',
      'copilot-note': 'Copilot',
      'saved-chat': 'gespeicherte Chats',
      transcript: 'Text',
    },
    format: (n: number, name: string): string => `${n} ${name}`,
    problems: (n: number): string => `${plural(n, 'Problem', 'Probleme')} beim Lesen`,
    input: 'Eingabe',
    inputText: (tokens: string, parts: number): string =>
      parts === 0 ? tokens : `${tokens}, ${conversations(parts)} in mehreren Teilen`,
    output: 'Ausgabe, höchstens',
    tokens: (n: number): string => `${numberText(n < 1_000 ? n : Math.round(n / 1_000) * 1_000)} Token`,
    left: (limit: string): string => `Heute übrig von ${limit}`,
    goesTo: 'Geht an',
    noModel:
      'Es wird kein Sprachmodell verwendet. Gefunden wird nur, was als Aufgabe, Beschluss oder Frage gekennzeichnet ist.',
    reclaim: 'Ausgewertete Gespräche in den Papierkorb verschieben',
    reclaimHint: 'Nur solche, deren Einträge du geprüft hast. Standardmäßig aus.',
    cancel: 'Abbrechen',
    go: (n: number): string => `${n} auswerten und prüfen`,
    close: 'Schließen',
    job: 'Gespräche werden ausgewertet',
  },
  result: (proposed: number, nothing: number, failed: number): string => {
    const isOther = nothing + failed > 0;
    const parts = proposed === 0 && isOther ? [] : [`${harvests(proposed)} zu prüfen`];
    if (nothing > 0) parts.push(`${conversations(nothing)} ohne Neues`);
    if (failed > 0) parts.push(`${conversations(failed)} fehlgeschlagen`);
    return `${parts.join(', ')}.`;
  },
  home: {
    title: 'Aus Gesprächen',
    task: 'Offene Aufgabe',
    decision: 'Beschluss',
  },
  folderTaken: (folder: string): string => `Der Ordner „${folder}“ gehört zu einem Wiki.`,
  folderTakenRemedy: (folder: string): string => `Benenne den Ordner um. Das Gedächtnis braucht „${folder}“ für sich.`,
  command: 'Gedächtnis anzeigen',
  harvestCommand: 'Gespräche auswerten',
  menu: 'Gespräch auswerten',
  menuFolder: 'Gespräche im Ordner auswerten',
};

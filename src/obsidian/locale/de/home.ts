import { type Texts } from '../texts';
import { plural } from './plural';

export const home: Texts['home'] = {
  title: 'Living Wiki',
  starting: 'Wiki wird gelesen…',
  stage: (stage: string, done: number, total: number): string =>
    total === 0 ? stage : `${stage}, ${done} von ${total}`,
  failed: 'Das Wiki ließ sich nicht öffnen',
  problemOnLine: (line: number, message: string): string => `Zeile ${line}: ${message}`,
  tryAgain: 'Erneut versuchen',
  first: {
    title: 'Wiki anlegen',
    what: 'Lege Fachartikel, Protokolle und Notizen in einem Ordner ab. Daraus entstehen Seiten, auf denen jeder Satz mit einem Zitat belegt ist. Du nimmst jede Änderung an oder lehnst sie ab und kannst alles rückgängig machen.',
    promise:
      'Nichts wird geschrieben, bevor du es geprüft und übernommen hast. Für den Anfang brauchst du weder Konto noch API-Schlüssel.',
    adopt: 'Ordner mit Notizen verwenden',
  },
  templates: {
    research: {
      title: 'Forschung',
      what: 'Aus Artikeln und Interviews werden Begriffe, Personen und Zusammenfassungen.',
    },
    team: {
      title: 'Team',
      what: 'Aus Protokollen und Beschlüssen werden Projekte, Personen und offene Fragen.',
    },
    personal: {
      title: 'Privat',
      what: 'Aus Notizen, Büchern und Briefen werden Themen, die mit dir wachsen.',
    },
  },
  example: {
    folder: 'Beispielwiki',
    look: 'Nur mal schauen?',
    add: 'Beispielwiki hinzufügen',
    removable: 'Du kannst es mit einem Klick entfernen.',
    is: 'Das ist das Beispielwiki.',
    remove: 'Entfernen',
    removed: 'Das Beispielwiki wurde in den Papierkorb verschoben.',
  },
  setUp: {
    name: 'Name',
    about: 'Worum geht es?',
    create: 'Wiki anlegen',
    details: (folder: string): string => `Details: Ordner „${folder}“, kein Modell nötig`,
    title: 'Wiki einrichten',
    folder: 'Ordner',
    folderWhat: 'Ort des Wikis in diesem Vault. Der Ordner wird bei Bedarf angelegt.',
    folderPlaceholder: 'Wiki',
    template: 'Vorlage',
    purpose: 'Zweck',
    purposeWhat: 'Wofür das Wiki da ist, in einem Satz. Daran erkennt ein Sprachmodell, was wichtig ist.',
    purposePlaceholder: 'Ein Satz, optional',
    adopt: 'Vorhandene Notizen behalten',
    adoptWhat: 'Ergänzt, was fehlt, und lässt deine Notizen unverändert.',
    layout: 'Diesen Aufbau behalten',
    layoutWhat: (found: string, folder: string): string => `${found} Quellen werden dann aus ${folder}/ gelesen.`,
    go: 'Einrichtung prüfen',
    cancel: 'Abbrechen',
    root: 'Ganzer Vault',
    needsFolder: 'Gib einen Ordner an.',
    isWiki: 'Dieser Ordner ist bereits ein Wiki. Wähle einen anderen Ordner oder öffne das Wiki über „Wiki wechseln“.',
    isFile: 'Das ist eine Datei. Gib einen Ordner an.',
    isHidden: 'Obsidian blendet Ordner aus, deren Name mit einem Punkt beginnt. Wähle einen anderen Namen.',
    hasNotes:
      'Dieser Ordner enthält Notizen. Schalte „Vorhandene Notizen behalten“ ein oder wähle einen anderen Ordner.',
  },
  head: {
    pages: (n: number): string => plural(n, 'Seite', 'Seiten'),
    sources: (n: number): string => plural(n, 'Quelle', 'Quellen'),
    switchWiki: 'Wiki wechseln',
  },
  sources: {
    title: 'Neue Quellen',
    none: 'Keine neuen Quellen. Zieh eine Datei hierher oder lege sie im Quellenordner des Wikis ab.',
    unwatched: 'Neue Quellen werden nicht angezeigt. Schalte in den Einstellungen „Auf neue Quellen achten“ ein.',
    proposeAll: (n: number): string => (n < 2 ? 'Einlesen' : `Alle ${n} einlesen`),
    proposeOne: (path: string): string => `${path} einlesen`,
    isProposing: 'Gerade werden Quellen eingelesen. Danach kannst du weitere einlesen.',
    refused: (why: string, remedy: string): string => `Nicht gelesen. ${[why, remedy].filter(Boolean).join(' ')}`,
    incomplete: (n: number): string =>
      `${plural(n, 'Datei wird', 'Dateien werden')} noch kopiert oder heruntergeladen…`,
    with: 'Lesen mit',
    through: 'Linse',
    lens: (title: string): string => `Linse beim Lesen: ${title}. Linse wechseln`,
    builtIn: 'Eingebaut, ohne Modell',
    add: 'Dateien hinzufügen…',
  },
  capture: {
    open: 'Link oder Text hinzufügen…',
    title: 'Link oder Text als Quelle hinzufügen',
    fields: { address: 'Adresse', title: 'Titel', date: 'Datum', text: 'Text' },
    fetch: 'Seite abrufen',
    fetchWhat: 'Lädt die Webseite unter dieser Adresse herunter.',
    save: 'Als Quelle speichern',
    cancel: 'Abbrechen',
    untitled: 'Notiz',
    needsText: 'Es gibt noch keinen Text. Füge ihn ein oder ruf die Seite ab.',
    noLink: 'Das ist nicht die Adresse einer Webseite.',
    noLinkRemedy: 'Gib eine Adresse ein, die mit http:// oder https:// beginnt.',
    failed: (address: string, status: string): string => `${address} hat keine lesbare Seite geliefert (${status}).`,
    noAnswer: 'keine Antwort',
    failedRemedy: 'Öffne sie im Browser und füge ihren Text ein.',
  },
  clippings: {
    title: 'Clippings',
    addOne: (name: string): string => `${name} zu den Quellen hinzufügen`,
    addAll: (n: number): string => (n === 1 ? 'Zu den Quellen hinzufügen' : `Alle ${n} zu den Quellen hinzufügen`),
  },
  sourceIndex: {
    progress: (done: number, total: number): string => `Quellen werden für die Suche indiziert, ${done} von ${total}`,
    paused: (done: number, total: number): string =>
      `Indizierung pausiert, solange ein Auftrag läuft, ${done} von ${plural(total, 'Quelle', 'Quellen')} fertig`,
    bar: 'Fortschritt der Indizierung',
    stop: 'Indizierung anhalten',
    stopped: (n: number): string =>
      `Indizierung angehalten. ${plural(n, 'Quelle ist', 'Quellen sind')} noch nicht durchsuchbar.`,
    resume: 'Indizierung fortsetzen',
    outside: (n: number, megabytes: number): string =>
      `${plural(n, 'ältere Quelle wird', 'ältere Quellen werden')} nicht durchsucht, weil höchstens ${megabytes} MB Text aus Quellen durchsucht werden. Die Grenze kannst du in den Einstellungen ändern.`,
  },
  job: {
    source: (at: number, total: number, name: string): string =>
      `Quelle ${at} von ${total}${name === '' ? '' : `: ${name}`}`,
    cancel: 'Abbrechen',
    cancelling: 'Wird abgebrochen…',
    progress: 'Fortschritt',
    cost: (cost: string): string => `Bisher: ${cost}`,
  },
  proposals: {
    title: 'Zu prüfen',
    none: 'Keine Vorschläge zu prüfen.',
    reviewOne: (title: string): string => `Prüfen: ${title}`,
    files: (files: number, hunks: number): string =>
      files === 0
        ? 'nur erzeugte Dateien'
        : `${plural(files, 'Datei', 'Dateien')}, ${plural(hunks, 'Änderung', 'Änderungen')}`,
  },
  deleted: {
    title: 'Gelöschte Seiten',
    asks: (title: string): string =>
      `Du hast „${title}“ gelöscht. Soll die Seite bei einem späteren Einlesen wieder entstehen?`,
    never: 'Nie',
    neverLabel: (title: string): string => `Nie eine Seite für ${title} anlegen`,
    may: 'Darf wiederkommen',
    mayLabel: (title: string): string => `${title} darf wiederkommen`,
  },
  questions: {
    title: 'Offene Fragen',
    remove: (text: string): string => `„${text}“ entfernen`,
  },
  links: {
    views: 'Öffnen',
    actions: 'Aktionen',
    // It may begin with a noun or with "Keine": only the latter is written small after a colon.
    lint: (found: string): string => `Lint: ${found.replace(/^Keine /, 'keine ')}`,
    lintUnknown: 'Lint',
    lens: (title: string): string => `Linse wechseln (aktuell: ${title})`,
    lensView: 'Seiten dieser Linse',
    history: 'Verlauf',
    jobs: 'Aufträge',
    search: 'Wiki durchsuchen',
    undo: 'Letztes Einlesen rückgängig machen',
  },
};

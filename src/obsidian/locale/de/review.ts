import { type Texts } from '../texts';
import { choose, plural } from './plural';

const changes = (n: number): string => plural(n, 'Änderung', 'Änderungen');
const files = (n: number): string => plural(n, 'Datei', 'Dateien');
const pages = (n: number): string => plural(n, 'Seite', 'Seiten');
const proposals = (n: number): string => plural(n, 'Vorschlag', 'Vorschläge');

export const review: Texts['review'] = {
  name: 'Änderungen prüfen',
  overviewTitle: 'Alle Vorschläge',
  from: 'aus',
  lens: (title: string): string => `Linse: ${title}`,
  loading: 'Änderungen werden geladen…',
  nothing: 'Keine Vorschläge zu prüfen.',
  more: 'Weitere Aktionen',
  asked:
    'Du wolltest diese Änderung, daher ist alles darin angenommen. Sieh sie durch und drücke dann Enter oder „Übernehmen“.',
  undecidedOnly: 'Nur offene',
  nextDecision: 'Nächste Entscheidung',
  acceptThis: 'Diese Änderung annehmen',
  rejectThis: 'Diese Änderung ablehnen',
  decidedOf: (n: number, total: number): string => `${n} von ${total} entschieden`,
  seen: 'gesehen',
  queue: {
    title: 'Wartend',
    place: (at: number, total: number): string => `Vorschlag ${at} von ${total}`,
    pages: files,
    more: (n: number): string => `${n} weitere`,
  },
  gone: 'Diesen Vorschlag gibt es nicht mehr.',
  goneHint: 'Seine Datei wurde aus .wiki/proposals entfernt. Nichts wurde geschrieben.',
  tryAgain: 'Erneut versuchen',

  layout: 'Ansicht',
  layouts: { unified: 'Untereinander', split: 'Nebeneinander', rendered: 'Formatiert', page: 'Seite' },

  files: 'Dateien',
  groups: {
    created: 'Angelegt',
    updated: 'Aktualisiert',
    renamed: 'Umbenannt',
    deleted: 'Gelöscht',
    generated: 'Erzeugt',
  },
  updated: 'aktualisiert',
  unchanged: 'unverändert',
  marks: {
    all: 'alle angenommen',
    some: 'einige angenommen',
    none: 'keine angenommen',
    rejected: 'alle abgelehnt',
  },
  ofTotal: (n: number, total: number): string => `${n} von ${total}`,
  conflictMark: 'Konflikt',
  movedMark:
    'Diese Seite wurde bearbeitet, nachdem der Vorschlag entstand. Die Änderungen gelten jetzt für ihren aktuellen Text.',
  linkedOutside: (notes: readonly string[]): string => {
    const more = notes.length > 5 ? ` und ${notes.length - 5} weitere` : '';
    return `Links in Notizen außerhalb des Wikis werden nicht angepasst: ${notes.slice(0, 5).join(', ')}${more}.`;
  },
  lintAfter: 'Lint nach dem Übernehmen',
  lintSame: 'kein Unterschied',
  generatedNote: 'Wird aus den angenommenen Änderungen automatisch aktualisiert.',
  generatedSame: 'Keine Änderungen.',
  generatedLoading: 'Vorschau wird aktualisiert…',

  change: (at: number, total: number, title: string): string => `Änderung ${at} von ${total} · ${title}`,
  changeLabel: (at: number, total: number, title: string, state: string): string =>
    `Änderung ${at} von ${total}, ${title}, ${state}`,
  states: { accepted: 'angenommen', rejected: 'abgelehnt', undecided: 'offen' },
  accept: 'Annehmen',
  accepted: 'Angenommen',
  reject: 'Ablehnen',
  rejected: (reason: string | undefined): string => (reason ? `Abgelehnt: ${reason}` : 'Abgelehnt'),
  rejectedByNeed: 'Abgelehnt: hängt von einer abgelehnten Änderung ab',
  undoDecision: 'Entscheidung zurücknehmen',
  edit: 'Bearbeiten',
  edited: 'von dir bearbeitet',
  revert: 'Zurück zum vorgeschlagenen Text',
  save: 'Speichern und annehmen',
  cancel: 'Abbrechen',
  reasonAt: (line: number | null, text: string, reason: string): string =>
    line === null ? `„${text}“: ${reason}` : `Zeile ${line}, „${text}“: ${reason}`,
  about: (text: string): string => `Zu: „${text}“`,
  reasonPlaceholder: 'Grund (optional)',
  reasonHint: 'Wird bei künftigen Vorschlägen beachtet.',
  reasons: 'Zuletzt genannte Gründe',
  never: (title: string): string => `Nie eine Seite für „${title}“`,
  neverSaid: (title: string): string =>
    `„${title}“ bekommt ab jetzt keine Seite. Das kannst du in den Einstellungen ändern.`,
  usualReasons: ['Bisherige Formulierung behalten', 'Stimmt nicht', 'Gehört nicht auf diese Seite'],
  textOf: (title: string): string => `Text von „${title}“`,
  unchangedContext: 'Unveränderter Text in derselben Zeile',
  quoteNotFound: 'Zitat nicht gefunden',
  noLongerSaid: (text: string, reason: string | null): string =>
    `Entfernt die Aussage „${text}“${reason === null ? '' : ` Grund: ${reason}`}`,
  footnote: (number: number | string, source: string, quote: string | null): string =>
    `Fußnote ${number}, ${source}${quote === null ? '' : `: „${quote}“`}`,

  contradiction: {
    disagree: 'Zwei Quellen widersprechen sich',
    question: (attribute: string, names: readonly [string, string] | null): string => {
      const what = names === null ? 'welche Aussage stimmt?' : `${names[0]} oder ${names[1]}?`;
      return attribute === '' ? what : `${attribute}: ${what}`;
    },
    current: 'Auf der Seite steht',
    proposed: 'In der neuen Quelle steht',
    who: 'Wer sagt es',
    when: 'Wann',
    authority: 'Quellentyp',
    page: 'Seite',
    nobody: 'Keine Quelle. Diesen Satz hast wahrscheinlich du geschrieben.',
    undated: 'Ohne Datum',
    openFor: (days: number): string => (days < 1 ? 'Heute gefunden' : `Seit ${plural(days, 'Tag', 'Tagen')} offen`),
    first: 'Eine Quelle sagt',
    second: 'Eine andere Quelle sagt',
    lead: 'Wähle, welche Aussage stimmt.',
    says: 'Wo es im Wiki steht',
    bothSides: 'nennt beide',
    holds: (value: string): string => `${value} stimmt`,
    answers: {
      current: 'Die erste stimmt',
      proposed: 'Die zweite stimmt',
      both: 'Beide stimmen',
      open: 'Offen lassen',
    },
    what: {
      current: 'Die erste bleibt. Beim Übernehmen kommt die zweite mit ihrem Datum in den Abschnitt History.',
      proposed: 'Die zweite bleibt. Beim Übernehmen kommt die erste mit ihrem Datum in den Abschnitt History.',
      both: 'Beide bleiben auf der Seite, mit dem Hinweis, dass beide behalten werden.',
      open: 'Beide bleiben mit einer Warnung auf der Seite, und Lint meldet sie, bis du den Widerspruch klärst.',
    },
    settled: {
      current: 'Die zweite kommt mit ihrem Datum in den Abschnitt History. Du prüfst es zuerst.',
      proposed: 'Die erste kommt mit ihrem Datum in den Abschnitt History. Du prüfst es zuerst.',
      both: 'Beide bleiben, mit einem Hinweis. Du prüfst es zuerst.',
      open: 'Nichts ändert sich.',
    },
    said: {
      current: 'Die erste stimmt.',
      proposed: 'Die zweite stimmt.',
      both: 'Beide stimmen.',
      open: 'Offen gelassen.',
    },
  },

  combined: {
    title: (path: string): string => `Alle Vorschläge für ${path}`,
    others: (n: number): string => `${plural(n, 'weiterer Vorschlag', 'weitere Vorschläge')} für diese Seite`,
    lead: (n: number): string =>
      `${proposals(n)} ${choose(n, 'ändert', 'ändern')} diese Seite. Die Änderungen stehen in der Reihenfolge der Seite; abgelehnte fehlen.`,
    open: (title: string): string => `Prüfen: ${title}`,
    overlaps:
      'Ein anderer Vorschlag ändert denselben Text. Wenn du einen übernimmst, wird der andere zusammengeführt, oder du wirst gefragt.',
    none: 'Für diese Seite wartet keine Änderung.',
  },

  inline: {
    label: (title: string): string => `Vorgeschlagene Änderung: ${title}`,
    removed: 'Dieser Text würde entfernt.',
    open: 'Prüfen…',
    setting: 'Vorgeschlagene Änderungen in offenen Notizen',
    settingWhat: 'Zeigt sie an ihrer Stelle, mit Schaltflächen zum Annehmen oder Ablehnen.',
  },

  overview: {
    sources: 'Quellen',
    readIn: (time: string): string => `Gelesen in ${time}`,
    title: (sources: number, pageCount: number): string =>
      sources === 0 ? `${pages(pageCount)} zu prüfen` : `${plural(sources, 'Quelle', 'Quellen')}, ${pages(pageCount)}`,
    disagreeOn: (one: string, other: string): string => `Diese zwei Quellen widersprechen sich: ${one} und ${other}`,
    disagree: (attribute: string): string =>
      attribute === '' ? 'Zwei Quellen widersprechen sich' : `Zwei Quellen widersprechen sich: ${attribute}`,
    on: (page: string): string =>
      `Auf der Seite „${page}“. Beide Aussagen bleiben mit einer Warnung stehen, bis du den Widerspruch klärst.`,
    newPages: (n: number): string => plural(n, 'neue Seite', 'neue Seiten'),
    changedPages: (n: number): string => plural(n, 'geänderte Seite', 'geänderte Seiten'),
    from: (names: readonly string[], total: number, quotes: number): string => {
      const all = names.length === total && total === 2 ? 'beiden Quellen' : `${names.length} von ${total} Quellen`;
      return `Aus ${names.length === 1 ? (names[0] ?? '') : all} · ${plural(quotes, 'Zitat', 'Zitate')}`;
    },
    first: (shown: number, total: number): string => `Die ersten ${shown} von ${total} Vorschlägen`,
    untilApply: 'Nichts wird geschrieben, bevor du es übernimmst. Du kannst es später rückgängig machen.',
    left: (n: number): string =>
      `${proposals(n)} ${choose(n, 'braucht', 'brauchen')} deine Entscheidung: Ein Zitat fehlt, eine Aussage wird entfernt, oder eine Seite wurde bearbeitet.`,
    oneByOne: 'Seite für Seite prüfen',
    apply: (n: number): string => `${pages(n)} übernehmen`,
    applyKey: (mod: string): string => `${mod} Enter`,
    applying: 'Vorschläge werden übernommen',
    applied: (n: number, fileCount: number): string => `${proposals(n)} übernommen, ${files(fileCount)} geschrieben`,
    undoable: 'Du kannst jeden davon im Verlauf rückgängig machen.',
    leftOver: (n: number): string =>
      `${proposals(n)} ${choose(n, 'wartet', 'warten')} noch auf deine Entscheidung. Davon wurde nichts geschrieben.`,
    reviewLeft: (n: number): string => `${proposals(n)} prüfen`,
  },

  account: {
    title: 'Was mit den Aussagen dieser Seite geschieht',
    counts: { kept: 'Behalten', added: 'Neu', moved: 'Verschoben', dropped: 'Entfernt' },
    dropped: 'Entfernte Aussagen',
    droppedLabel: (text: string): string => `Entfernte Aussage: ${text}`,
    droppedChip: (n: number): string => `${plural(n, 'Aussage', 'Aussagen')} entfernt`,
    movedChip: (to: string | null): string =>
      to === null ? '1 Aussage nach oben verschoben' : `1 Aussage verschoben nach ${to}`,
    reworded: (n: number): string => `${n} der behaltenen Aussagen ${choose(n, 'ist', 'sind')} neu formuliert.`,
    reason: (reason: string | null): string => (reason === null ? 'Kein Grund angegeben.' : `Grund: ${reason}`),
    noSource: 'Keine Quelle. Diesen Satz hast wahrscheinlich du geschrieben.',
    drop: 'Entfernen',
    dropLabel: (text: string): string => `Entfernen: ${text}`,
    isDropped: 'Entfernt',
    keep: 'Behalten',
    keepLabel: (text: string): string => `Behalten: ${text}`,
    keptReason: 'Behalten, was auf der Seite steht.',
    kept: 'Behalten.',
    isKept: 'Behalten',
    chosen: (choice: 'keep' | 'drop', open: number): string =>
      `${choice === 'keep' ? 'Behalten' : 'Entfernt'}. Dieselbe Änderung entfernt ${plural(open, 'weitere Aussage', 'weitere Aussagen')}: Entscheide auch darüber.`,
    keptAll:
      'Eine dieser Aussagen lässt sich nur behalten, wenn die ganze Änderung abgelehnt wird. Daher bleiben alle.',
    weakened: 'Mit weniger Einzelheiten neu formuliert',
    before: (text: string): string => `Bisher: „${text}“`,
    under: (heading: string): string => `Unter „${heading}“.`,
    movesTo: (path: string): string => `Nach ${path}.`,
  },
  renameTo: (from: string, to: string): string => `Umbenannt von ${from} in ${to}`,
  renames: 'Nur der Dateiname ändert sich.',
  asText: 'Als Text anzeigen',

  added: 'Hinzugefügt: ',
  removed: 'Entfernt: ',
  gap: 'unveränderte Zeilen',
  gapInLine: 'unveränderter Text',
  rendered: { added: 'Hinzugefügt', removed: 'Entfernt' },

  fields: 'Eigenschaften',
  properties: (n: number, names: readonly string[]): string =>
    names.length === 0
      ? `Eigenschaften (${n})`
      : `Eigenschaften (${n}): ${names.join(', ')}${n > names.length ? '…' : ''}`,
  empty: 'leer',
  headItems: (name: string, added: number, removed: number): string =>
    `${name}${added > 0 ? ` +${added}` : ''}${removed > 0 ? ` −${removed}` : ''}`,
  headValue: (name: string, before: string, after: string): string => `${name} ${before} → ${after}`,

  table: 'Tabelle',
  whitespaceOnly: 'Nur Leerraum hat sich geändert.',
  sameRows: (n: number): string => `${plural(n, 'Zeile', 'Zeilen')} unverändert`,
  sameColumns: (n: number): string => `${plural(n, 'Spalte', 'Spalten')} unverändert`,
  retargeted: (text: string, before: string, after: string): string =>
    `${text === '' ? 'Der Link' : `Der Link „${text}“`} führt jetzt zu ${after} statt zu ${before}`,

  evidence: 'Belege',
  evidenceFor: (at: number): string => `Belege für Änderung ${at}`,
  noEvidence: 'Kein belegendes Zitat',
  notFromSources: 'Diese Änderung stammt aus keiner Quelle, daher gibt es kein Zitat.',
  noQuoteNeeded: 'Nur das Datum der Seite ändert sich. Dafür ist kein Zitat nötig.',
  verdicts: { found: 'Zitat gefunden', 'not-found': 'Nicht in der Quelle gefunden', unchecked: 'Zitat nicht geprüft' },
  place: {
    line: (n: number) => `Zeile ${n}`,
    page: (n: number) => `Seite ${n}`,
    chapter: (n: number) => `Kapitel ${n}`,
    under: (text: string) => `unter „${text}“`,
  },
  openSource: 'In der Quelle öffnen',
  reason: 'Warum diese Änderung',
  whyPage: 'Warum diese Seite',
  notes: 'Hinweise zu diesem Vorschlag',
  sourceDifference: {
    title: (path: string): string => `Was sich in ${path} geändert hat`,
    gone: (count: number): string => `${plural(count, 'Zitat steht', 'Zitate stehen')} nicht mehr in der Quelle`,
    place: (page: string, line: number): string => `${page}, Zeile ${line}`,
  },
  keysTitle: 'Tastenkürzel',

  decided: (accepted: number, total: number): string =>
    total === 0 ? 'Nur erzeugte Dateien ändern sich' : `${accepted} von ${total} Änderungen angenommen`,
  untilApply: 'nichts wird geschrieben, bevor du es übernimmst',
  acceptAll: 'Alle annehmen',
  rejectProposal: 'Vorschlag ablehnen',
  rejectAll: 'Alle ablehnen…',
  acceptFile: 'Datei annehmen',
  apply: (accepted: number, total: number): string => {
    if (total === 0) return 'Übernehmen';
    return accepted === total ? `${changes(accepted)} übernehmen` : `${accepted} von ${total} übernehmen`;
  },
  applying: 'Änderungen werden übernommen',
  nothingAccepted: 'Nimm zuerst mindestens eine Änderung an.',
  blocked: (n: number): string => `Vor dem Übernehmen ${plural(n, 'Problem', 'Probleme')} beheben`,
  conflicts: (n: number): string => `Konflikte in ${files(n)} lösen`,
  goToProblem: 'Zum Problem',
  blockerRemedy: 'Lehne diese Änderung ab oder bearbeite sie.',
  undecidedTitle: (n: number): string => `${changes(n)} noch offen`,
  undecidedText: (accepted: number): string =>
    `Du hast ${changes(accepted)} angenommen. Offene Änderungen werden übersprungen und nicht noch einmal vorgeschlagen.`,
  applyAccepted: (n: number): string => `${n} übernehmen, Rest überspringen`,
  acceptRest: 'Alle annehmen und übernehmen',
  keepReviewing: 'Weiter prüfen',
  rejectAllTitle: 'Diesen Vorschlag ablehnen?',
  rejectAllText: 'Nichts wird in das Wiki geschrieben. Die Quelle wird übersprungen, bis du sie erneut einliest.',

  announce: {
    decided: (what: string, accepted: number, total: number): string =>
      `${what} ${accepted} von ${total} Änderungen angenommen.`,
    related: (n: number): string => `Auch ${plural(n, 'zugehörige Änderung', 'zugehörige Änderungen')} angepasst.`,
    left: (n: number): string =>
      `${plural(n, 'Änderung wartet', 'Änderungen warten')} auf deine Entscheidung: Ein Zitat fehlt, oder eine Aussage wird entfernt.`,
    decisionUndone: 'Entscheidung zurückgenommen.',
    edited: 'Bearbeitet und angenommen.',
    accepted: 'Angenommen.',
    reverted: 'Wieder der vorgeschlagene Text.',
    rejected: (reason: string): string => (reason === '' ? 'Abgelehnt.' : `Abgelehnt: ${reason}.`),
    file: (path: string): string => `Angezeigt: ${path}`,
    layout: (name: string): string => `Ansicht: ${name}`,
    all: 'Alles wird angezeigt.',
    refreshed: 'Eine Seite hat sich geändert. Die Prüfung ist wieder aktuell.',
    conflictResolved: 'Konflikt gelöst.',
    lastHunk: 'Keine weiteren Änderungen.',
    undecided: (n: number): string => `${changes(n)} noch offen.`,
    unsaved: 'Speichere deine Bearbeitung zuerst oder brich sie ab.',
    noQuote: 'Diese Änderung hat kein belegendes Zitat.',
    noSource: (id: string): string => `Dieses Wiki hat keine Quelle „${id}“.`,
  },

  conflict: {
    title: 'Nach dem Vorschlag bearbeitet',
    blocked: 'Kann nicht übernommen werden',
    current: 'Aktueller Text',
    proposed: 'Vorgeschlagener Text',
    line: (n: number): string => `Zeile ${n}`,
    keepCurrent: 'Meinen behalten',
    skip: 'Diese Änderung überspringen',
    useProposed: 'Vorschlag nehmen',
    edit: 'Bearbeiten…',
    editLabel: 'Ergebnis',
    nothing: 'nichts',
  },

  result: {
    applied: 'Übernommen',
    appliedText: (n: number): string => `${files(n)} geschrieben. Du kannst das in einem Schritt rückgängig machen.`,
    rejected: 'Abgelehnt',
    rejectedText: 'Nichts wurde in das Wiki geschrieben.',
    isApplied: 'Schon übernommen',
    isRejected: 'Schon abgelehnt',
    elsewhere: (at: string): string => `Außerhalb dieser Ansicht entschieden (${at}).`,
    earlier: (at: string): string => `Entschieden: ${at}.`,
    written: 'Geschriebene Dateien',
    undo: 'Rückgängig…',
    undoing: 'Rückgängigmachen wird vorbereitet',
    next: (title: string): string => `Weiter: ${title}`,
    noNext: 'Keine weiteren Vorschläge zu prüfen.',
    was: (title: string, n: number): string => `„${title}“ übernommen: ${files(n)} geschrieben.`,
    wasRejected: (title: string): string => `„${title}“ abgelehnt. Nichts wurde geschrieben.`,
    undoLabel: (title: string): string => `„${title}“ rückgängig machen…`,
    hide: 'Diese Meldung ausblenden',
    deleted: 'gelöscht',
    open: (path: string): string => `${path} öffnen`,
  },

  keys: {
    nextHunk: 'Nächste Änderung',
    previousHunk: 'Vorige Änderung',
    nextFile: 'Nächste Datei',
    previousFile: 'Vorige Datei',
    accept: 'Annehmen',
    reject: 'Ablehnen',
    edit: 'Bearbeiten',
    source: 'In der Quelle öffnen',
    undecide: 'Entscheidung zurücknehmen',
    acceptFile: 'Datei annehmen',
    unified: 'Untereinander',
    split: 'Nebeneinander',
    rendered: 'Formatiert',
    page: 'Seite',
    text: 'Zwischen Seiten- und Textansicht wechseln',
    generated: 'Erzeugte Dateien',
    acceptAll: 'Alles in diesem Vorschlag annehmen',
    undecidedOnly: 'Nur offene',
    comment: 'Ausgewählten Text kommentieren',
    next: 'Nächste offene Änderung; nach der letzten übernehmen und weiter',
    apply: 'Übernehmen',
    keys: 'Tastenkürzel',
  },
};

import { dateText as formatDate } from '../format';
import { type Texts } from '../texts';
import { choose, plural } from './plural';

/** „18. April 2026“; a year or a month alone stays as it is. */
function dateText(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date.slice(0, 10)) : NaN;
  if (Number.isNaN(time)) return date;
  return formatDate(time, { dateStyle: 'long', timeZone: 'UTC' });
}

const days = (n: number): string => plural(n, 'Tag', 'Tage');

const STATES = {
  unfounded: 'Zitat nicht gefunden',
  contested: 'Umstritten',
  old: 'Über der Altersgrenze',
  uncited: 'Ohne Beleg',
  'by-hand': 'Von Hand geschrieben',
  quoted: 'Mit Zitat',
} as const;

type State = keyof typeof STATES;

export const evidence: Texts['evidence'] = {
  command: 'Belege hier anzeigen',
  stripCommand: 'Belegleiste ein- oder ausblenden',
  stripShown: 'Die Belegleiste wird neben den Seiten des Wikis angezeigt.',
  stripHidden: 'Die Belegleiste ist ausgeblendet.',
  heading: 'Belege auf der Seite',
  strip: 'Belegleiste',
  stripWhat:
    'Markiert jeden Absatz einer Seite mit einer dünnen Linie: mit Zitat, ohne Beleg, umstritten, über der Altersgrenze oder von Hand geschrieben.',
  number: (label: string, state: 'unfounded' | 'contested' | null): string =>
    `Fußnote ${label}${state === null ? '' : ` (${STATES[state]})`}: Belege anzeigen`,
  card: (title: string): string => `Belege: ${title}`,
  looking: 'Quelle wird durchsucht…',
  none: 'Keine Fußnote in diesem Absatz nennt eine Quelle.',
  noPage: 'Öffne zuerst eine Seite des Wikis.',
  date: dateText,
  undated: 'Ohne Datum',
  authority: { primary: 'Primärquelle', secondary: 'Sekundärquelle', rumour: 'Gerücht' },
  under: (heading: string): string => `Unter „${heading}“: `,
  says: (speaker: string): string => `${speaker}: `,
  verdict: {
    exact: 'Zitat wörtlich gefunden.',
    found: 'Zitat gefunden. Nur Abstände oder Satzzeichen weichen ab.',
    missing: 'Die Quelle enthält dieses Zitat nicht. Prüfe den Satz.',
    cited: 'Ohne Zitat belegt.',
    unread: 'Die Quelle lässt sich nicht als Text lesen, daher wurde das Zitat nicht geprüft.',
    gone: 'Das Wiki hat diese Quelle nicht mehr.',
  },
  changed: 'Die Quelle wurde geändert, nachdem das Wiki sie zuletzt gelesen hat. Lies sie erneut ein.',
  old: (age: number): string => `Älter als ${days(age)}. Suche nach einer neueren Quelle.`,
  disagrees: 'Widerspricht:',
  other: (title: string | null, date: string | null, text: string): string =>
    `${[title ?? 'Ein Satz ohne Quelle', date === null ? null : dateText(date)].filter(Boolean).join(', ')}: „${text}“`,
  open: 'Quelle hier öffnen',
  settle: 'Klären',
  close: 'Schließen',
  state: (state: State, age: number | null): string =>
    state === 'old' && age !== null ? `${STATES.old} (${days(age)})` : STATES[state],
  why: (state: State, count: number, sentences: number): string => {
    const isAlone = sentences === 1;
    const some = `${count} von ${sentences} Sätzen hier`;
    switch (state) {
      case 'unfounded':
        return `Das Zitat steht nicht in der Quelle, oder die Quelle fehlt: ${isAlone ? 'bei diesem Satz' : `bei ${some}`}.`;
      case 'contested':
        return `Eine andere Quelle widerspricht ${isAlone ? 'diesem Satz' : some}.`;
      case 'old':
        return isAlone
          ? 'Die neueste Quelle dieses Satzes ist älter, als dieses Wiki erlaubt.'
          : `Bei ${some} ist die neueste Quelle älter, als dieses Wiki erlaubt.`;
      case 'uncited':
        return isAlone ? 'Dieser Satz hat keine Quelle.' : `${some} ${choose(count, 'hat', 'haben')} keine Quelle.`;
      case 'by-hand':
        return isAlone
          ? 'Diesen Satz hat ein Mensch geschrieben oder bearbeitet.'
          : `${some} hat ein Mensch geschrieben oder bearbeitet.`;
      case 'quoted':
        return isAlone ? 'Dieser Satz hat eine Quelle.' : `Alle ${sentences} Sätze hier haben eine Quelle.`;
    }
  },
  query: {
    title: {
      contested: 'Umstrittene Aussagen',
      questions: 'Offene Fragen',
      uncited: 'Sätze ohne Beleg',
      old: 'Seiten über der Altersgrenze',
      'new-pages': 'Neue Seiten',
    },
    none: {
      contested: 'Nichts ist umstritten.',
      questions: 'Keine offenen Fragen.',
      uncited: 'Jeder Satz hat eine Quelle.',
      old: 'Keine Seite ist über der Altersgrenze.',
      'new-pages': 'Keine neuen Seiten.',
    },
    from: (source: string): string => `aus ${source}`,
    looking: 'Wird gesucht…',
    noWiki: 'Es ist kein Wiki geöffnet.',
    starting: 'Das Wiki wird noch gelesen.',
    more: (limit: number): string => `Es gibt mehr als ${limit}. Um sie zu sehen, setze „limit“ höher (höchstens 200).`,
    side: (text: string, source: string | null, date: string | null): string =>
      `„${text}“ ${[source ?? 'ohne Quelle', date === null ? null : dateText(date)].filter(Boolean).join(', ')}`,
    newest: (date: string): string => `neueste Quelle oder Aktualisierung: ${dateText(date)}`,
    on: (title: string): string => `auf ${title}`,
    failed: 'Dieser Block lässt sich nicht anzeigen.',
    example: 'Zum Beispiel:',
    problem: {
      yaml: (detail: string): string => `Das ist kein gültiges YAML: ${detail}`,
      'too-long': 'Er ist zu lang. Eine Abfrage hat nur ein paar Zeilen.',
      empty: 'Er ist leer. Schreib hinein, was angezeigt werden soll.',
      'no-show': 'Schreib, was angezeigt werden soll: contested, questions, uncited, old oder new-pages.',
      'no-source': 'Neue Seiten brauchen eine „source“: ihre ID oder ihren Pfad.',
      'unknown-show': (given: string, meant: string | null): string =>
        `„show: ${given}“ ist unbekannt. ${meant === null ? 'Möglich sind contested, questions, uncited, old und new-pages.' : `Meintest du ${meant}?`}`,
      'unknown-key': (given: string, meant: string | null): string =>
        `„${given}“ ist unbekannt. ${meant === null ? 'Möglich sind show, kind, tag, source, lens und limit.' : `Meintest du ${meant}?`}`,
      'bad-value': (key: string): string =>
        `„${key}“ muss ein Wort sein oder eine Liste von Wörtern, wo mehrere erlaubt sind.`,
      'bad-limit': '„limit“ muss eine ganze Zahl von 1 bis 200 sein.',
    },
  },
  history: {
    menu: 'Verlauf dieser Seite',
    title: (page: string): string => `Verlauf von ${page}`,
    loading: 'Verlauf wird gelesen…',
    none: 'Für diese Seite sind keine Änderungen aufgezeichnet. Änderungen von Hand werden nie aufgezeichnet.',
    hand: 'Änderungen von Hand werden hier nicht aufgezeichnet. Sie bleiben, wenn eine Änderung rückgängig gemacht wird.',
    by: (models: readonly string[]): string => `von ${models.join(', ')}`,
    source: (title: string): string => `aus ${title}`,
    elsewhere: 'auf einem anderen Gerät',
    then: (path: string): string => `danach ${path}`,
    show: 'Was sich geändert hat',
    undo: 'Rückgängig…',
    gone: 'Die Einzelheiten dieser Änderung werden nicht mehr aufbewahrt.',
    when: (at: string): string => formatDate(Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' }),
  },
  relations: {
    menu: 'Links und Belege',
    title: (page: string): string => `Links und Belege: ${page}`,
    loading: 'Wiki wird durchsucht…',
    gone: 'Das ist weder eine Seite noch eine Quelle des Wikis.',
    links: 'Seiten, die hierher verlinken',
    noLinks: 'Keine Seite verlinkt hierher.',
    rests: 'Seiten, die diese Quelle als Beleg nennen',
    noRests: 'Keine Seite nennt diese Quelle als Beleg.',
    declared: 'Seiten, die ihr widersprechen oder sie ersetzen',
    sources: 'Quellen, die sie als Beleg nennt',
    noSources: 'Sie nennt keine Quelle als Beleg.',
    linkCount: (n: number): string => plural(n, 'Link', 'Links'),
    sentences: (n: number): string => plural(n, 'Satz', 'Sätze'),
  },
  page: 'Auf dieser Seite',
  mark: (state: State): string => `${STATES[state]}: Grund anzeigen`,
};

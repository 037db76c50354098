/** An attribute of a subject whose values can be compared. */
export interface Attribute {
  /** As shown to people: `founded`, `population`. */
  readonly name: string;
  readonly kind: 'date' | 'figure';
  /** Whether its value is expected to change from year to year. */
  readonly varies: boolean;
}

const ATTRIBUTE_TABLE: readonly (readonly [name: string, kind: Attribute['kind'], varies: boolean, words: string])[] = [
  ['born', 'date', false, 'born geboren né née nacido nacida nació nato nata nascido родился родилась'],
  ['died', 'date', false, 'died gestorben starb mort décédé décédée murió morto morreu умер умерла'],
  [
    'founded',
    'date',
    false,
    'founded established incorporated founding gegründet fondé fondée fundado fundada fondato fondata opgericht основан основана основано',
  ],
  ['opened', 'date', false, 'opened eröffnet inauguré inaugurée inaugurado inaugurada'],
  ['completed', 'date', false, 'completed fertiggestellt achevé achevée'],
  ['signed', 'date', false, 'signed unterzeichnet signé signée firmado firmada'],
  ['ratified', 'date', false, 'ratified'],
  ['discovered', 'date', false, 'discovered entdeckt découvert découverte descubierto descubierta'],
  ['invented', 'date', false, 'invented erfunden inventé inventée'],
  ['launched', 'date', false, 'launched'],
  ['released', 'date', false, 'released'],
  ['lit', 'date', false, 'lit'],
  ['abandoned', 'date', false, 'abandoned'],
  [
    'built',
    'date',
    false,
    'built erected constructed gebaut erbaut construit construite construido construida costruito costruita',
  ],
  ['removed', 'date', false, 'removed dismantled taken-out abgebaut démonté démontée desmontado desmontada'],
  [
    'demolished',
    'date',
    false,
    'demolished torn-down pulled-down abgerissen démoli démolie demolido demolida demolito demolita',
  ],
  ['automated', 'date', false, 'automated automatisiert automatisé automatisée'],
  ['decommissioned', 'date', false, 'decommissioned'],
  ['abolished', 'date', false, 'abolished abgeschafft aboli abolie'],
  ['dissolved', 'date', false, 'dissolved disbanded aufgelöst dissous dissoute disuelto disuelta'],
  ['published', 'date', false, 'published veröffentlicht publié publiée publicado publicada'],
  [
    'population',
    'figure',
    true,
    'population inhabitants residents einwohner einwohnerzahl bevölkerung habitants población habitantes popolazione abitanti население',
  ],
  [
    'employees',
    'figure',
    true,
    'employees headcount staff workforce mitarbeiter mitarbeitende beschäftigte salariés empleados dipendenti',
  ],
  ['members', 'figure', true, 'members membership mitglieder membres miembros'],
  ['revenue', 'figure', true, 'revenue revenues turnover umsatz ingresos'],
  ['budget', 'figure', true, 'budget'],
  ['valuation', 'figure', true, 'valuation'],
  ['price', 'figure', true, 'price preis prix precio prezzo'],
  ['cost', 'figure', false, 'cost kosten coût costo'],
  ['speed', 'figure', false, 'speed'],
  ['diameter', 'figure', false, 'diameter'],
  ['span', 'figure', false, 'span'],
  ['debt', 'figure', true, 'debt'],
  ['area', 'figure', false, 'area fläche superficie'],
  ['height', 'figure', false, 'height tall höhe hauteur altura altezza'],
  ['length', 'figure', false, 'length long länge longueur longitud lunghezza'],
  ['depth', 'figure', false, 'depth tiefe profondeur profundidad profondità'],
  ['width', 'figure', false, 'width breite largeur'],
  ['elevation', 'figure', false, 'elevation altitude'],
  ['weight', 'figure', false, 'weight mass weighs gewicht'],
  ['capacity', 'figure', false, 'capacity kapazität capacité capacidad'],
];

const ATTRIBUTES_BY_WORD = new Map(
  ATTRIBUTE_TABLE.flatMap(([name, kind, varies, words]) =>
    words.split(' ').map((word) => [word, { name, kind, varies }] as const),
  ),
);

/** The attribute for a lower-cased word, or for a verb with its particle: `taken-out`. */
export function findAttribute(key: string): Attribute | undefined {
  return ATTRIBUTES_BY_WORD.get(key);
}

/** Attributes that follow their number: `1,200 employees`, `324 metres tall`. */
export const COUNTED_NOUNS: ReadonlySet<string> = new Set(
  'inhabitants residents employees members einwohner mitarbeiter mitarbeitende mitglieder habitants habitantes abitanti tall long salariés empleados dipendenti membres miembros'.split(
    ' ',
  ),
);

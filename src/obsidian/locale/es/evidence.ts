import { dateText as formatDate } from '../format';
import { type Texts } from '../texts';
import { choose, plural } from './plural';

/** «18 de abril de 2026»; a year or a month alone stays as it is. */
function dateText(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date.slice(0, 10)) : NaN;
  if (Number.isNaN(time)) return date;
  return formatDate(time, { dateStyle: 'long', timeZone: 'UTC' });
}

const STATES = {
  unfounded: 'Cita no encontrada',
  contested: 'En disputa',
  old: 'Demasiado antiguo',
  uncited: 'Sin referencia',
  'by-hand': 'Escrito a mano',
  quoted: 'Con cita',
} as const;

type State = keyof typeof STATES;

export const evidence: Texts['evidence'] = {
  command: 'Mostrar las pruebas aquí',
  stripCommand: 'Mostrar u ocultar la franja de pruebas',
  stripShown: 'La franja de pruebas se muestra junto a las páginas de la wiki.',
  stripHidden: 'La franja de pruebas está oculta.',
  heading: 'Pruebas en la página',
  strip: 'Franja de pruebas',
  stripWhat:
    'Marca cada párrafo de una página con una línea fina: con cita, sin referencia, en disputa, demasiado antiguo o escrito a mano.',
  number: (label: string, state: 'unfounded' | 'contested' | null): string =>
    `Nota al pie ${label}${state === null ? '' : ` (${STATES[state]})`}: mostrar las pruebas`,
  card: (title: string): string => `Pruebas: ${title}`,
  looking: 'Buscando en la fuente…',
  none: 'Ninguna nota al pie de este párrafo cita una fuente.',
  noPage: 'Abre primero una página de la wiki.',
  date: dateText,
  undated: 'Sin fecha',
  authority: { primary: 'fuente primaria', secondary: 'fuente secundaria', rumour: 'rumor' },
  under: (heading: string): string => `En «${heading}»: `,
  says: (speaker: string): string => `${speaker}: `,
  verdict: {
    exact: 'Cita encontrada palabra por palabra.',
    found: 'Cita encontrada. Solo difieren los espacios o la puntuación.',
    missing: 'La fuente no contiene esta cita. Comprueba la frase.',
    cited: 'Referencia sin cita.',
    unread: 'La fuente no se puede leer como texto, así que la cita no se comprobó.',
    gone: 'La wiki ya no tiene esta fuente.',
  },
  changed: 'La fuente cambió después de que la wiki la leyera. Incorpórala de nuevo.',
  old: (days: number): string => `Tiene más de ${plural(days, 'día', 'días')}. Busca una fuente más reciente.`,
  disagrees: 'Discrepa:',
  other: (title: string | null, date: string | null, text: string): string =>
    `${[title ?? 'Una frase sin fuente', date === null ? null : dateText(date)].filter(Boolean).join(', ')}: «${text}»`,
  open: 'Abrir la fuente aquí',
  settle: 'Resolver',
  close: 'Cerrar',
  state: (state: State, days: number | null): string =>
    state === 'old' && days !== null ? `${STATES.old} (${plural(days, 'día', 'días')})` : STATES[state],
  why: (state: State, count: number, sentences: number): string => {
    const isAlone = sentences === 1;
    const some = `${count} de ${sentences} frases de aquí`;
    const which = isAlone ? 'esta frase' : some;
    switch (state) {
      case 'unfounded':
        return `La cita de ${which} no está en su fuente, o la fuente ya no existe.`;
      case 'contested':
        return `Otra fuente contradice ${which}.`;
      case 'old':
        return `La fuente más reciente de ${which} es más antigua de lo que permite esta wiki.`;
      case 'uncited':
        return isAlone ? 'Esta frase no tiene fuente.' : `${some} no ${choose(count, 'tiene', 'tienen')} fuente.`;
      case 'by-hand':
        return `Una persona escribió o editó ${which}.`;
      case 'quoted':
        return isAlone ? 'Esta frase tiene una fuente.' : `Las ${sentences} frases de aquí tienen una fuente.`;
    }
  },
  query: {
    title: {
      contested: 'Afirmaciones en disputa',
      questions: 'Preguntas abiertas',
      uncited: 'Frases sin referencia',
      old: 'Páginas demasiado antiguas',
      'new-pages': 'Páginas nuevas',
    },
    none: {
      contested: 'No hay nada en disputa.',
      questions: 'No hay preguntas abiertas.',
      uncited: 'Todas las frases tienen una fuente.',
      old: 'Ninguna página es demasiado antigua.',
      'new-pages': 'No hay páginas nuevas.',
    },
    from: (source: string): string => `de ${source}`,
    looking: 'Buscando…',
    noWiki: 'No hay ninguna wiki abierta.',
    starting: 'La wiki aún se está leyendo.',
    more: (limit: number): string => `Hay más de ${limit}. Para verlas, indica un “limit” mayor (200 como máximo).`,
    side: (text: string, source: string | null, date: string | null): string =>
      `«${text}» ${[source ?? 'sin fuente', date === null ? null : dateText(date)].filter(Boolean).join(', ')}`,
    newest: (date: string): string => `fuente o actualización más reciente: ${dateText(date)}`,
    on: (title: string): string => `en ${title}`,
    failed: 'Este bloque no se puede mostrar.',
    example: 'Por ejemplo:',
    problem: {
      yaml: (detail: string): string => `No es YAML válido: ${detail}`,
      'too-long': 'Es demasiado largo. Una consulta tiene pocas líneas.',
      empty: 'Está vacío. Escribe qué mostrar.',
      'no-show': 'Escribe qué mostrar: contested, questions, uncited, old o new-pages.',
      'no-source': 'Las páginas nuevas necesitan “source”: su id o su ruta.',
      'unknown-show': (given: string, meant: string | null): string =>
        `“show: ${given}” no se conoce. ${meant === null ? 'Escribe contested, questions, uncited, old o new-pages.' : `¿Querías decir ${meant}?`}`,
      'unknown-key': (given: string, meant: string | null): string =>
        `“${given}” no se conoce. ${meant === null ? 'Usa show, kind, tag, source, lens y limit.' : `¿Querías decir ${meant}?`}`,
      'bad-value': (key: string): string =>
        `“${key}” debe ser una palabra, o una lista de palabras donde se admiten varias.`,
      'bad-limit': '“limit” debe ser un número entero de 1 a 200.',
    },
  },
  history: {
    menu: 'Historial de esta página',
    title: (page: string): string => `Historial de ${page}`,
    loading: 'Leyendo el historial…',
    none: 'No hay cambios registrados de esta página. Las ediciones a mano nunca se registran.',
    hand: 'Las ediciones a mano no se registran aquí. Se conservan al deshacer un cambio.',
    by: (models: readonly string[]): string => `por ${models.join(', ')}`,
    source: (title: string): string => `de ${title}`,
    elsewhere: 'en otro dispositivo',
    then: (path: string): string => `entonces ${path}`,
    show: 'Qué cambió',
    undo: 'Deshacer…',
    gone: 'Los detalles de este cambio ya no se conservan.',
    when: (at: string): string => formatDate(Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' }),
  },
  relations: {
    menu: 'Enlaces y referencias',
    title: (page: string): string => `Enlaces y referencias: ${page}`,
    loading: 'Buscando en la wiki…',
    gone: 'Esto no es ni una página ni una fuente de la wiki.',
    links: 'Páginas que enlazan aquí',
    noLinks: 'Ninguna página enlaza aquí.',
    rests: 'Páginas que citan esta fuente',
    noRests: 'Ninguna página cita esta fuente.',
    declared: 'Páginas que la contradicen o sustituyen',
    sources: 'Fuentes que cita',
    noSources: 'No cita ninguna fuente.',
    linkCount: (n: number): string => plural(n, 'enlace', 'enlaces'),
    sentences: (n: number): string => plural(n, 'frase', 'frases'),
  },
  page: 'En esta página',
  mark: (state: State): string => `${STATES[state]}: mostrar por qué`,
};

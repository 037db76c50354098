import { type Texts } from '../texts';
import { choose, plural } from './plural';

const changes = (n: number): string => plural(n, 'cambio', 'cambios');
const proposals = (n: number): string => plural(n, 'propuesta', 'propuestas');
const files = (n: number): string => plural(n, 'archivo', 'archivos');

export const review: Texts['review'] = {
  name: 'Revisar cambios',
  overviewTitle: 'Todas las propuestas',
  from: 'de',
  lens: (title: string): string => `lente ${title}`,
  loading: 'Cargando cambios…',
  nothing: 'No hay propuestas que revisar.',
  more: 'Más acciones',
  asked: 'Pediste este cambio, así que todo está aceptado. Échale un vistazo y pulsa Enter o «Aplicar».',
  undecidedOnly: 'Solo sin decidir',
  nextDecision: 'Siguiente decisión',
  acceptThis: 'Aceptar este cambio',
  rejectThis: 'Rechazar este cambio',
  decidedOf: (n: number, total: number): string => `${n} de ${total} decididos`,
  seen: 'visto',
  queue: {
    title: 'En espera',
    place: (at: number, total: number): string => `Propuesta ${at} de ${total}`,
    pages: files,
    more: (n: number): string => `${n} más`,
  },
  gone: 'Esta propuesta ya no existe.',
  goneHint: 'Su archivo se eliminó de .wiki/proposals. No se escribió nada.',
  tryAgain: 'Reintentar',

  layout: 'Vista',
  layouts: { unified: 'Unificada', split: 'En paralelo', rendered: 'Con formato', page: 'Página' },

  files: 'Archivos',
  groups: {
    created: 'Creados',
    updated: 'Actualizados',
    renamed: 'Renombrados',
    deleted: 'Borrados',
    generated: 'Generados',
  },
  updated: 'actualizado',
  unchanged: 'sin cambios',
  marks: { all: 'todo aceptado', some: 'aceptado en parte', none: 'nada aceptado', rejected: 'todo rechazado' },
  ofTotal: (n: number, total: number): string => `${n} de ${total}`,
  conflictMark: 'conflicto',
  movedMark: 'Esta página se editó después de la propuesta. Los cambios se aplican ahora a su texto actual.',
  linkedOutside: (notes: readonly string[]): string => {
    const more = notes.length > 5 ? ` y ${notes.length - 5} más` : '';
    return `Los enlaces en notas fuera de la wiki no se actualizan: ${notes.slice(0, 5).join(', ')}${more}.`;
  },
  lintAfter: 'Lint después de aplicar',
  lintSame: 'sin diferencias',
  generatedNote: 'Se actualiza automáticamente con los cambios que aceptas.',
  generatedSame: 'Sin cambios.',
  generatedLoading: 'Actualizando la vista previa…',

  change: (at: number, total: number, title: string): string => `Cambio ${at} de ${total} · ${title}`,
  changeLabel: (at: number, total: number, title: string, state: string): string =>
    `Cambio ${at} de ${total}, ${title}, ${state}`,
  states: { accepted: 'aceptado', rejected: 'rechazado', undecided: 'sin decidir' },
  accept: 'Aceptar',
  accepted: 'Aceptado',
  reject: 'Rechazar',
  rejected: (reason: string | undefined): string => (reason ? `Rechazado: ${reason}` : 'Rechazado'),
  rejectedByNeed: 'Rechazado: depende de un cambio rechazado',
  undoDecision: 'Deshacer decisión',
  edit: 'Editar',
  edited: 'editado por ti',
  revert: 'Volver al texto propuesto',
  save: 'Guardar y aceptar',
  cancel: 'Cancelar',
  reasonAt: (line: number | null, text: string, reason: string): string =>
    line === null ? `«${text}»: ${reason}` : `Línea ${line}, «${text}»: ${reason}`,
  about: (text: string): string => `Sobre: «${text}»`,
  reasonPlaceholder: 'Motivo (opcional)',
  reasonHint: 'Orienta las próximas propuestas.',
  reasons: 'Motivos recientes',
  never: (title: string): string => `Nunca una página para «${title}»`,
  neverSaid: (title: string): string =>
    `«${title}» no tendrá página a partir de ahora. Puedes cambiarlo en los ajustes.`,
  usualReasons: ['Conservar la redacción actual', 'No es cierto', 'No es para esta página'],
  textOf: (title: string): string => `Texto de «${title}»`,
  unchangedContext: 'Texto sin cambios en la misma línea',
  quoteNotFound: 'cita no encontrada',
  noLongerSaid: (text: string, reason: string | null): string =>
    `Elimina la afirmación «${text}»${reason === null ? '' : ` Motivo: ${reason}`}`,
  footnote: (number: number | string, source: string, quote: string | null): string =>
    `Nota al pie ${number}, ${source}${quote === null ? '' : `: «${quote}»`}`,

  contradiction: {
    disagree: 'Dos fuentes discrepan',
    question: (attribute: string, names: readonly [string, string] | null): string => {
      const what = names === null ? '¿cuál es la afirmación correcta?' : `¿${names[0]} o ${names[1]}?`;
      return attribute === '' ? what : `${attribute}: ${what}`;
    },
    current: 'La página dice',
    proposed: 'La fuente nueva dice',
    who: 'Quién lo dice',
    when: 'Cuándo',
    authority: 'Autoridad',
    page: 'Página',
    nobody: 'Sin fuente. Probablemente escribiste tú esta frase.',
    undated: 'Sin fecha',
    openFor: (days: number): string =>
      days < 1 ? 'Encontrada hoy' : `Abierta desde hace ${plural(days, 'día', 'días')}`,
    first: 'Una fuente dice',
    second: 'Otra fuente dice',
    lead: 'Elige qué afirmación es correcta.',
    says: 'Dónde lo dice la wiki',
    bothSides: 'cita ambas',
    holds: (value: string): string => `Lo correcto es ${value}`,
    answers: {
      current: 'La primera es correcta',
      proposed: 'La segunda es correcta',
      both: 'Ambas son correctas',
      open: 'Dejar abierta',
    },
    what: {
      current: 'La primera se queda. Al aplicar, la segunda pasa a History con su fecha.',
      proposed: 'La segunda se queda. Al aplicar, la primera pasa a History con su fecha.',
      both: 'Ambas se quedan en la página, y una nota dice que se conservan las dos.',
      open: 'Ambas se quedan en la página con una advertencia, y lint las señala hasta que lo resuelvas.',
    },
    settled: {
      current: 'La segunda pasa a History con su fecha. Antes lo revisas.',
      proposed: 'La primera pasa a History con su fecha. Antes lo revisas.',
      both: 'Ambas se quedan, y una nota lo dice. Antes lo revisas.',
      open: 'No cambia nada.',
    },
    said: {
      current: 'La primera es correcta.',
      proposed: 'La segunda es correcta.',
      both: 'Ambas son correctas.',
      open: 'Queda abierta.',
    },
  },

  combined: {
    title: (path: string): string => `Todas las propuestas para ${path}`,
    others: (n: number): string => `${plural(n, 'propuesta más', 'propuestas más')} para esta página`,
    lead: (n: number): string =>
      `${proposals(n)} ${choose(n, 'cambia', 'cambian')} esta página. Los cambios van en el orden de la página; los rechazados no aparecen.`,
    open: (title: string): string => `Revisar: ${title}`,
    overlaps: 'Otra propuesta cambia el mismo texto. Al aplicar una, la otra se combina o se te pregunta.',
    none: 'Ningún cambio espera para esta página.',
  },

  inline: {
    label: (title: string): string => `Cambio propuesto: ${title}`,
    removed: 'Este texto se eliminaría.',
    open: 'Revisar…',
    setting: 'Cambios propuestos en las notas abiertas',
    settingWhat: 'Los muestra donde irían, con botones para aceptar o rechazar cada uno.',
  },

  overview: {
    sources: 'Fuentes',
    readIn: (time: string): string => `Leído en ${time}`,
    title: (sources: number, pages: number): string =>
      sources === 0
        ? `${plural(pages, 'página', 'páginas')} por revisar`
        : `${plural(sources, 'fuente', 'fuentes')}, ${plural(pages, 'página', 'páginas')}`,
    disagreeOn: (one: string, other: string): string => `Estas dos fuentes discrepan: ${one} y ${other}`,
    disagree: (attribute: string): string =>
      attribute === '' ? 'Dos fuentes discrepan' : `Dos fuentes discrepan: ${attribute}`,
    on: (page: string): string =>
      `En la página «${page}». Ambas afirmaciones se quedan, con una advertencia, hasta que lo resuelvas.`,
    newPages: (n: number): string => plural(n, 'página nueva', 'páginas nuevas'),
    changedPages: (n: number): string => plural(n, 'página cambiada', 'páginas cambiadas'),
    from: (names: readonly string[], total: number, quotes: number): string => {
      const all = names.length === total && total === 2 ? 'ambas fuentes' : `${names.length} de ${total} fuentes`;
      return `De ${names.length === 1 ? (names[0] ?? '') : all} · ${plural(quotes, 'cita', 'citas')}`;
    },
    first: (shown: number, total: number): string => `Las primeras ${shown} de ${total} propuestas`,
    untilApply: 'No se escribe nada hasta que apliques. Después puedes deshacerlo.',
    left: (n: number): string =>
      `${proposals(n)} ${choose(n, 'necesita', 'necesitan')} tu decisión: falta una cita, se elimina una afirmación o se editó una página.`,
    oneByOne: 'Revisar página a página',
    apply: (n: number): string => `Aplicar ${plural(n, 'página', 'páginas')}`,
    applyKey: (mod: string): string => `${mod} Enter`,
    applying: 'Aplicando propuestas',
    applied: (count: number, written: number): string =>
      `${plural(count, 'propuesta aplicada', 'propuestas aplicadas')}, ${plural(written, 'archivo escrito', 'archivos escritos')}`,
    undoable: 'Puedes deshacer cada una en el historial.',
    leftOver: (n: number): string =>
      `${proposals(n)} aún ${choose(n, 'espera', 'esperan')} tu decisión. No se escribió nada de ${choose(n, 'ella', 'ellas')}.`,
    reviewLeft: (n: number): string => `Revisar ${proposals(n)}`,
  },

  account: {
    title: 'Qué pasa con las afirmaciones de esta página',
    counts: { kept: 'Conservadas', added: 'Nuevas', moved: 'Movidas', dropped: 'Eliminadas' },
    dropped: 'Afirmaciones eliminadas',
    droppedLabel: (text: string): string => `Afirmación eliminada: ${text}`,
    droppedChip: (n: number): string => plural(n, 'afirmación eliminada', 'afirmaciones eliminadas'),
    movedChip: (to: string | null): string => `1 afirmación movida ${to === null ? 'hacia arriba' : `a ${to}`}`,
    reworded: (n: number): string =>
      `${n} de las afirmaciones conservadas ${choose(n, 'cambia', 'cambian')} de redacción.`,
    reason: (reason: string | null): string => (reason === null ? 'Sin motivo indicado.' : `Motivo: ${reason}`),
    noSource: 'Sin fuente. Probablemente escribiste tú esta frase.',
    drop: 'Eliminar',
    dropLabel: (text: string): string => `Eliminar: ${text}`,
    isDropped: 'Eliminada',
    keep: 'Conservar',
    keepLabel: (text: string): string => `Conservar: ${text}`,
    keptReason: 'Conservar lo que dice la página.',
    kept: 'Conservada.',
    isKept: 'Conservada',
    chosen: (choice: 'keep' | 'drop', open: number): string =>
      `${choice === 'keep' ? 'Conservada' : 'Eliminada'}. El mismo cambio elimina ${plural(open, 'afirmación más: consérvala o elimínala', 'afirmaciones más: consérvalas o elimínalas')} también.`,
    keptAll: 'Una de estas afirmaciones solo se puede conservar rechazando todo el cambio, así que se quedan todas.',
    weakened: 'Reescrita con menos detalles',
    before: (text: string): string => `Actual: «${text}»`,
    under: (heading: string): string => `En «${heading}».`,
    movesTo: (path: string): string => `A ${path}.`,
  },
  renameTo: (from: string, to: string): string => `Renombrado de ${from} a ${to}`,
  renames: 'Solo cambia el nombre del archivo.',
  asText: 'Mostrar como texto',

  added: 'Añadido: ',
  removed: 'Eliminado: ',
  gap: 'líneas sin cambios',
  gapInLine: 'texto sin cambios',
  rendered: { added: 'Añadido', removed: 'Eliminado' },

  fields: 'Propiedades',
  properties: (n: number, names: readonly string[]): string =>
    names.length === 0 ? `Propiedades (${n})` : `Propiedades (${n}): ${names.join(', ')}${n > names.length ? '…' : ''}`,
  empty: 'vacío',
  headItems: (name: string, added: number, removed: number): string =>
    `${name}${added > 0 ? ` +${added}` : ''}${removed > 0 ? ` −${removed}` : ''}`,
  headValue: (name: string, before: string, after: string): string => `${name} ${before} → ${after}`,

  table: 'Tabla',
  whitespaceOnly: 'Solo cambiaron espacios en blanco.',
  sameRows: (n: number): string => `${plural(n, 'fila', 'filas')} sin cambios`,
  sameColumns: (n: number): string => `${plural(n, 'columna', 'columnas')} sin cambios`,
  retargeted: (text: string, before: string, after: string): string =>
    `${text === '' ? 'El enlace' : `El enlace «${text}»`} apunta ahora a ${after} en lugar de a ${before}`,

  evidence: 'Pruebas',
  evidenceFor: (at: number): string => `Pruebas del cambio ${at}`,
  noEvidence: 'Sin cita que lo respalde',
  notFromSources: 'Este cambio no viene de ninguna fuente, así que no hay cita.',
  noQuoteNeeded: 'Solo cambia la fecha de la página. No necesita cita.',
  verdicts: { found: 'Cita encontrada', 'not-found': 'No está en la fuente', unchecked: 'Cita sin comprobar' },
  place: {
    line: (n: number) => `línea ${n}`,
    page: (n: number) => `página ${n}`,
    chapter: (n: number) => `capítulo ${n}`,
    under: (text: string) => `en «${text}»`,
  },
  openSource: 'Abrir en la fuente',
  reason: 'Por qué este cambio',
  whyPage: 'Por qué esta página',
  notes: 'Notas sobre esta propuesta',
  sourceDifference: {
    title: (path: string): string => `Qué cambió en ${path}`,
    gone: (count: number): string => `${plural(count, 'cita ya no está', 'citas ya no están')} en la fuente`,
    place: (page: string, line: number): string => `${page}, línea ${line}`,
  },
  keysTitle: 'Atajos de teclado',

  decided: (accepted: number, total: number): string =>
    total === 0 ? 'Solo cambian archivos generados' : `${accepted} de ${total} cambios aceptados`,
  untilApply: 'no se escribe nada hasta que apliques',
  acceptAll: 'Aceptar todo',
  rejectProposal: 'Rechazar la propuesta',
  rejectAll: 'Rechazar todo…',
  acceptFile: 'Aceptar archivo',
  apply: (accepted: number, total: number): string => {
    if (total === 0) return 'Aplicar';
    return accepted === total ? `Aplicar ${changes(accepted)}` : `Aplicar ${accepted} de ${total}`;
  },
  applying: 'Aplicando cambios',
  nothingAccepted: 'Acepta primero al menos un cambio.',
  blocked: (n: number): string => `Corrige ${plural(n, 'problema', 'problemas')} antes de aplicar`,
  conflicts: (n: number): string => `Resuelve los conflictos en ${files(n)}`,
  goToProblem: 'Ir al problema',
  blockerRemedy: 'Rechaza este cambio o edítalo.',
  undecidedTitle: (n: number): string => `${changes(n)} sin decidir`,
  undecidedText: (accepted: number): string =>
    `Has aceptado ${changes(accepted)}. Los cambios sin decidir se omiten y no se vuelven a proponer.`,
  applyAccepted: (n: number): string => `Aplicar ${n}, omitir el resto`,
  acceptRest: 'Aceptar todo y aplicar',
  keepReviewing: 'Seguir revisando',
  rejectAllTitle: '¿Rechazar esta propuesta?',
  rejectAllText: 'No se escribe nada en la wiki. La fuente se omite hasta que la incorpores de nuevo.',

  announce: {
    decided: (what: string, accepted: number, total: number): string =>
      `${what} ${accepted} de ${total} cambios aceptados.`,
    related: (n: number): string =>
      `También se ${choose(n, 'actualizó', 'actualizaron')} ${plural(n, 'cambio relacionado', 'cambios relacionados')}.`,
    left: (n: number): string => `${changes(n)} por decidir: falta una cita o se elimina una afirmación.`,
    decisionUndone: 'Decisión deshecha.',
    edited: 'Editado y aceptado.',
    accepted: 'Aceptado.',
    reverted: 'Se volvió al texto propuesto.',
    rejected: (reason: string): string => (reason === '' ? 'Rechazado.' : `Rechazado: ${reason}.`),
    file: (path: string): string => `Se muestra ${path}`,
    layout: (name: string): string => `Vista: ${name}`,
    all: 'Se muestra todo.',
    refreshed: 'Una página cambió. La revisión vuelve a estar al día.',
    conflictResolved: 'Conflicto resuelto.',
    lastHunk: 'No hay más cambios.',
    undecided: (n: number): string => `${changes(n)} sin decidir.`,
    unsaved: 'Guarda o cancela primero tu edición.',
    noQuote: 'Este cambio no tiene ninguna cita que lo respalde.',
    noSource: (id: string): string => `Esta wiki no tiene la fuente «${id}».`,
  },

  conflict: {
    title: 'Editado desde la propuesta',
    blocked: 'No se puede aplicar',
    current: 'Texto actual',
    proposed: 'Texto propuesto',
    line: (n: number): string => `Línea ${n}`,
    keepCurrent: 'Conservar el mío',
    skip: 'Omitir este cambio',
    useProposed: 'Usar el propuesto',
    edit: 'Editar…',
    editLabel: 'Texto resultante',
    nothing: 'nada',
  },

  result: {
    applied: 'Aplicado',
    appliedText: (n: number): string =>
      `${plural(n, 'archivo escrito', 'archivos escritos')}. Puedes deshacerlo en un paso.`,
    rejected: 'Rechazado',
    rejectedText: 'No se escribió nada en la wiki.',
    isApplied: 'Ya aplicada',
    isRejected: 'Ya rechazada',
    elsewhere: (at: string): string => `Decidida fuera de esta vista: ${at}.`,
    earlier: (at: string): string => `Decidida: ${at}.`,
    written: 'Archivos escritos',
    undo: 'Deshacer…',
    undoing: 'Preparando el deshacer',
    next: (title: string): string => `Siguiente: ${title}`,
    noNext: 'No hay más propuestas que revisar.',
    was: (title: string, n: number): string =>
      `«${title}» aplicada: ${plural(n, 'archivo escrito', 'archivos escritos')}.`,
    wasRejected: (title: string): string => `«${title}» rechazada. No se escribió nada.`,
    undoLabel: (title: string): string => `Deshacer «${title}»…`,
    hide: 'Ocultar este aviso',
    deleted: 'borrado',
    open: (path: string): string => `Abrir ${path}`,
  },

  keys: {
    nextHunk: 'Cambio siguiente',
    previousHunk: 'Cambio anterior',
    nextFile: 'Archivo siguiente',
    previousFile: 'Archivo anterior',
    accept: 'Aceptar',
    reject: 'Rechazar',
    edit: 'Editar',
    source: 'Abrir en la fuente',
    undecide: 'Deshacer decisión',
    acceptFile: 'Aceptar archivo',
    unified: 'Unificada',
    split: 'En paralelo',
    rendered: 'Con formato',
    page: 'Página',
    text: 'Alternar entre página y texto',
    generated: 'Archivos generados',
    acceptAll: 'Aceptar todo en esta propuesta',
    undecidedOnly: 'Solo sin decidir',
    comment: 'Comentar el texto seleccionado',
    next: 'Siguiente cambio sin decidir; tras el último, aplicar y continuar',
    apply: 'Aplicar',
    keys: 'Atajos de teclado',
  },
};

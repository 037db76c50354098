import { capitalise } from '../../../base';
import { type Texts } from '../texts';
import { plural } from './plural';

const pages = (n: number): string => plural(n, 'página', 'páginas');

export const plan: Texts['plan'] = {
  title: 'Plan',
  sentence: (makes: number, composes: number, adds: number): string => {
    const parts = [
      makes > 0 && `crea ${pages(makes)}`,
      composes > 0 && `reescribe ${pages(composes)}`,
      adds > 0 && `amplía ${pages(adds)}`,
    ].filter((part) => part !== false);
    return parts.length === 0 ? 'No cambia ninguna página.' : `${capitalise(parts.join(', '))}.`;
  },
  ops: { create: 'Crea', compose: 'Reescribe', edit: 'Amplía' },
  passages: (n: number): string => plural(n, 'pasaje', 'pasajes'),
  openPage: (title: string): string => `Mostrar los cambios de ${title}`,
  change: (title: string): string => `Cambiar lo que pasa con ${title}`,
  never: 'Nunca una página',
  leave: 'Dejar esta página como está',
  merge: 'Combinar con…',
  own: 'Darle una página propia…',
  add: 'Añadir una página…',
  noPage: 'Con nombre, pero sin página',
  makePage: (name: string): string => `Crear una página para ${name}`,
  asked: 'Has pedido',
  wishes: {
    never: (name: string): string => `Ninguna página para «${name}»`,
    always: (name: string): string => `Una página para «${name}»`,
    same: (name: string, as: string): string => `«${name}» va a «${as}»`,
    rename: (name: string, to: string): string => `«${name}» se titula «${to}»`,
    spared: (slug: string): string => `${slug} se queda como está`,
    move: (from: string, to: string): string => `El texto previsto para ${from} va a «${to}»`,
    units: (units: string): string => `Pasajes que se usan: ${units}`,
  },
  reset: 'Descartar estas peticiones',
  left: (n: number): string => `Mostrar lo omitido (${n})`,

  modal: {
    never: (title: string): string => `¿Ninguna página para «${title}»?`,
    leave: (title: string): string => `¿Dejar «${title}» como está?`,
    merge: (title: string): string => `¿Adónde va «${title}»?`,
    own: (title: string): string => `Poner el texto previsto para «${title}» en una página nueva`,
    add: 'Añadir una página',
    into: 'Página',
    intoWhat: 'El título de una página existente o prevista. Cualquier otro crea una página nueva.',
    newTitle: 'Título de la página nueva',
    missing: 'Escribe un título.',
    scope: 'Para',
    thisSource: 'Solo esta fuente',
    everySource: 'Todas las fuentes de esta wiki',
    again:
      'La fuente se lee de nuevo y una propuesta nueva sustituye a esta. Se pierden tus decisiones sobre la actual.',
    go: 'Cambiar el plan',
    cancel: 'Cancelar',
  },
  job: 'Cambiando el plan',

  coverage: {
    title: 'Sin usar',
    of: (source: string): string => `Pasajes de ${source} que ninguna página usa`,
    used: (used: number, units: number): string => `${used} de ${plural(units, 'pasaje', 'pasajes')} en uso`,
    reasons: {
      boilerplate: 'texto repetitivo',
      'off-scope': 'fuera de tema',
      'already-said': 'ya dicho',
      navigational: 'de navegación',
      postponed: 'dejado para después',
      unplaced: 'sin página',
      declined: 'rechazado por ti',
    },
    use: 'Usar esto',
    useLabel: (text: string): string => `Usar esto: ${text}`,
    useAll: (n: number): string => `Usar los ${n}`,
    continue: 'Continuar',
    continueLabel: (source: string): string => `Continuar con lo omitido de ${source}`,
    continueWhat: 'Lee de nuevo los pasajes sin usar, salvo los omitidos a propósito.',
    open: (source: string): string => `Mostrar los pasajes de ${source} que ninguna página usa`,
    openSource: 'Abrir en la fuente',
    gone: 'Ya no está en la fuente',
    unknown: 'Ningún modelo ha leído esta fuente en este dispositivo.',
    all: 'Todos los pasajes están en uso.',
    loading: 'Leyendo la fuente…',
    grid: 'Ver todas las páginas y fuentes',
    showMore: (n: number): string => `Mostrar ${n} más`,
    needsModel: 'Esto requiere un modelo de lenguaje. Elige uno en los ajustes.',
    job: 'Leyendo lo omitido',
  },
};

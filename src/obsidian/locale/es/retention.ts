import { type Texts } from '../texts';
import { choose, plural } from './plural';

const sources = (n: number): string => plural(n, 'fuente', 'fuentes');

export const retention: Texts['retention'] = {
  title: 'Fuentes caducadas',
  loading: 'Mirando las páginas…',
  forever:
    'Esta wiki conserva sus fuentes para siempre. Para fijar un límite de antigüedad, escribe “retention: days:365” bajo “sources” en KNOWLEDGE.md.',
  none: (days: number): string =>
    `Ninguna fuente tiene más de ${plural(days, 'día', 'días')}, el límite de antigüedad de esta wiki.`,
  lead: (count: number, days: number): string =>
    `${sources(count)} ${choose(count, 'tiene', 'tienen')} más de ${plural(days, 'día', 'días')}, el límite de antigüedad de esta wiki. No se elimina nada automáticamente.`,
  choose: 'Selecciona fuentes para ver qué páginas y afirmaciones perderían su última fuente.',
  dated: (day: string, from: string): string => (from === 'ingest' ? `primera incorporación: ${day}` : day),
  nothingLost: 'Ninguna página ni afirmación perdería su última fuente.',
  stay: 'Estas páginas y afirmaciones se quedan como están. El panel Lint las señala hasta que las cambies o borres.',
  pages: (count: number): string => `${plural(count, 'página se quedaría', 'páginas se quedarían')} sin ninguna fuente`,
  statements: (count: number): string =>
    `${plural(count, 'afirmación se quedaría', 'afirmaciones se quedarían')} sin ninguna fuente`,
  move: (count: number): string => (count === 0 ? 'Mover a la papelera' : `Mover ${sources(count)} a la papelera`),
  moved: (count: number): string =>
    `${plural(count, 'fuente movida', 'fuentes movidas')} a la carpeta .trash de la wiki.`,
  keep: 'Conservar todas',
  close: 'Cerrar',
  inTrash: (count: number): string => `En la papelera: ${sources(count)}`,
  putBack: 'Restaurar',
  putBackOne: (path: string): string => `Restaurar ${path}`,
  isBack: (path: string): string => `${path} está de vuelta.`,
};

import { type Texts } from '../texts';
import { choose, plural } from './plural';

export const trust: Texts['trust'] = {
  title: 'Las reglas para el modelo han cambiado',
  titleNew: 'Las reglas para el modelo esperan tu aprobación',
  lead: (files: number, since: string | null): string =>
    since === null
      ? `${plural(files, 'archivo', 'archivos')} de esta wiki nunca se ${choose(files, 'aprobó', 'aprobaron')} en este dispositivo.`
      : `${plural(files, 'archivo', 'archivos')} ${choose(files, 'difiere', 'difieren')} de lo último que aprobaste (${since}).`,
  waits: 'Las tareas que cambian la wiki están en pausa hasta que apruebes. La lectura sigue funcionando.',
  skillsWait: 'Solo estas habilidades esperan tu aprobación. Todo lo demás funciona.',
  loading: 'Comparando con lo que aprobaste…',
  none: 'Todas las reglas para el modelo están aprobadas.',
  close: 'Cerrar',
  kinds: {
    manifest: 'ajustes de la wiki o la lente',
    guide: 'guía para el modelo',
    policy: 'política',
    skill: 'habilidad',
    named: 'archivo que nombra una política',
  },
  headings: {
    hidden: (kind: string, isNew: boolean): string => `Te oculta texto${isNew ? ' (archivo nuevo)' : ''}: ${kind}`,
    power: (kind: string, isNew: boolean): string => `${isNew ? 'Archivo nuevo' : 'Pide más permisos'}: ${kind}`,
    weaker: (kind: string, isNew: boolean): string =>
      `Debilita una comprobación${isNew ? ' (archivo nuevo)' : ''}: ${kind}`,
    rules: (kind: string, isNew: boolean): string => `${isNew ? 'Archivo nuevo' : 'Cambian las reglas'}: ${kind}`,
    wording: (kind: string, isNew: boolean): string =>
      isNew ? `Archivo nuevo: ${kind}` : 'Cambia la redacción, no las reglas',
    removed: (kind: string): string => `Se eliminó: ${kind}`,
  },
  marks: {
    hidden: (characters: number): string => plural(characters, 'carácter oculto', 'caracteres ocultos'),
    power: 'más permisos',
    weaker: 'comprobación más débil',
    rules: 'reglas cambiadas',
    wording: 'sin efecto en las reglas',
    never: 'nunca aprobado',
  },
  line: (line: number): string => `línea ${line}`,
  becomes: 'pasa a ser',
  shown: 'Se muestran aquí; en un editor son invisibles. Un modelo los lee.',
  blocked: 'Sigue bloqueado hasta que desaparezcan.',
  gateStays: 'Aprobar no le permite escribir sin revisión. Eso se permite en «Ejecutar mantenimiento».',
  unknownBefore: 'El texto anterior ya no está disponible. Lee el archivo antes de aprobarlo.',
  select: (path: string): string => `Aprobar ${path}`,
  texts: (files: number): string => `Texto completo, ${plural(files, 'archivo', 'archivos')}`,
  noText: 'Sin texto.',
  gap: 'líneas omitidas',
  kept: 'Tu aprobación se guarda en este dispositivo, fuera de la bóveda, con tu nombre y la hora.',
  name: 'Tu nombre',
  approve: 'Aprobar',
  approveSome: (chosen: number, all: number): string => `Aprobar ${chosen} de ${all}`,
  keep: 'Mantener bloqueado',
  done: (files: number): string => `${plural(files, 'archivo aprobado', 'archivos aprobados')} en este dispositivo.`,
  review: 'Revisar reglas',
  waiting: (files: number): string =>
    `Las reglas para el modelo esperan tu aprobación: ${plural(files, 'archivo', 'archivos')}`,
  waitingText:
    'Las tareas que cambian la wiki están en pausa hasta que apruebes estos archivos. La lectura sigue funcionando.',
};

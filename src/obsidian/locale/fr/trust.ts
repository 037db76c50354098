import { type Texts } from '../texts';
import { choose, plural } from './plural';

const fileText = (n: number): string => plural(n, 'fichier', 'fichiers');

export const trust: Texts['trust'] = {
  title: 'Les règles du modèle ont changé',
  titleNew: 'Des règles du modèle attendent votre approbation',
  lead: (files: number, since: string | null): string =>
    since === null
      ? `${fileText(files)} de ce wiki ${choose(files, 'n’a jamais été approuvé', 'n’ont jamais été approuvés')} sur cet appareil.`
      : `${fileText(files)} ${choose(files, 'diffère', 'diffèrent')} de ce que vous avez approuvé (${since}).`,
  waits: 'Les tâches qui modifient le wiki sont en pause jusqu’à votre approbation. La lecture reste possible.',
  skillsWait: 'Seules ces compétences attendent votre approbation. Tout le reste fonctionne.',
  loading: 'Comparaison avec ce que vous avez approuvé…',
  none: 'Toutes les règles du modèle sont approuvées.',
  close: 'Fermer',
  kinds: {
    manifest: 'réglages du wiki ou du prisme',
    guide: 'guide du modèle',
    policy: 'politique',
    skill: 'compétence',
    named: 'fichier nommé par une politique',
  },
  headings: {
    hidden: (kind: string, isNew: boolean): string => `Vous cache du texte${isNew ? ' (nouveau)' : ''}\u00A0: ${kind}`,
    power: (kind: string, isNew: boolean): string =>
      `${isNew ? 'Nouveau' : 'Demande plus d’autorisations'}\u00A0: ${kind}`,
    weaker: (kind: string, isNew: boolean): string =>
      `Affaiblit une vérification${isNew ? ' (nouveau)' : ''}\u00A0: ${kind}`,
    rules: (kind: string, isNew: boolean): string => `${isNew ? 'Nouveau' : 'Règles modifiées'}\u00A0: ${kind}`,
    wording: (kind: string, isNew: boolean): string =>
      isNew ? `Nouveau\u00A0: ${kind}` : 'La formulation change, pas les règles',
    removed: (kind: string): string => `Supprimé\u00A0: ${kind}`,
  },
  marks: {
    hidden: (characters: number): string => plural(characters, 'caractère caché', 'caractères cachés'),
    power: 'plus d’autorisations',
    weaker: 'vérification affaiblie',
    rules: 'règles modifiées',
    wording: 'sans effet sur les règles',
    never: 'jamais approuvé',
  },
  line: (line: number): string => `ligne ${line}`,
  becomes: 'devient',
  shown: 'Affichés ici, invisibles dans un éditeur. Un modèle les lit.',
  blocked: 'Reste bloqué tant qu’ils sont là.',
  gateStays:
    'L’approbation ne lui permet pas d’écrire sans relecture. Cela s’autorise sous «\u00A0Lancer la maintenance\u00A0».',
  unknownBefore: 'L’ancien texte n’est plus disponible. Lisez le fichier avant de l’approuver.',
  select: (path: string): string => `Approuver ${path}`,
  texts: (files: number): string => `Texte complet, ${fileText(files)}`,
  noText: 'Aucun texte.',
  gap: 'lignes omises',
  kept: 'Votre approbation est conservée sur cet appareil, hors du coffre, avec votre nom et l’heure.',
  name: 'Votre nom',
  approve: 'Approuver',
  approveSome: (chosen: number, all: number): string => `Approuver ${chosen} sur ${all}`,
  keep: 'Garder bloqué',
  done: (files: number): string => `${plural(files, 'fichier approuvé', 'fichiers approuvés')} sur cet appareil.`,
  review: 'Relire les règles',
  waiting: (files: number): string => `Des règles du modèle attendent votre approbation\u00A0: ${fileText(files)}`,
  waitingText:
    'Les tâches qui modifient le wiki sont en pause jusqu’à ce que vous approuviez ces fichiers. La lecture reste possible.',
};

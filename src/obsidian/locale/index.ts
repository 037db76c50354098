/**
 * locale: every word that the app shows. One file an area, in English for now; another language is another folder with
 * the same names, chosen here.
 */
export { panels } from './en/panels';

import { type Lens } from '../../workspace';
import { quote } from '../quote';
import { type Report, type WikiFacts, type WikiRule } from '../rule';

/** Source: AIP-10, `display.homePage`. */
export const homePage: WikiRule = {
  id: 'home-page',
  scope: 'wiki',
  code: 'living-wiki:home_page_missing',
  title: 'Home page that does not exist',
  severity: 'warn',
  fixedBy: 'nothing',
  check(facts) {
    const { lens, surroundings } = facts;
    const lenses = lens.isRoot ? [lens, ...surroundings.lenses] : [lens];
    const reports = lenses.flatMap((each) => reportHome(each, facts));
    return [...new Map(reports.map((report) => [`${report.path ?? ''}\n${report.key}`, report])).values()];
  },
};

function reportHome({ effective, provenance }: Lens, { snapshot, relative }: WikiFacts): readonly Report[] {
  const slug = effective.display.homePage;
  const from = provenance.get('display.homePage')?.from;
  if (slug === undefined || from === undefined || snapshot.pageBySlug(slug) !== undefined) return [];
  return [
    {
      path: relative(from),
      at: { manifestField: 'display.homePage' },
      message: `The home page ${quote(slug)} does not exist. Create it, or correct \`display.homePage\`.`,
      key: slug,
    },
  ];
}

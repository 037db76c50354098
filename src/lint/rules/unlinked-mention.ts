import { createLineIndex } from '../../markdown';
import { linkTo } from '../link-edits';
import { type UnlinkedMention } from '../mentions';
import { quote } from '../quote';
import { type Fix, type PageRule } from '../rule';

/** Source: AIP-10, `curation.autoLink`: existing text is linked by a fix only. */
export const unlinkedMention: PageRule = {
  id: 'unlinked-mention',
  scope: 'page',
  curatedOnly: true,
  optIn: true,
  code: 'living-wiki:mention_unlinked',
  title: 'Page named without a link',
  severity: 'info',
  fixedBy: 'edit',
  async check(facts) {
    const { path } = facts.page;
    const mentions = await facts.unlinkedMentions();
    const lines = mentions.length === 0 ? null : createLineIndex(await facts.text());
    return mentions.map((mention) => ({
      at: lines?.placeAt(mention.start) ?? { line: 1, column: 1 },
      message: `Could link ${quote(mention.label)} to the page ${quote(mention.page.title)}.`,
      key: mention.page.slug,
      fix: fixMention(path, mention),
    }));
  },
};

function fixMention(path: string, { start, end, label, page }: UnlinkedMention): Fix {
  return (fixer) => {
    const link = linkTo(fixer.snapshot, path, page.path, label);
    if (link === null) return;
    fixer.splice(path, { start, end, text: link }, { reason: `It is the first mention of "${page.title}".` });
  };
}

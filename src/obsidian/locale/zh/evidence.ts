import { dateText as formatDate, numberText } from '../format';
import { type Texts } from '../texts';

/** “2026年4月18日”; a year or a month alone stays as it is. */
function dateText(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date.slice(0, 10)) : NaN;
  if (Number.isNaN(time)) return date;
  return formatDate(time, { dateStyle: 'long', timeZone: 'UTC' });
}

const STATES = {
  unfounded: '未找到引文',
  contested: '有争议',
  old: '超过时限',
  uncited: '无引用',
  'by-hand': '手动编写',
  quoted: '有引文',
} as const;

export const evidence: Texts['evidence'] = {
  command: '在此显示依据',
  stripCommand: '显示或隐藏依据条',
  stripShown: '依据条显示在 Wiki 页面旁。',
  stripHidden: '依据条已隐藏。',
  heading: '页面上的依据',
  strip: '依据条',
  stripWhat: '用细线标记页面的每个段落：有引文、无引用、有争议、超过时限或手动编写。',
  number: (label, state) => `脚注 ${label}${state === null ? '' : `，${STATES[state]}`}：显示依据`,
  card: (title) => `依据：${title}`,
  looking: '正在来源中查找…',
  none: '此段落没有引用来源的脚注。',
  noPage: '请先打开 Wiki 的页面。',
  date: dateText,
  undated: '无日期',
  authority: { primary: '一手来源', secondary: '二手来源', rumour: '传闻' },
  under: (heading) => `在“${heading}”下：`,
  says: (speaker) => `${speaker}：`,
  verdict: {
    exact: '引文逐字一致。',
    found: '已找到引文，仅空格或标点不同。',
    missing: '来源中没有此引文。请检查句子。',
    cited: '引用时未附引文。',
    unread: '无法将来源读取为文本，因此未核对引文。',
    gone: 'Wiki 中已没有此来源。',
  },
  changed: 'Wiki 上次读取后，来源已更改。请重新收录。',
  old: (days) => `已超过 ${numberText(days)} 天。请查找更新的来源。`,
  disagrees: '不一致：',
  other: (title, date, text) =>
    `${[title ?? '没有来源的句子', date === null ? null : dateText(date)].filter(Boolean).join('，')}：“${text}”`,
  open: '在来源中打开',
  settle: '裁定',
  close: '关闭',
  state: (state, days) =>
    state === 'old' && days !== null ? `${STATES.old}（${numberText(days)} 天）` : STATES[state],
  why: (state, count, sentences) => {
    const which = sentences === 1 ? '这句话' : `此处 ${count} / ${sentences} 句话`;
    switch (state) {
      case 'unfounded':
        return `${which}的引文不在其来源中，或来源已不存在。`;
      case 'contested':
        return `${which}与另一来源相矛盾。`;
      case 'old':
        return `${which}的最新来源超过此 Wiki 的时限。`;
      case 'uncited':
        return `${which}没有来源。`;
      case 'by-hand':
        return `${which}由人编写或编辑。`;
      case 'quoted':
        return sentences === 1 ? '这句话有来源。' : `此处 ${sentences} 句话都有来源。`;
    }
  },
  query: {
    title: {
      contested: '有争议的陈述',
      questions: '待解问题',
      uncited: '无引用的句子',
      old: '超过时限的页面',
      'new-pages': '新页面',
    },
    none: {
      contested: '没有争议。',
      questions: '没有待解问题。',
      uncited: '每句话都有来源。',
      old: '没有超过时限的页面。',
      'new-pages': '没有新页面。',
    },
    from: (source) => `来自 ${source}`,
    looking: '正在查找…',
    noWiki: '未打开 Wiki。',
    starting: '仍在读取 Wiki。',
    more: (limit) => `超过 ${limit} 项。要查看更多，请增大“limit”（最多 200）。`,
    side: (text, source, date) =>
      `“${text}” ${[source ?? '无来源', date === null ? null : dateText(date)].filter(Boolean).join('，')}`,
    newest: (date) => `最新来源或更新：${dateText(date)}`,
    on: (title) => `位于 ${title}`,
    failed: '无法显示此代码块。',
    example: '例如：',
    problem: {
      yaml: (detail) => `不是有效的 YAML：${detail}`,
      'too-long': '内容过长。查询只需几行。',
      empty: '内容为空。请写明要显示什么。',
      'no-show': '请写明要显示什么：contested、questions、uncited、old 或 new-pages。',
      'no-source': '查询新页面需要“source”：来源的 id 或路径。',
      'unknown-show': (given, meant) =>
        `未知的“show: ${given}”。${meant === null ? '请写 contested、questions、uncited、old 或 new-pages。' : `是否指 ${meant}？`}`,
      'unknown-key': (given, meant) =>
        `未知的“${given}”。${meant === null ? '请使用 show、kind、tag、source、lens 和 limit。' : `是否指 ${meant}？`}`,
      'bad-value': (key) => `“${key}”必须是一个词；允许多个值时，可以是词的列表。`,
      'bad-limit': '“limit”必须是 1 到 200 之间的整数。',
    },
  },
  history: {
    menu: '此页面的历史',
    title: (page) => `${page} 的历史`,
    loading: '正在读取历史…',
    none: '没有此页面的更改记录。手动编辑不会记录。',
    hand: '手动编辑不会记录在此，撤销更改时会保留。',
    by: (models) => `由 ${models.join('、')} 完成`,
    source: (title) => `来自 ${title}`,
    elsewhere: '在另一设备上',
    then: (path) => `当时为 ${path}`,
    show: '更改内容',
    undo: '撤销…',
    gone: '此更改的详情已不再保留。',
    when: (at) => formatDate(Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' }),
  },
  relations: {
    menu: '链接与引用',
    title: (page) => `链接与引用：${page}`,
    loading: '正在查看 Wiki…',
    gone: '这既不是 Wiki 的页面，也不是其来源。',
    links: '链接到此处的页面',
    noLinks: '没有页面链接到此处。',
    rests: '引用此来源的页面',
    noRests: '没有页面引用此来源。',
    declared: '与它矛盾或取代它的页面',
    sources: '它引用的来源',
    noSources: '它没有引用来源。',
    linkCount: (n) => `${numberText(n)} 个链接`,
    sentences: (n) => `${numberText(n)} 句话`,
  },
  page: '在此页面上',
  mark: (state) => `${STATES[state]}：显示原因`,
};

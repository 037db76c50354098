import { dateText as formatDate, numberText } from '../format';
import { type Texts } from '../texts';

/** 「2026年4月18日」; a year or a month alone stays as it is. */
function dateText(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date.slice(0, 10)) : NaN;
  if (Number.isNaN(time)) return date;
  return formatDate(time, { dateStyle: 'long', timeZone: 'UTC' });
}

const STATES = {
  unfounded: '引用が見つかりません',
  contested: '争点あり',
  old: '期限切れ',
  uncited: '出典なし',
  'by-hand': '手書き',
  quoted: '引用あり',
} as const;

type State = keyof typeof STATES;

export const evidence: Texts['evidence'] = {
  command: 'ここの根拠を表示',
  stripCommand: '根拠の帯を表示・非表示',
  stripShown: 'Wiki のページの横に根拠の帯を表示します。',
  stripHidden: '根拠の帯を非表示にしました。',
  heading: 'ページの根拠',
  strip: '根拠の帯',
  stripWhat: 'ページの各段落に細い線で印を付けます: 引用あり、出典なし、争点あり、期限切れ、手書き。',
  number: (label: string, state: 'unfounded' | 'contested' | null): string =>
    `脚注 ${label}${state === null ? '' : ` (${STATES[state]})`}: 根拠を表示`,
  card: (title: string): string => `根拠: ${title}`,
  looking: 'ソースを確認中…',
  none: 'この段落にはソースを示す脚注がありません。',
  noPage: '先に Wiki のページを開いてください。',
  date: dateText,
  undated: '日付なし',
  authority: { primary: '一次資料', secondary: '二次資料', rumour: '伝聞' },
  under: (heading: string): string => `「${heading}」の下: `,
  says: (speaker: string): string => `${speaker}: `,
  verdict: {
    exact: '引用は原文と完全に一致しています。',
    found: '引用が見つかりました。違いは空白と句読点だけです。',
    missing: 'この引用はソースにありません。文を確認してください。',
    cited: '引用のない出典です。',
    unread: 'ソースをテキストとして読めないため、引用を確認できませんでした。',
    gone: 'このソースはもう Wiki にありません。',
  },
  changed: 'Wiki が最後に読んだ後でソースが変更されました。もう一度取り込んでください。',
  old: (days: number): string => `${numberText(days)} 日より古い情報です。新しいソースを探してください。`,
  disagrees: '食い違い:',
  other: (title: string | null, date: string | null, text: string): string =>
    `${[title ?? 'ソースのない文', date === null ? null : dateText(date)].filter(Boolean).join('、')}: 「${text}」`,
  open: 'ソースのこの位置を開く',
  settle: '解決する',
  close: '閉じる',
  state: (state: State, days: number | null): string =>
    state === 'old' && days !== null ? `${STATES.old} (${numberText(days)} 日)` : STATES[state],
  why: (state: State, count: number, sentences: number): string => {
    const isAlone = sentences === 1;
    const which = isAlone ? 'この文' : `ここの ${sentences} 文中 ${count} 文`;
    switch (state) {
      case 'unfounded':
        return `${which}の引用がソースにないか、ソースがもうありません。`;
      case 'contested':
        return `${which}は別のソースと矛盾しています。`;
      case 'old':
        return `${which}の最新のソースが、この Wiki の期限を過ぎています。`;
      case 'uncited':
        return `${which}にソースがありません。`;
      case 'by-hand':
        return `${which}は人が書いたか編集したものです。`;
      case 'quoted':
        return isAlone ? 'この文にはソースがあります。' : `ここの ${sentences} 文すべてにソースがあります。`;
    }
  },
  query: {
    title: {
      contested: '争点のある記述',
      questions: '未解決の質問',
      uncited: '出典のない文',
      old: '期限切れのページ',
      'new-pages': '新しいページ',
    },
    none: {
      contested: '争点のある記述はありません。',
      questions: '未解決の質問はありません。',
      uncited: 'すべての文にソースがあります。',
      old: '期限切れのページはありません。',
      'new-pages': '新しいページはありません。',
    },
    from: (source: string): string => `ソース: ${source}`,
    looking: '確認中…',
    noWiki: 'Wiki が開かれていません。',
    starting: 'Wiki を読み込み中です。',
    more: (limit: number): string =>
      `${numberText(limit)} 件を超えています。すべて見るには「limit」を大きくしてください (最大 200)。`,
    side: (text: string, source: string | null, date: string | null): string =>
      `「${text}」 ${[source ?? 'ソースなし', date === null ? null : dateText(date)].filter(Boolean).join('、')}`,
    newest: (date: string): string => `最新のソースまたは更新: ${dateText(date)}`,
    on: (title: string): string => `ページ: ${title}`,
    failed: 'このブロックを表示できません。',
    example: '例:',
    problem: {
      yaml: (detail: string): string => `正しい YAML ではありません: ${detail}`,
      'too-long': '長すぎます。クエリは数行で書いてください。',
      empty: '空です。表示するものを書いてください。',
      'no-show': '表示するものを書いてください: contested、questions、uncited、old、new-pages。',
      'no-source': '新しいページには「source」(ID またはパス) が必要です。',
      'unknown-show': (given: string, meant: string | null): string =>
        `「show: ${given}」は使えません。${meant === null ? 'contested、questions、uncited、old、new-pages のどれかを書いてください。' : `${meant} のことですか?`}`,
      'unknown-key': (given: string, meant: string | null): string =>
        `「${given}」は使えません。${meant === null ? 'show、kind、tag、source、lens、limit を使ってください。' : `${meant} のことですか?`}`,
      'bad-value': (key: string): string =>
        `「${key}」には 1 語を書いてください。複数書ける項目では語のリストも使えます。`,
      'bad-limit': '「limit」には 1 から 200 までの整数を書いてください。',
    },
  },
  history: {
    menu: 'このページの履歴',
    title: (page: string): string => `${page} の履歴`,
    loading: '履歴を読み込み中…',
    none: 'このページの変更は記録されていません。手作業の編集は記録されません。',
    hand: '手作業の編集はここに記録されません。変更を取り消しても残ります。',
    by: (models: readonly string[]): string => `モデル: ${models.join('、')}`,
    source: (title: string): string => `ソース: ${title}`,
    elsewhere: '別のデバイスで',
    then: (path: string): string => `当時は ${path}`,
    show: '変更内容',
    undo: '取り消す…',
    gone: 'この変更の詳細はもう保存されていません。',
    when: (at: string): string => formatDate(Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' }),
  },
  relations: {
    menu: 'リンクと出典',
    title: (page: string): string => `リンクと出典: ${page}`,
    loading: 'Wiki を確認中…',
    gone: 'これは Wiki のページでもソースでもありません。',
    links: 'ここにリンクするページ',
    noLinks: 'ここにリンクするページはありません。',
    rests: 'このソースを引用するページ',
    noRests: 'このソースを引用するページはありません。',
    declared: '矛盾または置き換えるページ',
    sources: '引用しているソース',
    noSources: '引用しているソースはありません。',
    linkCount: (n: number): string => `リンク ${numberText(n)} 件`,
    sentences: (n: number): string => `${numberText(n)} 文`,
  },
  page: 'このページ',
  mark: (state: State): string => `${STATES[state]}: 理由を表示`,
};

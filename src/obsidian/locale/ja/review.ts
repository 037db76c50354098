import { numberText } from '../format';
import { type Texts } from '../texts';

const changes = (n: number): string => `変更 ${numberText(n)} 件`;
const files = (n: number): string => `ファイル ${numberText(n)} 件`;
const proposals = (n: number): string => `提案 ${numberText(n)} 件`;
const pages = (n: number): string => `${numberText(n)} ページ`;

export const review: Texts['review'] = {
  name: '変更をレビュー',
  overviewTitle: 'すべての提案',
  from: 'ソース:',
  lens: (title: string): string => `レンズ: ${title}`,
  loading: '変更を読み込み中…',
  nothing: 'レビューする提案はありません。',
  more: 'その他の操作',
  asked: 'あなたが頼んだ変更なので、すべて承認済みです。内容を確かめて、Enter または「適用」を押してください。',
  undecidedOnly: '未決定のみ',
  nextDecision: '次の判断',
  acceptThis: 'この変更を承認',
  rejectThis: 'この変更を却下',
  decidedOf: (n: number, total: number): string => `${numberText(total)} 件中 ${numberText(n)} 件を決定`,
  seen: '確認済み',
  queue: {
    title: 'レビュー待ち',
    place: (at: number, total: number): string => `提案 ${at} / ${total}`,
    pages: files,
    more: (n: number): string => `ほか ${numberText(n)} 件`,
  },
  gone: 'この提案はもうありません。',
  goneHint: 'ファイルが .wiki/proposals から削除されました。何も書き込まれていません。',
  tryAgain: '再試行',

  layout: '表示形式',
  layouts: { unified: '統合', split: '左右に並べる', rendered: 'プレビュー', page: 'ページ' },

  files: 'ファイル',
  groups: {
    created: '作成',
    updated: '更新',
    renamed: '名前変更',
    deleted: '削除',
    generated: '生成',
  },
  updated: '更新',
  unchanged: '変更なし',
  marks: { all: 'すべて承認', some: '一部承認', none: '承認なし', rejected: 'すべて却下' },
  ofTotal: (n: number, total: number): string => `${n} / ${total}`,
  conflictMark: '競合',
  movedMark: 'このページは提案の後に編集されました。変更は現在のテキストに適用されます。',
  linkedOutside: (notes: readonly string[]): string => {
    const more = notes.length > 5 ? `、ほか ${notes.length - 5} 件` : '';
    return `Wiki の外のノートのリンクは更新されません: ${notes.slice(0, 5).join('、')}${more}`;
  },
  lintAfter: '適用後の Lint',
  lintSame: '違いなし',
  generatedNote: '承認した変更から自動で更新されます。',
  generatedSame: '変更はありません。',
  generatedLoading: 'プレビューを更新中…',

  change: (at: number, total: number, title: string): string => `変更 ${at} / ${total} · ${title}`,
  changeLabel: (at: number, total: number, title: string, state: string): string =>
    `変更 ${at} / ${total}、${title}、${state}`,
  states: { accepted: '承認済み', rejected: '却下済み', undecided: '未決定' },
  accept: '承認',
  accepted: '承認済み',
  reject: '却下',
  rejected: (reason: string | undefined): string => (reason ? `却下: ${reason}` : '却下済み'),
  rejectedByNeed: '却下: 却下した変更が前提です',
  undoDecision: '判断を取り消す',
  edit: '編集',
  edited: 'あなたが編集',
  revert: '提案のテキストに戻す',
  save: '保存して承認',
  cancel: 'キャンセル',
  reasonAt: (line: number | null, text: string, reason: string): string =>
    line === null ? `「${text}」: ${reason}` : `${line} 行目「${text}」: ${reason}`,
  about: (text: string): string => `対象: 「${text}」`,
  reasonPlaceholder: '理由 (任意)',
  reasonHint: '今後の提案に生かされます。',
  reasons: '最近の理由',
  never: (title: string): string => `「${title}」のページを作らない`,
  neverSaid: (title: string): string => `今後「${title}」のページは作りません。設定で変更できます。`,
  usualReasons: ['元の表現を残す', '事実と異なる', 'このページの内容ではない'],
  textOf: (title: string): string => `「${title}」のテキスト`,
  unchangedContext: '同じ行の変更のないテキスト',
  quoteNotFound: '引用が見つかりません',
  noLongerSaid: (text: string, reason: string | null): string =>
    `記述「${text}」を削除します。${reason === null ? '' : `理由: ${reason}`}`,
  footnote: (number: number | string, source: string, quote: string | null): string =>
    `脚注 ${number}、${source}${quote === null ? '' : `: 「${quote}」`}`,

  contradiction: {
    disagree: '2 つのソースが食い違っています',
    question: (attribute: string, names: readonly [string, string] | null): string => {
      const what = names === null ? 'どちらの記述が正しいですか？' : `${names[0]} と ${names[1]} のどちらですか？`;
      return attribute === '' ? what : `${attribute}: ${what}`;
    },
    current: 'ページの記述',
    proposed: '新しいソースの記述',
    who: '誰が',
    when: 'いつ',
    authority: '信頼度',
    page: 'ページ',
    nobody: 'ソースはありません。おそらくあなたが書いた文です。',
    undated: '日付なし',
    openFor: (days: number): string => (days < 1 ? '今日発見' : `未解決 ${numberText(days)} 日`),
    first: '一方のソースの記述',
    second: '他方のソースの記述',
    lead: 'どちらの記述が正しいか選んでください。',
    says: 'Wiki のどこにあるか',
    bothSides: '両方を引用',
    holds: (value: string): string => `${value} が正しい`,
    answers: {
      current: '1 つ目が正しい',
      proposed: '2 つ目が正しい',
      both: '両方正しい',
      open: '未解決のまま',
    },
    what: {
      current: '1 つ目が残ります。適用すると、2 つ目は日付とともに History に移ります。',
      proposed: '2 つ目が残ります。適用すると、1 つ目は日付とともに History に移ります。',
      both: '両方がページに残り、両方を残したことが注記されます。',
      open: '両方が警告付きでページに残り、解決するまで Lint が報告します。',
    },
    settled: {
      current: '2 つ目は日付とともに History に移ります。先にレビューします。',
      proposed: '1 つ目は日付とともに History に移ります。先にレビューします。',
      both: '両方が残り、そのことが注記されます。先にレビューします。',
      open: '何も変わりません。',
    },
    said: {
      current: '1 つ目が正しい。',
      proposed: '2 つ目が正しい。',
      both: '両方正しい。',
      open: '未解決のままにしました。',
    },
  },

  combined: {
    title: (path: string): string => `${path} へのすべての提案`,
    others: (n: number): string => `このページへの別の${proposals(n)}`,
    lead: (n: number): string =>
      `${numberText(n)} 件の提案がこのページを変更します。変更はページ内の順に並べ、却下したものは省いています。`,
    open: (title: string): string => `レビュー: ${title}`,
    overlaps: '別の提案が同じテキストを変更します。一方を適用すると、もう一方は統合されるか、どうするかを確認します。',
    none: 'このページへの変更はありません。',
  },

  inline: {
    label: (title: string): string => `提案された変更: ${title}`,
    removed: 'このテキストは削除されます。',
    open: 'レビュー…',
    setting: '開いているノートに提案を表示',
    settingWhat: '変更される位置に、承認・却下のボタンとともに表示します。',
  },

  overview: {
    sources: 'ソース',
    readIn: (time: string): string => `読み取り時間: ${time}`,
    title: (sourceCount: number, pageCount: number): string =>
      sourceCount === 0
        ? `レビューする ${pages(pageCount)}`
        : `ソース ${numberText(sourceCount)} 件、${pages(pageCount)}`,
    disagreeOn: (one: string, other: string): string => `2 つのソースの食い違い: ${one} と ${other}`,
    disagree: (attribute: string): string =>
      attribute === '' ? '2 つのソースが食い違っています' : `2 つのソースの食い違い: ${attribute}`,
    on: (page: string): string => `ページ「${page}」にあります。解決するまで、両方の記述が警告付きで残ります。`,
    newPages: (n: number): string => `新しいページ ${numberText(n)} 件`,
    changedPages: (n: number): string => `変更したページ ${numberText(n)} 件`,
    from: (names: readonly string[], total: number, quotes: number): string => {
      const all = names.length === total && total === 2 ? '両方のソース' : `ソース ${total} 件中 ${names.length} 件`;
      return `${names.length === 1 ? `ソース: ${names[0] ?? ''}` : all} · 引用 ${numberText(quotes)} 件`;
    },
    first: (shown: number, total: number): string => `提案 ${numberText(total)} 件のうち最初の ${numberText(shown)} 件`,
    untilApply: '適用するまで何も書き込まれません。後で取り消せます。',
    left: (n: number): string =>
      `${numberText(n)} 件の提案に判断が必要です: 引用がない、記述が削除される、またはページが編集されています。`,
    oneByOne: 'ページごとにレビュー',
    apply: (n: number): string => `${pages(n)}を適用`,
    applyKey: (mod: string): string => `${mod} Enter`,
    applying: '提案を適用中',
    applied: (n: number, fileCount: number): string => `${proposals(n)}を適用し、${files(fileCount)}に書き込みました`,
    undoable: 'それぞれ履歴で取り消せます。',
    leftOver: (n: number): string => `${numberText(n)} 件の提案が判断を待っています。何も書き込まれていません。`,
    reviewLeft: (n: number): string => `${proposals(n)}をレビュー`,
  },

  account: {
    title: 'このページの記述の変化',
    counts: { kept: '維持', added: '新規', moved: '移動', dropped: '削除' },
    dropped: '削除される記述',
    droppedLabel: (text: string): string => `削除される記述: ${text}`,
    droppedChip: (n: number): string => `記述 ${numberText(n)} 件削除`,
    movedChip: (to: string | null): string => `記述 1 件を${to === null ? '上へ' : ` ${to} に`}移動`,
    reworded: (n: number): string => `残る記述のうち ${numberText(n)} 件は表現が変わります。`,
    reason: (reason: string | null): string => (reason === null ? '理由の記載はありません。' : `理由: ${reason}`),
    noSource: 'ソースはありません。おそらくあなたが書いた文です。',
    drop: '削除',
    dropLabel: (text: string): string => `削除: ${text}`,
    isDropped: '削除しました',
    keep: '残す',
    keepLabel: (text: string): string => `残す: ${text}`,
    keptReason: 'ページの記述を残す。',
    kept: '残しました。',
    isKept: '残しました',
    chosen: (choice: 'keep' | 'drop', open: number): string =>
      `${choice === 'keep' ? '残しました' : '削除しました'}。同じ変更がほかの記述 ${numberText(open)} 件を削除します。そちらも残すか削除するか選んでください。`,
    keptAll: 'これらの記述の一つを残すには変更全体を却下するしかないため、すべて残ります。',
    weakened: '表現の変更で詳細が減った記述',
    before: (text: string): string => `現在: 「${text}」`,
    under: (heading: string): string => `「${heading}」の下。`,
    movesTo: (path: string): string => `移動先: ${path}`,
  },
  renameTo: (from: string, to: string): string => `${from} から ${to} に名前を変更`,
  renames: 'ファイル名だけが変わります。',
  asText: 'テキストとして表示',

  added: '追加: ',
  removed: '削除: ',
  gap: '変更のない行',
  gapInLine: '変更のないテキスト',
  rendered: { added: '追加', removed: '削除' },

  fields: 'プロパティ',
  properties: (n: number, names: readonly string[]): string =>
    names.length === 0 ? `プロパティ (${n})` : `プロパティ (${n}): ${names.join('、')}${n > names.length ? '…' : ''}`,
  empty: '空',
  headItems: (name: string, added: number, removed: number): string =>
    `${name}${added > 0 ? ` +${added}` : ''}${removed > 0 ? ` −${removed}` : ''}`,
  headValue: (name: string, before: string, after: string): string => `${name} ${before} → ${after}`,

  table: '表',
  whitespaceOnly: '空白だけが変わりました。',
  sameRows: (n: number): string => `${numberText(n)} 行は変更なし`,
  sameColumns: (n: number): string => `${numberText(n)} 列は変更なし`,
  retargeted: (text: string, before: string, after: string): string =>
    `${text === '' ? 'リンク' : `リンク「${text}」`}の行き先が ${before} から ${after} に変わりました`,

  evidence: '根拠',
  evidenceFor: (at: number): string => `変更 ${at} の根拠`,
  noEvidence: '根拠となる引用なし',
  notFromSources: 'この変更はソースに基づかないため、引用はありません。',
  noQuoteNeeded: 'ページの日付だけが変わります。引用は不要です。',
  verdicts: { found: '引用を確認', 'not-found': 'ソースにありません', unchecked: '引用は未確認' },
  place: {
    line: (n: number) => `${n} 行目`,
    page: (n: number) => `${n} ページ目`,
    chapter: (n: number) => `第 ${n} 章`,
    under: (text: string) => `「${text}」の下`,
  },
  openSource: 'ソースで開く',
  reason: '変更の理由',
  whyPage: 'このページの理由',
  notes: 'この提案への注記',
  sourceDifference: {
    title: (path: string): string => `${path} の変更点`,
    gone: (count: number): string => `${numberText(count)} 件の引用がソースからなくなりました`,
    place: (page: string, line: number): string => `${page}、${line} 行目`,
  },
  keysTitle: 'キーボードショートカット',

  decided: (accepted: number, total: number): string =>
    total === 0 ? '生成ファイルのみの変更' : `${numberText(total)} 件中 ${numberText(accepted)} 件の変更を承認`,
  untilApply: '適用するまで何も書き込まれません',
  acceptAll: 'すべて承認',
  rejectProposal: '提案を却下',
  rejectAll: 'すべて却下…',
  acceptFile: 'ファイルを承認',
  apply: (accepted: number, total: number): string => {
    if (total === 0) return '適用';
    return accepted === total
      ? `${changes(accepted)}を適用`
      : `${numberText(total)} 件中 ${numberText(accepted)} 件を適用`;
  },
  applying: '変更を適用中',
  nothingAccepted: '先に変更を 1 件以上承認してください。',
  blocked: (n: number): string => `適用する前に ${numberText(n)} 件の問題を解決してください`,
  conflicts: (n: number): string => `${files(n)}の競合を解決してください`,
  goToProblem: '問題の位置に移動',
  blockerRemedy: 'この変更を却下するか、編集してください。',
  undecidedTitle: (n: number): string => `未決定の${changes(n)}`,
  undecidedText: (accepted: number): string =>
    `${changes(accepted)}を承認しました。未決定の変更は適用されず、再び提案されません。`,
  applyAccepted: (n: number): string => `${numberText(n)} 件だけ適用`,
  acceptRest: 'すべて承認して適用',
  keepReviewing: 'レビューを続ける',
  rejectAllTitle: 'この提案を却下しますか?',
  rejectAllText: 'Wiki には何も書き込まれません。ソースは、もう一度取り込むまで使われません。',

  announce: {
    decided: (what: string, accepted: number, total: number): string =>
      `${what}${numberText(total)} 件中 ${numberText(accepted)} 件の変更を承認。`,
    related: (n: number): string => `関連する${changes(n)}も更新しました。`,
    left: (n: number): string => `${changes(n)}に判断が必要です: 引用がないか、記述が削除されます。`,
    decisionUndone: '判断を取り消しました。',
    edited: '編集して承認しました。',
    accepted: '承認しました。',
    reverted: '提案のテキストに戻しました。',
    rejected: (reason: string): string => (reason === '' ? '却下しました。' : `却下しました。理由: ${reason}。`),
    file: (path: string): string => `${path} を表示`,
    layout: (name: string): string => `表示形式: ${name}`,
    all: 'すべて表示しています。',
    refreshed: 'ページが変わったため、レビューを更新しました。',
    conflictResolved: '競合を解決しました。',
    lastHunk: '変更はもうありません。',
    undecided: (n: number): string => `未決定の${changes(n)}。`,
    unsaved: '先に編集を保存またはキャンセルしてください。',
    noQuote: 'この変更には根拠となる引用がありません。',
    noSource: (id: string): string => `この Wiki にソース「${id}」はありません。`,
  },

  conflict: {
    title: '提案後に編集あり',
    blocked: '適用できません',
    current: '現在のテキスト',
    proposed: '提案のテキスト',
    line: (n: number): string => `${n} 行目`,
    keepCurrent: '現在の内容を残す',
    skip: 'この変更をスキップ',
    useProposed: '提案を使う',
    edit: '編集…',
    editLabel: '結果のテキスト',
    nothing: 'なし',
  },

  result: {
    applied: '適用しました',
    appliedText: (n: number): string => `${files(n)}に書き込みました。一度の操作で取り消せます。`,
    rejected: '却下しました',
    rejectedText: 'Wiki には何も書き込まれていません。',
    isApplied: '適用済み',
    isRejected: '却下済み',
    elsewhere: (at: string): string => `${at} にこのビューの外で決定しました。`,
    earlier: (at: string): string => `${at} に決定しました。`,
    written: '書き込んだファイル',
    undo: '取り消す…',
    undoing: '取り消しを準備中',
    next: (title: string): string => `次: ${title}`,
    noNext: 'レビューする提案はほかにありません。',
    was: (title: string, n: number): string => `「${title}」を適用し、${files(n)}に書き込みました。`,
    wasRejected: (title: string): string => `「${title}」を却下しました。何も書き込まれていません。`,
    undoLabel: (title: string): string => `「${title}」を取り消す…`,
    hide: 'この通知を隠す',
    deleted: '削除',
    open: (path: string): string => `${path} を開く`,
  },

  keys: {
    nextHunk: '次の変更',
    previousHunk: '前の変更',
    nextFile: '次のファイル',
    previousFile: '前のファイル',
    accept: '承認',
    reject: '却下',
    edit: '編集',
    source: 'ソースで開く',
    undecide: '判断を取り消す',
    acceptFile: 'ファイルを承認',
    unified: '統合',
    split: '左右に並べる',
    rendered: 'プレビュー',
    page: 'ページ',
    text: 'ページとテキストの表示を切り替え',
    generated: '生成ファイル',
    acceptAll: 'この提案のすべてを承認',
    undecidedOnly: '未決定のみ',
    comment: '選択したテキストにコメント',
    next: '次の未決定の変更。最後の後は適用して続ける',
    apply: '適用',
    keys: 'キーボードショートカット',
  },
};

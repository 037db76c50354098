import { type browser as english } from '../en/browser';
import { listText, numberText } from '../format';

export const browser: typeof english = {
  name: 'Living Wiki',
  title: (screen: string, wiki: string): string => `${screen} · ${wiki} · Living Wiki`,
  close: '閉じる',
  wiki: 'Wiki',
  screens: '画面',
  changes: (n: number): string => (n === 0 ? '変更' : `変更 (${numberText(n)})`),
  problems: '問題',
  history: '履歴',
  together: 'すべてまとめてレビュー',
  noChanges: 'レビューする提案はありません。',
  noChangesHint: '新しい提案は自動的にここに表示されます。',
  noWiki: 'このトークンで開ける Wiki は、このサーバーにはありません。',
  mayRead:
    '閲覧できますが、決定はできません。決定するには、サーバーの管理者に「review」ロールのトークンを依頼してください。',
  mayPropose:
    '修正を提案できますが、決定はできません。決定するには、サーバーの管理者に「review」ロールのトークンを依頼してください。',
  refused: 'このトークンでは許可されていません。',
  refusedRemedy: 'サーバーの管理者に「review」ロールのトークンを依頼してください。',
  offline: 'サーバーが応答しません。',
  offlineRemedy: '接続を確認して、もう一度お試しください。',
  elsewhere: 'このページではできません。Obsidian またはコマンドラインを使ってください。',
  queued: (n: number): string => `${numberText(n)} 件のソースをキューに追加しました。提案は「変更」に表示されます。`,
  planQueued: 'ソースをもう一度読み込みます。新しい提案は「変更」でこの提案と置き換わります。',
  waits: (source: string): string => `「${source}」はまだ読み込まれていません`,
  notStarted:
    'ワーカーがまだ開始していません。この状態が続く場合は、ワーカーが動いているかサーバーの管理者に確認してください。',
  notRead: (source: string): string => `「${source}」を読み込めませんでした`,
  nothing: '処理するものはありませんでした。',
  cancelled: 'ジョブはキャンセルされました。',
  unchanged: 'Wiki は変更されていません。',
  again: '再試行',
  branch: {
    on: (name: string): string => `ブランチ ${name} にもあります。`,
    buildsOn: (titles: readonly string[]): string =>
      `まだブランチがありません。${listText(titles.map((title) => `「${title}」`))}を前提としているためです。それが決定されると、30 秒以内にブランチが作られます。`,
    stale: 'ブランチがありません。前提とする提案が完全には適用されなかったため、このままではページに合いません。',
    staleRemedy: 'ソースをもう一度読み込むと新しい提案に置き換わります。または却下してください。',
    staleWithoutSource: '却下してください。',
    conflict:
      'ブランチがありません。提案の作成後に同じ箇所が変更されたためです。ここで競合を解決するか、却下してください。',
    unsupported:
      'ブランチがありません。引用がソースにないか、変更がすでにページにあるため、ブランチで示すものがありません。ここで決定してください。',
    soon: 'まだブランチがありません。サーバーが次にリポジトリを確認するとき (通常は 30 秒以内) に追加されます。',
    other: (why: string): string => `ブランチがありません。${why}`,
    readAgain: 'ソースをもう一度読み込む',
  },
  signIn: {
    title: 'Wiki をレビュー',
    label: 'トークン',
    go: '開く',
    hint: 'サーバーの管理者に依頼してください。管理者は「living-wiki token new」でトークンを作成します。トークンは、このタブを閉じるまで保持されます。',
    refused: 'このトークンはサーバーに登録されていないか、期限切れです。',
    ended: 'トークンが無効になりました。新しいトークンを入力してください。',
    out: 'サインアウト',
  },
};

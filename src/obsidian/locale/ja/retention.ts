import { numberText } from '../format';
import { type Texts } from '../texts';

export const retention: Texts['retention'] = {
  title: '期限切れのソース',
  loading: 'ページを確認中…',
  forever:
    'この Wiki はソースを無期限に保存します。期限を設けるには、KNOWLEDGE.md の「sources」の下に「retention: days:365」と書いてください。',
  none: (days: number): string => `この Wiki の期限 (${numberText(days)} 日) を過ぎたソースはありません。`,
  lead: (count: number, days: number): string =>
    `${numberText(count)} 件のソースがこの Wiki の期限 (${numberText(days)} 日) を過ぎています。自動で削除されることはありません。`,
  choose: 'ソースを選ぶと、最後のソースを失うページと記述が表示されます。',
  dated: (day: string, from: string): string => (from === 'ingest' ? `最初の取り込み: ${day}` : day),
  nothingLost: '最後のソースを失うページや記述はありません。',
  stay: 'これらのページと記述はそのまま残ります。変更または削除するまで、Lint パネルに表示されます。',
  pages: (count: number): string => `${numberText(count)} ページのソースがなくなります`,
  statements: (count: number): string => `${numberText(count)} 件の記述のソースがなくなります`,
  move: (count: number): string => (count === 0 ? 'ゴミ箱に移動' : `${numberText(count)} 件のソースをゴミ箱に移動`),
  moved: (count: number): string => `${numberText(count)} 件のソースを Wiki の .trash フォルダに移動しました。`,
  keep: 'すべて残す',
  close: '閉じる',
  inTrash: (count: number): string => `ゴミ箱のソース: ${numberText(count)} 件`,
  putBack: '元に戻す',
  putBackOne: (path: string): string => `${path} を元に戻す`,
  isBack: (path: string): string => `${path} を元に戻しました。`,
};

import { numberText } from '../format';
import { type Texts } from '../texts';

export const trust: Texts['trust'] = {
  title: 'モデル向けのルールが変更されました',
  titleNew: 'モデル向けのルールの承認が必要です',
  lead: (files: number, since: string | null): string =>
    since === null
      ? `この Wiki のファイル ${numberText(files)} 件は、このデバイスで承認されていません。`
      : `ファイル ${numberText(files)} 件が、${since} に承認した内容と異なります。`,
  waits: '承認するまで、Wiki を変更するジョブは一時停止します。閲覧はできます。',
  skillsWait: '承認待ちはこれらのスキルだけです。ほかはすべて使えます。',
  loading: '承認した内容と比較中…',
  none: 'モデル向けのルールはすべて承認済みです。',
  close: '閉じる',
  kinds: {
    manifest: 'Wiki またはレンズの設定',
    guide: 'モデル向けのガイド',
    policy: 'ポリシー',
    skill: 'スキル',
    named: 'ポリシーが指定するファイル',
  },
  headings: {
    hidden: (kind: string, isNew: boolean): string => `見えないテキストを含む${isNew ? '新しい' : ''}${kind}`,
    power: (kind: string, isNew: boolean): string => (isNew ? `新しい${kind}` : `より多くの権限を求める${kind}`),
    weaker: (kind: string, isNew: boolean): string => `チェックを弱める${isNew ? '新しい' : ''}${kind}`,
    rules: (kind: string, isNew: boolean): string => (isNew ? `新しい${kind}` : `ルールの変更: ${kind}`),
    wording: (kind: string, isNew: boolean): string => (isNew ? `新しい${kind}` : '文言の変更のみ (ルールは同じ)'),
    removed: (kind: string): string => `削除: ${kind}`,
  },
  marks: {
    hidden: (characters: number): string => `見えない文字 ${numberText(characters)} 個`,
    power: '権限の追加',
    weaker: '弱いチェック',
    rules: 'ルールの変更',
    wording: 'ルールへの影響なし',
    never: '未承認',
  },
  line: (line: number): string => `${line} 行目`,
  becomes: '変更後:',
  shown: 'ここでは表示していますが、エディターでは見えません。モデルはこれを読みます。',
  blocked: 'これがなくなるまでブロックされます。',
  gateStays: '承認しても、レビューなしの書き込みは許可されません。許可は「メンテナンスを実行」で行います。',
  unknownBefore: '以前のテキストはもうありません。承認する前にファイルを読んでください。',
  select: (path: string): string => `${path} を承認`,
  texts: (files: number): string => `全文 (ファイル ${numberText(files)} 件)`,
  noText: 'テキストはありません。',
  gap: '省略した行',
  kept: '承認は、名前と日時とともに、保管庫の外のこのデバイスに保存されます。',
  name: 'あなたの名前',
  approve: '承認',
  approveSome: (chosen: number, all: number): string => `${all} 件中 ${chosen} 件を承認`,
  keep: 'ブロックしたままにする',
  done: (files: number): string => `このデバイスでファイル ${numberText(files)} 件を承認しました。`,
  review: 'ルールをレビュー',
  waiting: (files: number): string => `モデル向けのルールが承認待ちです: ファイル ${numberText(files)} 件`,
  waitingText: 'これらのファイルを承認するまで、Wiki を変更するジョブは一時停止します。閲覧はできます。',
};

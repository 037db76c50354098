import { numberText } from '../format';
import { type Texts } from '../texts';

export const retention: Texts['retention'] = {
  title: '过期来源',
  loading: '正在查看页面…',
  forever: '此 Wiki 永久保留来源。要设置时限，请在 KNOWLEDGE.md 的“sources”下写入“retention: days:365”。',
  none: (days) => `没有来源超过 ${numberText(days)} 天，即此 Wiki 的时限。`,
  lead: (count, days) =>
    `${numberText(count)} 个来源超过 ${numberText(days)} 天，即此 Wiki 的时限。不会自动移除任何内容。`,
  choose: '选择来源，查看哪些页面和陈述会失去最后的来源。',
  dated: (day, from) => (from === 'ingest' ? `首次收录于 ${day}` : day),
  nothingLost: '没有页面或陈述会失去最后的来源。',
  stay: '这些页面和陈述保持不变。在更改或删除之前，Lint 面板会列出它们。',
  pages: (count) => `${numberText(count)} 个页面将不再有来源`,
  statements: (count) => `${numberText(count)} 条陈述将不再有来源`,
  move: (count) => (count === 0 ? '移至回收站' : `将 ${numberText(count)} 个来源移至回收站`),
  moved: (count) => `已将 ${numberText(count)} 个来源移至 Wiki 的 .trash 文件夹。`,
  keep: '全部保留',
  close: '关闭',
  inTrash: (count) => `回收站中：${numberText(count)} 个来源`,
  putBack: '放回',
  putBackOne: (path) => `放回 ${path}`,
  isBack: (path) => `${path} 已放回。`,
};

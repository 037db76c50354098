import { type browser as english } from '../en/browser';
import { numberText } from '../format';

export const browser: typeof english = {
  name: 'Living Wiki',
  title: (screen: string, wiki: string): string => `${screen} · ${wiki} · Living Wiki`,
  close: '关闭',
  wiki: 'Wiki',
  screens: '界面',
  changes: (n: number): string => (n === 0 ? '更改' : `更改（${numberText(n)}）`),
  problems: '问题',
  history: '历史',
  together: '一起审阅全部',
  noChanges: '没有待审阅的提案。',
  noChangesHint: '新提案会自动出现在这里。',
  noWiki: '此令牌无法访问此服务器上的任何 Wiki。',
  mayRead: '你可以阅读，但不能裁定。如需裁定，请向服务器管理员索取角色为“review”的令牌。',
  mayPropose: '你可以提议修复，但不能裁定。如需裁定，请向服务器管理员索取角色为“review”的令牌。',
  refused: '此令牌不允许这样做。',
  refusedRemedy: '请向服务器管理员索取角色为“review”的令牌。',
  offline: '服务器没有响应。',
  offlineRemedy: '请检查连接，然后重试。',
  elsewhere: '此页面无法执行该操作。请使用 Obsidian 或命令行。',
  queued: (n: number): string => `已将 ${numberText(n)} 个来源加入队列。提案会出现在“更改”中。`,
  signIn: {
    title: '审阅 Wiki',
    label: '令牌',
    go: '打开',
    hint: '请向服务器管理员索取；管理员用“living-wiki token new”创建令牌。此标签页会保留令牌，直到你将其关闭。',
    refused: '服务器不认识此令牌，或令牌已过期。',
    ended: '你的令牌已失效。请输入新的令牌。',
    out: '退出登录',
  },
};

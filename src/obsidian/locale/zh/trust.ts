import { numberText } from '../format';
import { type Texts } from '../texts';

export const trust: Texts['trust'] = {
  title: '模型规则已更改',
  titleNew: '模型规则等待批准',
  lead: (files, since) =>
    since === null
      ? `此 Wiki 的 ${numberText(files)} 个文件从未在此设备上获得批准。`
      : `${numberText(files)} 个文件与 ${since} 批准的内容不同。`,
  waits: '批准前，会更改 Wiki 的任务已暂停。读取仍可进行。',
  skillsWait: '仅这些技能等待批准，其余一切正常。',
  loading: '正在与已批准的内容比较…',
  none: '所有模型规则均已批准。',
  close: '关闭',
  kinds: {
    manifest: 'Wiki 或透镜的设置',
    guide: '模型指南',
    policy: '策略',
    skill: '技能',
    named: '策略指定的文件',
  },
  headings: {
    hidden: (kind, isNew) => `${isNew ? '新的' : ''}${kind}含有隐藏文本`,
    power: (kind, isNew) => (isNew ? `新的${kind}` : `${kind}要求更多权限`),
    weaker: (kind, isNew) => (isNew ? `新的${kind}削弱了某项检查` : `${kind}削弱了某项检查`),
    rules: (kind, isNew) => (isNew ? `新的${kind}` : `${kind}中的规则已更改`),
    wording: (kind, isNew) => (isNew ? `新的${kind}` : '仅措辞更改，规则未变'),
    removed: (kind) => `${kind}已移除`,
  },
  marks: {
    hidden: (characters) => `${numberText(characters)} 个隐藏字符`,
    power: '更多权限',
    weaker: '检查被削弱',
    rules: '规则已更改',
    wording: '不影响规则',
    never: '从未批准',
  },
  line: (line) => `第 ${line} 行`,
  becomes: '改为',
  shown: '这里显示的字符在编辑器中不可见，但模型会读取。',
  blocked: '在它们消失之前会一直被阻止。',
  gateStays: '批准并不允许它未经审阅就写入。这需在“运行维护”下允许。',
  unknownBefore: '先前的文本已不可用。批准前请阅读文件。',
  select: (path) => `批准 ${path}`,
  texts: (files) => `全文，${numberText(files)} 个文件`,
  noText: '无文本。',
  gap: '略去的行',
  kept: '批准记录连同姓名和时间保存在此设备上，不在仓库中。',
  name: '你的姓名',
  approve: '批准',
  approveSome: (chosen, all) => `批准 ${chosen} / ${all}`,
  keep: '继续阻止',
  done: (files) => `已在此设备上批准 ${numberText(files)} 个文件。`,
  review: '审阅规则',
  waiting: (files) => `模型规则等待批准：${numberText(files)} 个文件`,
  waitingText: '批准这些文件前，会更改 Wiki 的任务已暂停。读取仍可进行。',
};

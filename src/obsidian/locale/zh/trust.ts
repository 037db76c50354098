import { numberText } from '../format';
import { type Translation } from '../translation';

export const trust: Translation['trust'] = {
  title: '模型规则已更改',
  titleNew: '模型规则等待批准',
  waits: '批准前，会更改 Wiki 的任务已暂停。读取仍可进行。',
  skillsWait: '仅这些技能等待批准，其余一切正常。',
  loading: '正在与已批准的内容比较…',
  none: '所有模型规则均已批准。',
  close: '关闭',
  line: (line) => `第 ${line} 行`,
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

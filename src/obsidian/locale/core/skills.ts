import { type Row } from './rows';

/** The skills that come with the product. */
export const SKILLS: readonly Row[] = [
  ['Composition', 'Neufassung', 'Redacción', 'Rédaction', '構成', '重组'],
  [
    'Rewrite pages that grew by many edits, so that they read as one text.',
    'Schreibt Seiten, die durch viele Änderungen gewachsen sind, als einen Text neu.',
    'Reescribe las páginas que crecieron con muchos cambios, para que se lean como un solo texto.',
    'Réécrit les pages issues de nombreuses modifications, pour qu’elles se lisent d’un trait.',
    '多くの編集で膨らんだページを、一つの文章として読めるように書き直します。',
    '重写因多次编辑而变长的页面，使其读来连贯。',
  ],
  [
    'Contradiction review',
    'Widersprüche prüfen',
    'Revisión de contradicciones',
    'Examen des contradictions',
    '矛盾の確認',
    '矛盾审查',
  ],
  [
    'Settle contradictions by the policy of the wiki, or set out both sides.',
    'Klärt Widersprüche nach der Regel des Wikis oder stellt beide Seiten dar.',
    'Resuelve contradicciones según la política de la wiki, o expone ambos lados.',
    'Tranche les contradictions selon la règle du wiki, ou expose les deux côtés.',
    'Wiki の方針に従って矛盾を解決するか、両方の立場を示します。',
    '按 Wiki 的策略裁定矛盾，或陈述双方说法。',
  ],
  [
    'Daily update',
    'Tägliche Aktualisierung',
    'Actualización diaria',
    'Mise à jour quotidienne',
    '毎日の更新',
    '每日更新',
  ],
  [
    'Read new sources, propose safe fixes and repair links.',
    'Liest neue Quellen, schlägt sichere Korrekturen vor und repariert Links.',
    'Lee fuentes nuevas, propone correcciones seguras y repara enlaces.',
    'Lit les nouvelles sources, propose des corrections sûres et répare les liens.',
    '新しいソースを読み、安全な修正を提案し、リンクを直します。',
    '读取新来源，提出安全修复并修复链接。',
  ],
  ['Lint repair', 'Lint-Reparatur', 'Reparación de lint', 'Réparation lint', 'Lint の修復', 'Lint 修复'],
  [
    'Repair problems that lint found, using only what the wiki says.',
    'Behebt Probleme aus Lint nur mit dem, was im Wiki steht.',
    'Repara problemas de lint usando solo lo que dice la wiki.',
    'Répare les problèmes de lint avec ce que dit le wiki, et rien d’autre.',
    'Lint が見つけた問題を、Wiki の内容だけを使って直します。',
    '仅依据 Wiki 的内容修复 Lint 发现的问题。',
  ],
  ['Synthesis', 'Verknüpfung', 'Síntesis', 'Synthèse', '統合', '综合'],
  [
    'Link pages that share sources but are not linked yet.',
    'Verlinkt Seiten mit gemeinsamen Quellen, die noch nicht verlinkt sind.',
    'Enlaza páginas que comparten fuentes y aún no están enlazadas.',
    'Relie les pages qui partagent des sources sans être encore liées.',
    '同じソースを持ち、まだリンクされていないページをリンクします。',
    '链接共享来源但尚未互链的页面。',
  ],
];

import { type Plugin } from 'obsidian';
import {
  CHAT_VIEW,
  HISTORY_VIEW,
  HOME_VIEW,
  JOBS_VIEW,
  LENS_VIEW,
  LINT_VIEW,
  MEMORY_VIEW,
  PACKS_VIEW,
  PICTURES,
  REVIEW_VIEW,
  type WikiController,
} from './controller';
import { app, chat, home, jobs, memory, packs, panels, pictures, review } from './locale';
import { LazyView, type ViewDefinition } from './ui';

const VIEWS: readonly ViewDefinition[] = [
  {
    type: HOME_VIEW,
    icon: 'book-heart',
    title: () => home.title,
    load: async () => (await import('./home')).HomeContent,
  },
  {
    type: REVIEW_VIEW,
    icon: 'file-diff',
    title: () => review.name,
    isNavigable: true,
    hasKeys: true,
    load: async () => (await import('./review')).ReviewContent,
  },
  {
    type: LINT_VIEW,
    icon: 'list-checks',
    title: () => panels.lint.title,
    load: async () => (await import('./panels/lint-content')).LintContent,
  },
  {
    type: LENS_VIEW,
    icon: 'glasses',
    title: () => panels.lens.name,
    load: async () => (await import('./panels/lens-content')).LensContent,
  },
  {
    type: HISTORY_VIEW,
    icon: 'history',
    title: () => panels.history.title,
    load: async () => (await import('./panels/history-content')).HistoryContent,
  },
  {
    type: JOBS_VIEW,
    icon: 'list-todo',
    title: () => jobs.title,
    load: async () => (await import('./jobs')).JobsContent,
  },
  {
    type: PACKS_VIEW,
    icon: 'package',
    title: () => packs.title,
    load: async () => (await import('./packs')).PacksContent,
  },
  {
    type: MEMORY_VIEW,
    icon: 'brain',
    title: () => memory.title,
    load: async () => (await import('./memory')).MemoryContent,
  },
  {
    type: PICTURES.coverage,
    icon: 'layout-grid',
    title: () => pictures.coverage.title,
    load: async () => (await import('./pictures/coverage')).CoverageContent,
  },
  {
    type: PICTURES.contradictions,
    icon: 'equal-not',
    title: () => pictures.contradictions.title,
    load: async () => (await import('./pictures/contradictions')).ContradictionsContent,
  },
  {
    type: PICTURES.timeline,
    icon: 'milestone',
    title: () => pictures.timeline.title,
    load: async () => (await import('./pictures/timeline')).TimelineContent,
  },
  {
    type: PICTURES.usage,
    icon: 'coins',
    title: () => pictures.usage.title,
    load: async () => (await import('./pictures/usage')).UsageContent,
  },
  {
    type: CHAT_VIEW,
    icon: 'message-circle',
    title: () => chat.title,
    load: async () => (await import('./chat')).ChatContent,
  },
];

/** Registers all views. Their code is loaded when they open. */
export function addViews(plugin: Plugin, controller: WikiController): void {
  for (const view of VIEWS) plugin.registerView(view.type, (leaf) => new LazyView(leaf, view, controller));
  plugin.registerHoverLinkSource(CHAT_VIEW, { display: app.name, defaultMod: true });
}

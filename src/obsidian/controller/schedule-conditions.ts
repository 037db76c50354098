import { Platform } from 'obsidian';
import { isLocalAddress, readsByModel, serverAddress, type ScheduleConditions } from '../../workbench';
import { type WikiController } from './types';

/** Who runs scheduled skills in the app, and why they wait. */
export function scheduleConditions({ settings, isModelApproved }: WikiController): ScheduleConditions {
  const isAsked = readsByModel(settings);
  const curator = isAsked ? 'model' : 'extractive';
  if (Platform.isMobile) return { curator, wait: 'phone' };
  if (!isAsked) return { curator, wait: null };
  if (!isModelApproved) return { curator, wait: 'approval' };
  const isElsewhere = !isLocalAddress(serverAddress(settings.model) ?? '');
  return { curator, wait: isElsewhere && !navigator.onLine ? 'offline' : null };
}

import { scheduledChangePanel } from '#shared/areas/scheduledChanges/scheduleUrls.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { scheduledChangeStates } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { ScheduledChangeState } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Status, createListScreen } from '#client/frame/index.ts'
import { schedulePanels } from './panels.tsx'

const stateTones = {
  waiting: 'warn',
  scheduled: 'off',
  running: 'warn',
  inEffect: 'good',
  ending: 'warn',
  done: 'good',
  canceled: 'off',
  rejected: 'off',
  withdrawn: 'off',
  missed: 'bad',
  failed: 'bad',
} as const satisfies Record<ScheduledChangeState, string>

function renderState({ state }: AnyRecord) {
  // A newer platform may have more states.
  const name = state as ScheduledChangeState
  return <Status tone={stateTones[name] ?? 'off'}>{scheduledChangeStates[name] ?? name}</Status>
}

/** Changes that start later: what, when, and in which stores. */
export const { loader, action, Component, panels } = createListScreen(
  scheduledChanges,
  { cells: { state: renderState }, opens: scheduledChangePanel },
  schedulePanels,
)

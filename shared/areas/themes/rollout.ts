import { rolloutStateLabels } from './messages.ts'
import type { rolloutEvents } from './messages.ts'

export type RolloutEvent = keyof typeof rolloutEvents

/** The end of a scheduled stage leads back to the stage before it. Only the platform does that. */
export const stageEndEvents = ['endToPilot', 'endToFew', 'endToSome'] as const
export type StageEndEvent = (typeof stageEndEvents)[number]

type RolloutStateRule = {
  label: string
  /** The percentage of stores that get the version. */
  share: number
  on: Readonly<Partial<Record<RolloutEvent | StageEndEvent, RolloutState>>>
}

/**
 * The states of a version's rollout. The machine is built from this table, and the platform rejects
 * any other step with 409.
 */
export const rolloutStates = {
  new: { label: rolloutStateLabels.new, share: 0, on: { pilot: 'pilot', start: 'few' } },
  pilot: {
    label: rolloutStateLabels.pilot,
    share: 0,
    on: { widen: 'some', pause: 'pilotPaused', rollBack: 'rolledBack' },
  },
  pilotPaused: {
    label: rolloutStateLabels.pilotPaused,
    share: 0,
    on: { goOn: 'pilot', rollBack: 'rolledBack' },
  },
  few: {
    label: rolloutStateLabels.few,
    share: 5,
    on: { widen: 'some', pause: 'fewPaused', rollBack: 'rolledBack' },
  },
  fewPaused: {
    label: rolloutStateLabels.fewPaused,
    share: 5,
    on: { goOn: 'few', rollBack: 'rolledBack' },
  },
  some: {
    label: rolloutStateLabels.some,
    share: 25,
    on: {
      widen: 'all',
      pause: 'somePaused',
      rollBack: 'rolledBack',
      endToPilot: 'pilot',
      endToFew: 'few',
    },
  },
  somePaused: {
    label: rolloutStateLabels.somePaused,
    share: 25,
    on: { goOn: 'some', rollBack: 'rolledBack', endToPilot: 'pilot', endToFew: 'few' },
  },
  all: {
    label: rolloutStateLabels.all,
    share: 100,
    on: { pause: 'allPaused', rollBack: 'rolledBack', endToSome: 'some' },
  },
  allPaused: {
    label: rolloutStateLabels.allPaused,
    share: 100,
    on: { goOn: 'all', rollBack: 'rolledBack', endToSome: 'some' },
  },
  rolledBack: {
    label: rolloutStateLabels.rolledBack,
    share: 0,
    on: { pilot: 'pilot', start: 'few' },
  },
} as const satisfies Record<string, { label: string; share: number; on: object }>
export type RolloutState = keyof typeof rolloutStates

const statesByName: Record<RolloutState, RolloutStateRule> = rolloutStates

/** Labels of the states, for a field. */
export const rolloutLabels = Object.fromEntries(
  Object.entries(statesByName).map(([state, { label }]) => [state, label]),
) as Record<RolloutState, string> // The table's own keys.

/** The state after an event, or null where the table has none. */
export const getNextRolloutState = (
  state: RolloutState,
  event: RolloutEvent | StageEndEvent,
): RolloutState | null => statesByName[state].on[event] ?? null

/**
 * Returns the event that ends the stage of `state` and leads back to the stage it started from: the
 * first stage is rolled back.
 */
export function getStageEnd(startedFrom: RolloutState): RolloutEvent | StageEndEvent {
  if (startedFrom === 'pilot') return 'endToPilot'
  if (startedFrom === 'few') return 'endToFew'
  return startedFrom === 'some' ? 'endToSome' : 'rollBack'
}

/** Whether the rollout is still in the stage of `state`, running or paused. */
export const isInStage = (current: RolloutState, state: RolloutState): boolean =>
  current === state || current === getNextRolloutState(state, 'pause')

export const getRolloutShare = (state: RolloutState): number => statesByName[state].share

/** Whether stores get the version in this state. */
export const isRolloutActive = (state: RolloutState): boolean =>
  state === 'pilot' || state === 'few' || state === 'some' || state === 'all'

/**
 * Whether the rollout has started and isn't complete. Until then, no other version of the theme can
 * start one.
 */
export const isBlockingOtherRollouts = (state: RolloutState): boolean =>
  state !== 'new' && state !== 'rolledBack' && state !== 'all'

/** Whether a store is in the stage with this share. Pilot stores are in every stage. */
export const isStoreInRolloutStage = (
  { store, version, share }: { store: number; version: number; share: number },
  pilots: ReadonlySet<number>,
): boolean => pilots.has(store) || getRolloutBucket(store, version) < share

/**
 * Returns a store's position in a rollout, from 0 to 99; the store is in every stage with a higher
 * share. The position is stable for a store and version, and differs between versions.
 */
export function getRolloutBucket(store: number, version: number): number {
  let hash = 0x811c9dc5
  for (const letter of `${version}/${store}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  }
  // Spreads the last letters' effect over all bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

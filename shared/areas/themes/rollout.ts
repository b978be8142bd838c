import { rolloutStateLabels } from './messages.ts'
import type { rolloutEvents } from './messages.ts'

export type RolloutEvent = keyof typeof rolloutEvents

type RolloutStateRule = {
  label: string
  /** How many of a hundred stores it is for. */
  share: number
  on: Readonly<Partial<Record<RolloutEvent, RolloutState>>>
}

/** Where the rollout of a version stands; the platform refuses with 409 what is not in it, and the machine is made of it. */
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
    on: { widen: 'all', pause: 'somePaused', rollBack: 'rolledBack' },
  },
  somePaused: {
    label: rolloutStateLabels.somePaused,
    share: 25,
    on: { goOn: 'some', rollBack: 'rolledBack' },
  },
  all: {
    label: rolloutStateLabels.all,
    share: 100,
    on: { pause: 'allPaused', rollBack: 'rolledBack' },
  },
  allPaused: {
    label: rolloutStateLabels.allPaused,
    share: 100,
    on: { goOn: 'all', rollBack: 'rolledBack' },
  },
  rolledBack: {
    label: rolloutStateLabels.rolledBack,
    share: 0,
    on: { pilot: 'pilot', start: 'few' },
  },
} as const satisfies Record<string, { label: string; share: number; on: object }>
export type RolloutState = keyof typeof rolloutStates

const statesByName: Record<RolloutState, RolloutStateRule> = rolloutStates

/** The words of each state, as a field has them. */
export const rolloutLabels = Object.fromEntries(
  Object.entries(statesByName).map(([state, { label }]) => [state, label]),
) as Record<RolloutState, string> // The keys are the table's own.

/** The state after an event, or null where the table has none. */
export const getNextRolloutState = (
  state: RolloutState,
  event: RolloutEvent,
): RolloutState | null => statesByName[state].on[event] ?? null

export const getRolloutShare = (state: RolloutState): number => statesByName[state].share

/** Whether stores are given the version in this state. */
export const isRollingOut = (state: RolloutState): boolean =>
  state === 'pilot' || state === 'few' || state === 'some' || state === 'all'

/** Whether it began and is not everywhere: no other version of the theme begins meanwhile. */
export const isUnfinished = (state: RolloutState): boolean =>
  state !== 'new' && state !== 'rolledBack' && state !== 'all'

/** The shares of the stages. */
export const rolloutStages = [5, 25, 100] as const

/** Whether a store is in the stage of this share: pilot stores are in every one. */
export const isInStage = (
  { store, version, share }: { store: number; version: number; share: number },
  pilots: ReadonlySet<number>,
): boolean => pilots.has(store) || getRolloutBucket(store, version) < share

/** A store's place in a rollout, 0 to 99, in stages of a share above it: stable for the two, another for each version. */
export function getRolloutBucket(store: number, version: number): number {
  let hash = 0x811c9dc5
  for (const letter of `${version}/${store}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  }
  // What the last letters changed is spread over all bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

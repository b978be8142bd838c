import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { scheduledChangeMachine } from '#machines/scheduledChange.ts'
import { decisionNames } from '#shared/engine/approval.ts'
import {
  getInitialScheduleState,
  getNextScheduleState,
  isScheduleTransitionAllowed,
  scheduledChangeStates,
  scheduleTransitions,
} from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type {
  ScheduledChangeState,
  ScheduleTerms,
} from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

// The keys are those of the tables.
const states = Object.keys(scheduledChangeStates) as ScheduledChangeState[]
const booleans = [true, false]
const allTerms: ScheduleTerms[] = booleans.flatMap((hasEnd) =>
  booleans.map((needsApproval) => ({ hasEnd, needsApproval })),
)
const decisionEvents = decisionNames.flatMap((type) =>
  booleans.map((isRequester) => ({ type, isRequester })),
)
const plainEvents = (
  ['askAgain', 'cancel', 'start', 'miss', 'fail', 'complete', 'pause', 'end', 'keep'] as const
).map((type) => ({ type }))
const events = [...decisionEvents, ...plainEvents]
type ScheduleEvent = (typeof events)[number]

test('a scheduled change reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: scheduledChangeMachine,
    inputs: allTerms,
    events,
    states: {
      waiting: ({ status }) => expect(status).toBe('active'),
      scheduled: ({ status }) => expect(status).toBe('active'),
      running: ({ status }) => expect(status).toBe('active'),
      inEffect: ({ context }) => expect(context.hasEnd).toBe(true),
      ending: ({ context }) => expect(context.hasEnd).toBe(true),
      done: ({ status }) => expect(status).toBe('done'),
      canceled: ({ status }) => expect(status).toBe('done'),
      rejected: ({ status }) => expect(status).toBe('done'),
      withdrawn: ({ status }) => expect(status).toBe('done'),
      missed: ({ status }) => expect(status).toBe('done'),
      failed: ({ status }) => expect(status).toBe('done'),
    },
  })
  expectFullCoverage(scheduledChangeMachine, coverage)
})

/** The events that lead to a state, from one that waits for approval or doesn't. */
function getPathTo(state: ScheduledChangeState, { needsApproval }: ScheduleTerms): ScheduleEvent[] {
  const approved: ScheduleEvent[] = needsApproval ? [{ type: 'approve', isRequester: false }] : []
  const paths: Record<ScheduledChangeState, ScheduleEvent[]> = {
    waiting: needsApproval ? [] : [{ type: 'askAgain' }],
    scheduled: approved,
    running: [...approved, { type: 'start' }],
    inEffect: [...approved, { type: 'start' }, { type: 'complete' }],
    ending: [...approved, { type: 'start' }, { type: 'complete' }, { type: 'end' }],
    done: [...approved, { type: 'start' }, { type: 'complete' }, { type: 'keep' }],
    canceled: [...approved, { type: 'cancel' }],
    rejected: [
      ...(needsApproval ? [] : [{ type: 'askAgain' } as const]),
      { type: 'reject', isRequester: false },
    ],
    withdrawn: [
      ...(needsApproval ? [] : [{ type: 'askAgain' } as const]),
      { type: 'withdraw', isRequester: true },
    ],
    missed: [...approved, { type: 'miss' }],
    failed: [...approved, { type: 'fail' }],
  }
  return paths[state]
}

test.each(allTerms)(
  'a scheduled change follows the table that the platform enforces: %j',
  (input) => {
    const start = () => createActor(scheduledChangeMachine, { input }).start()
    expect(start().getSnapshot().value).toBe(getInitialScheduleState(input))
    for (const state of states)
      for (const event of events) {
        const actor = start()
        for (const step of getPathTo(state, input)) actor.send(step)
        if (actor.getSnapshot().value !== state) continue // Without an end, it's never in effect.
        const isOwnRequest = 'isRequester' in event ? event.isRequester : false
        const isAllowed = isScheduleTransitionAllowed(event.type, state, {
          isOwnRequest,
          hasEnd: input.hasEnd,
        })
        expect(actor.getSnapshot().can(event), `${event.type} while ${state}`).toBe(isAllowed)
        actor.send(event)
        expect(actor.getSnapshot().value, `${event.type} while ${state}`).toBe(
          isAllowed ? getNextScheduleState(event.type, state, input) : state,
        )
      }
  },
)

test('only what was in effect ends, and nothing starts twice', () => {
  const starts = states.filter((state) => isScheduleTransitionAllowed('start', state))
  expect(starts).toEqual(['scheduled'])
  expect(states.filter((state) => isScheduleTransitionAllowed('end', state))).toEqual(['inEffect'])
  expect(Object.keys(scheduleTransitions)).toHaveLength(plainEvents.length + decisionNames.length)
})

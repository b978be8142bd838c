import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { integrationMachine } from '#machines/integration.ts'
import { integrationLifecycle, getNextStatus } from '#shared/engine/integrations/lifecycle.ts'
import type { LifecycleEvent } from '#shared/engine/integrations/lifecycle.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

type SentEvent = Exclude<LifecycleEvent, 'degrade'>
const events: SentEvent[] = [
  'configure',
  'change',
  'pass',
  'fail',
  'checkPass',
  'checkFail',
  'activate',
  'disable',
  'remove',
]
const toMachineEvent = (event: SentEvent) => ({ type: `integration.${event}` as const })
const states = Object.keys(integrationLifecycle) as IntegrationState[] // The keys are the table's.

test('an integration reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: integrationMachine,
    inputs: [undefined],
    events: events.map(toMachineEvent),
    states: Object.fromEntries(
      states.map((state) => [
        state,
        // The machine allows the same events as the platform.
        (snapshot: SnapshotFrom<typeof integrationMachine>) => {
          expect(snapshot.value).toBe(state)
          for (const event of events) {
            const after = getNextStatus({ ...snapshot.context, state }, event)
            expect(snapshot.can(toMachineEvent(event))).toBe(after !== null)
          }
          if (state === 'degraded') expect(snapshot.context.failures).toBe(3)
          if (state === 'active') expect(snapshot.context.failures).toBeLessThan(3)
          if (state === 'verified') expect(snapshot.context.proven).toBe(true)
          if (state === 'draft') expect(snapshot.context.proven).toBe(false)
        },
      ]),
    ),
  })
  expectFullCoverage(integrationMachine, coverage)
})

const sendEvents = (...sentEvents: SentEvent[]) => {
  const actor = createActor(integrationMachine).start()
  for (const event of sentEvents) actor.send(toMachineEvent(event))
  return actor.getSnapshot().value
}

test('an integration becomes active only after a test of its current settings passed', () => {
  expect(sendEvents('configure', 'activate')).toBe('draft')
  expect(sendEvents('configure', 'pass', 'change', 'activate')).toBe('draft')
  expect(sendEvents('configure', 'pass', 'activate')).toBe('active')
  expect(sendEvents('configure', 'pass', 'activate', 'disable', 'fail', 'activate')).toBe(
    'disabled',
  )
  expect(sendEvents('configure', 'pass', 'activate', 'disable', 'activate')).toBe('active')
})

test('three failed checks in a row degrade an integration, and a passed one makes it active again', () => {
  const failedChecks = ['checkFail', 'checkFail', 'checkFail'] as const
  expect(sendEvents('configure', 'pass', 'activate', ...failedChecks.slice(1))).toBe('active')
  expect(
    sendEvents(
      'configure',
      'pass',
      'activate',
      ...failedChecks.slice(1),
      'checkPass',
      ...failedChecks.slice(1),
    ),
  ).toBe('active')
  expect(sendEvents('configure', 'pass', 'activate', ...failedChecks)).toBe('degraded')
  expect(sendEvents('configure', 'pass', 'activate', ...failedChecks, 'checkPass')).toBe('active')
})

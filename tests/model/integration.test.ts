import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { integrationMachine } from '#machines/integration.ts'
import { integrationLifecycle, getNextStatus } from '#shared/engine/integrations/lifecycle.ts'
import type { LifecycleEvent } from '#shared/engine/integrations/lifecycle.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

type Told = Exclude<LifecycleEvent, 'degrade'>
const events: Told[] = [
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
const named = (event: Told) => ({ type: `integration.${event}` as const })
const states = Object.keys(integrationLifecycle) as IntegrationState[] // They are the table's own.

test('every state and transition of an integration', async () => {
  const coverage = await walkEveryEdge({
    machine: integrationMachine,
    inputs: [undefined],
    events: events.map(named),
    states: Object.fromEntries(
      states.map((state) => [
        state,
        // The machine goes where the platform goes, and stays where that refuses.
        (snapshot: SnapshotFrom<typeof integrationMachine>) => {
          expect(snapshot.value).toBe(state)
          for (const event of events) {
            const after = getNextStatus({ ...snapshot.context, state }, event)
            expect(snapshot.can(named(event))).toBe(after !== null)
          }
          if (state === 'degraded') expect(snapshot.context.failures).toBe(3)
          if (state === 'active') expect(snapshot.context.failures).toBeLessThan(3)
          if (state === 'verified') expect(snapshot.context.proven).toBe(true)
          if (state === 'draft') expect(snapshot.context.proven).toBe(false)
        },
      ]),
    ),
  })
  expectEverything(integrationMachine, coverage)
})

const live = (...sent: Told[]) => {
  const actor = createActor(integrationMachine).start()
  for (const event of sent) actor.send(named(event))
  return actor.getSnapshot().value
}

test('it is active only after a test of its present settings passed', () => {
  expect(live('configure', 'activate')).toBe('draft')
  expect(live('configure', 'pass', 'change', 'activate')).toBe('draft')
  expect(live('configure', 'pass', 'activate')).toBe('active')
  expect(live('configure', 'pass', 'activate', 'disable', 'fail', 'activate')).toBe('disabled')
  expect(live('configure', 'pass', 'activate', 'disable', 'activate')).toBe('active')
})

test('three failed checks in a row make it degraded, and one that passes active again', () => {
  const fails = ['checkFail', 'checkFail', 'checkFail'] as const
  expect(live('configure', 'pass', 'activate', ...fails.slice(1))).toBe('active')
  expect(
    live('configure', 'pass', 'activate', ...fails.slice(1), 'checkPass', ...fails.slice(1)),
  ).toBe('active')
  expect(live('configure', 'pass', 'activate', ...fails)).toBe('degraded')
  expect(live('configure', 'pass', 'activate', ...fails, 'checkPass')).toBe('active')
})

import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { bulkMachine } from '#machines/bulk.ts'
import type { BulkJobEvent } from '#machines/bulk.ts'
import { jobOf } from '#tests/support/jobs.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

const running = jobOf({ id: 7, status: 'running' })
const ended = jobOf({ id: 7, status: 'done' })
const undoing = { ...running, id: 8, undoOf: 7 }
const nothing = { isPlanned: false, job: null }
const machine = bulkMachine.provide({
  actors: { listen: fromCallback<BulkJobEvent, { id: number }, BulkJobEvent>(() => undefined) },
})

test('every state and transition of a change of many', async () => {
  const coverage = await walkEveryEdge({
    machine,
    inputs: [
      nothing,
      { ...nothing, isPlanned: true },
      { ...nothing, job: running },
      { ...nothing, job: undoing },
      { ...nothing, job: ended },
    ],
    events: [
      { type: 'plan.ask' },
      { type: 'plan.leave' },
      { type: 'job.ask' },
      { type: 'job.heard', job: running },
      { type: 'job.heard', job: ended },
    ],
    states: {
      choosing: ({ context }) => expect(context.job).toBe(null),
      planning: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
      planned: ({ context }) => expect(context).toEqual({ isPlanned: true, job: null }),
      beginning: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
      running: ({ context }) => expect(context.job?.status).toBe('running'),
      undoing: ({ context }) => expect(context.job?.status).toBe('running'),
      ended: ({ context }) => expect(context.job?.status).toBe('done'),
    },
  })
  expectEverything(machine, coverage)
})

test('what would be done is asked once, and the job once', () => {
  const actor = createActor(machine, { input: nothing }).start()
  actor.send({ type: 'job.ask' })
  expect(actor.getSnapshot().value).toBe('choosing')
  actor.send({ type: 'plan.ask' })
  actor.send({ type: 'plan.ask' })
  expect(actor.getSnapshot().value).toBe('planning')
})

test('an undo is heard of until it ends', () => {
  const actor = createActor(machine, { input: { ...nothing, job: undoing } }).start()
  expect(actor.getSnapshot().value).toBe('undoing')
  actor.send({ type: 'job.heard', job: { ...ended, id: 8, undoOf: 7 } })
  expect(actor.getSnapshot().value).toBe('ended')
})

import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { bulkMachine } from '#machines/bulk.ts'
import type { BulkJobEvent } from '#machines/bulk.ts'
import { buildJob } from '#tests/support/jobs.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

const runningJob = buildJob({ id: 7, status: 'running' })
const endedJob = buildJob({ id: 7, status: 'done' })
const undoJob = { ...runningJob, id: 8, undoOf: 7 }
const emptyInput = { isPlanned: false, job: null }
const machine = bulkMachine.provide({
  actors: { listen: fromCallback<BulkJobEvent, { id: number }, BulkJobEvent>(() => undefined) },
})

test('a bulk action reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine,
    inputs: [
      emptyInput,
      { ...emptyInput, isPlanned: true },
      { ...emptyInput, job: runningJob },
      { ...emptyInput, job: undoJob },
      { ...emptyInput, job: endedJob },
    ],
    events: [
      { type: 'plan.ask' },
      { type: 'plan.leave' },
      { type: 'job.ask' },
      { type: 'job.heard', job: runningJob },
      { type: 'job.heard', job: endedJob },
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
  expectFullCoverage(machine, coverage)
})

test('a job starts only from a plan, and a second request for the plan changes nothing', () => {
  const actor = createActor(machine, { input: emptyInput }).start()
  actor.send({ type: 'job.ask' })
  expect(actor.getSnapshot().value).toBe('choosing')
  actor.send({ type: 'plan.ask' })
  actor.send({ type: 'plan.ask' })
  expect(actor.getSnapshot().value).toBe('planning')
})

test('an undo job is followed until it ends', () => {
  const actor = createActor(machine, { input: { ...emptyInput, job: undoJob } }).start()
  expect(actor.getSnapshot().value).toBe('undoing')
  actor.send({ type: 'job.heard', job: { ...endedJob, id: 8, undoOf: 7 } })
  expect(actor.getSnapshot().value).toBe('ended')
})

test('leaving a plan forgets it', () => {
  const actor = createActor(machine, { input: { ...emptyInput, isPlanned: true } }).start()
  actor.send({ type: 'plan.leave' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: emptyInput })
})

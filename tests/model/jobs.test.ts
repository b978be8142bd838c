import { expect, onTestFinished, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { jobsMachine } from '#machines/jobs.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { buildJob } from '#tests/support/jobs.ts'
import { expectFullCoverage, PendingPromises, walkEveryEdge } from './walk.ts'

const runningJob = buildJob({ id: 7, status: 'running' })
const doneJob = buildJob({ id: 7, status: 'done' })
const notOffered = new ApiError({ status: 404, code: 'not_offered', title: 'No' })
const unreachable = new ApiError({ status: 502, code: 'unreachable', title: 'No' })

function createMachine() {
  const promises = new PendingPromises()
  /** The job IDs of each stream that opens, and null for each one that closes. */
  const streams: (number[] | null)[] = []
  const machine = jobsMachine.provide({
    actors: {
      read: promises.createLogic<Job[]>(),
      listen: fromCallback(({ input: { ids } }) => {
        streams.push(ids)
        return () => void streams.push(null)
      }),
    },
  })
  return { promises, streams, machine }
}

function startJobs(jobs: Job[] | null, initialActive = 0) {
  const { promises, streams, machine } = createMachine()
  const clock = new SimulatedClock()
  const actor = createActor(machine, { input: { jobs, initialActive }, clock })
  const endedIds: number[] = []
  actor.on('job.ended', ({ job }) => endedIds.push(job.id))
  actor.start()
  onTestFinished(() => void actor.stop())
  return {
    actor,
    clock,
    streams,
    endedIds,
    state: () => actor.getSnapshot().value,
    jobs: () => actor.getSnapshot().context.jobs,
    read: (outcome: { output: Job[] } | { error: unknown }) => promises.settle('read', outcome),
  }
}

test('the jobs machine reaches every state and takes every transition', async () => {
  const { machine, promises } = createMachine()
  const coverage = await walkEveryEdge({
    machine,
    promises,
    inputs: [
      { jobs: null, initialActive: 1 },
      { jobs: [], initialActive: 0 },
      { jobs: [runningJob], initialActive: 1 },
    ],
    events: [
      { type: 'jobs.changed' },
      { type: 'job.heard', job: runningJob },
      { type: 'job.heard', job: doneJob },
      { type: 'stream.lost' },
      { type: 'page.hidden' },
      { type: 'page.shown' },
    ],
    outcomes: [
      { type: 'xstate.done.actor.read', output: [runningJob] },
      { type: 'xstate.done.actor.read', output: [doneJob] },
      { type: 'xstate.error.actor.read', error: notOffered },
      { type: 'xstate.error.actor.read', error: unreachable },
    ],
    states: {
      resting: ({ context }) =>
        expect(context.failure === null && context.jobs?.includes(runningJob)).toBe(false),
      reading: (snapshot) => expect(snapshot.hasTag('lost')).toBe(false),
      live: ({ context }) => expect(context.jobs).toContain(runningJob),
      reconnecting: (snapshot) => expect(snapshot.hasTag('lost')).toBe(false),
      waiting: (snapshot) => expect(snapshot.hasTag('lost')).toBe(true),
      hidden: (snapshot) => expect(snapshot.children).toEqual({}),
    },
  })
  expectFullCoverage(machine, coverage)
})

test('finished jobs open no stream, and jobs that came with the page are not read again', () => {
  const { state, streams } = startJobs([doneJob])
  expect(state()).toBe('resting')
  expect(streams).toEqual([])
})

test('a job is followed until it ends, which is reported once, and then the list is read again', async () => {
  const { actor, state, streams, endedIds, jobs, read } = startJobs([
    runningJob,
    { ...doneJob, id: 6 },
  ])
  expect(streams).toEqual([[7]])
  const half = { ...runningJob, rows: { ...runningJob.rows, done: 5, waiting: 5 } }
  actor.send({ type: 'job.heard', job: half })
  expect(jobs()?.[0]).toEqual(half)
  expect(streams).toEqual([[7]])
  actor.send({ type: 'job.heard', job: doneJob })
  expect([state(), streams, endedIds]).toEqual(['reading', [[7], null], [7]])
  await read({ output: [doneJob] })
  expect([state(), endedIds]).toEqual(['resting', [7]])
})

test('a missed end is found in the list', async () => {
  const { actor, clock, state, endedIds, read } = startJobs([runningJob])
  actor.send({ type: 'stream.lost' })
  clock.increment(499)
  expect(state()).toBe('reconnecting')
  clock.increment(1)
  await read({ error: unreachable })
  expect(state()).toBe('waiting')
  expect(actor.getSnapshot().context.failure).toBe(unreachable)
  clock.increment(3000)
  await read({ output: [doneJob] })
  expect([state(), endedIds]).toEqual(['resting', [7]])
  expect(actor.getSnapshot().context.failure).toBeNull()
})

test('a connection counts as lost only after its second failure', async () => {
  const { actor, clock, state, read } = startJobs(null, 1)
  const isLost = () => actor.getSnapshot().hasTag('lost')
  await read({ error: unreachable })
  expect([state(), isLost(), actor.getSnapshot().context.failure]).toEqual([
    'reconnecting',
    false,
    null,
  ])
  clock.increment(500)
  await read({ output: [runningJob] })
  expect([state(), isLost()]).toEqual(['live', false])
  actor.send({ type: 'stream.lost' })
  expect(isLost()).toBe(true)
})

test('an event on a stream clears earlier failures, so that a lost stream reconnects', () => {
  const { actor, clock, state, streams } = startJobs([runningJob])
  actor.send({ type: 'job.heard', job: runningJob })
  actor.send({ type: 'stream.lost' })
  expect(state()).toBe('reconnecting')
  clock.increment(500)
  expect(streams).toEqual([[7], null])
})

test('a platform without jobs is not asked again', async () => {
  const { clock, state, read } = startJobs(null)
  await read({ error: notOffered })
  expect(state()).toBe('resting')
  clock.increment(60_000)
  expect(state()).toBe('resting')
})

test('a hidden page closes its stream, and catches up when it is shown again', async () => {
  const { actor, state, streams, endedIds, read } = startJobs([runningJob])
  actor.send({ type: 'page.hidden' })
  expect(streams).toEqual([[7], null])
  actor.send({ type: 'jobs.changed' })
  expect(state()).toBe('hidden')
  actor.send({ type: 'page.shown' })
  await read({ output: [{ ...runningJob, id: 8 }, doneJob] })
  expect([streams, endedIds]).toEqual([[[7], null, [8]], [7]])
})

test('a job started here is read immediately and followed along with the others', async () => {
  const { actor, streams, read } = startJobs([runningJob])
  actor.send({ type: 'jobs.changed' })
  await read({ output: [{ ...runningJob, id: 8 }, runningJob] })
  expect(streams).toEqual([[7], null, [8, 7]])
})

test('a job that ended before it was read is reported, but none older than the known jobs', async () => {
  const { actor, endedIds, read } = startJobs([{ ...doneJob, id: 6 }])
  actor.send({ type: 'jobs.changed' })
  await read({ output: [doneJob, { ...doneJob, id: 6 }, { ...doneJob, id: 3 }] })
  expect(endedIds).toEqual([7])
})

test('the newest finished jobs count as ended if fewer jobs run than the page reported', async () => {
  const before = { ...doneJob, id: 6 }
  const [one, both, none] = [startJobs(null, 1), startJobs(null, 2), startJobs(null, 0)]
  await one.read({ output: [doneJob, before] })
  await both.read({ output: [runningJob, before, { ...doneJob, id: 5 }] })
  await none.read({ output: [doneJob, before] })
  expect([one.endedIds, both.endedIds, none.endedIds]).toEqual([[7], [6], []])
})

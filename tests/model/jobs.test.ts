import { expect, onTestFinished, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { jobsMachine } from '#machines/jobs.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { jobOf } from '#tests/support/jobs.ts'
import { expectEverything, HeldPromises, walkEveryEdge } from './walk.ts'

const running = jobOf({ id: 7, status: 'running' })
const done = jobOf({ id: 7, status: 'done' })
const gone = new ApiError({ status: 404, code: 'not_offered', title: 'No' })
const down = new ApiError({ status: 502, code: 'unreachable', title: 'No' })

function provided() {
  const promises = new HeldPromises()
  /** The jobs that are listened to, as each stream began; null when it ended. */
  const heard: (number[] | null)[] = []
  const machine = jobsMachine.provide({
    actors: {
      read: promises.logic<Job[]>(),
      listen: fromCallback(({ input: { ids } }) => {
        heard.push(ids)
        return () => void heard.push(null)
      }),
    },
  })
  return { promises, heard, machine }
}

function started(jobs: Job[] | null, initialActive = 0) {
  const { promises, heard, machine } = provided()
  const clock = new SimulatedClock()
  const actor = createActor(machine, { input: { jobs, initialActive }, clock })
  const ended: number[] = []
  actor.on('job.ended', ({ job }) => ended.push(job.id))
  actor.start()
  onTestFinished(() => void actor.stop())
  return {
    actor,
    clock,
    heard,
    ended,
    state: () => actor.getSnapshot().value,
    jobs: () => actor.getSnapshot().context.jobs,
    read: (outcome: { output: Job[] } | { error: unknown }) => promises.settle('read', outcome),
  }
}

test('every state and transition of the jobs', async () => {
  const { machine, promises } = provided()
  const coverage = await walkEveryEdge({
    machine,
    promises,
    inputs: [
      { jobs: null, initialActive: 1 },
      { jobs: [], initialActive: 0 },
      { jobs: [running], initialActive: 1 },
    ],
    events: [
      { type: 'jobs.changed' },
      { type: 'job.heard', job: running },
      { type: 'job.heard', job: done },
      { type: 'stream.lost' },
      { type: 'page.hidden' },
      { type: 'page.shown' },
    ],
    outcomes: [
      { type: 'xstate.done.actor.read', output: [running] },
      { type: 'xstate.done.actor.read', output: [done] },
      { type: 'xstate.error.actor.read', error: gone },
      { type: 'xstate.error.actor.read', error: down },
    ],
    states: {
      resting: ({ context }) =>
        expect(context.failure === null && context.jobs?.includes(running)).toBe(false),
      reading: (snapshot) => expect(snapshot.hasTag('lost')).toBe(false),
      live: ({ context }) => expect(context.jobs).toContain(running),
      reconnecting: (snapshot) => expect(snapshot.hasTag('lost')).toBe(false),
      waiting: (snapshot) => expect(snapshot.hasTag('lost')).toBe(true),
      hidden: (snapshot) => expect(snapshot.children).toEqual({}),
    },
  })
  expectEverything(machine, coverage)
})

test('with nothing under way nothing is listened to, and what came with the page is not read again', () => {
  const { state, heard } = started([done])
  expect(state()).toBe('resting')
  expect(heard).toEqual([])
})

test('a job is heard of until it ends, which is told once; then the list is read again', async () => {
  const { actor, state, heard, ended, jobs, read } = started([running, { ...done, id: 6 }])
  expect(heard).toEqual([[7]])
  const half = { ...running, rows: { ...running.rows, done: 5, waiting: 5 } }
  actor.send({ type: 'job.heard', job: half })
  expect(jobs()?.[0]).toEqual(half)
  expect(heard).toEqual([[7]])
  actor.send({ type: 'job.heard', job: done })
  expect([state(), heard, ended]).toEqual(['reading', [[7], null], [7]])
  await read({ output: [done] })
  expect([state(), ended]).toEqual(['resting', [7]])
})

test('an end that was missed is learned from the list', async () => {
  const { actor, clock, state, ended, read } = started([running])
  actor.send({ type: 'stream.lost' })
  clock.increment(499)
  expect(state()).toBe('reconnecting')
  clock.increment(1)
  await read({ error: down })
  expect(state()).toBe('waiting')
  expect(actor.getSnapshot().context.failure).toBe(down)
  clock.increment(3000)
  await read({ output: [done] })
  expect([state(), ended]).toEqual(['resting', [7]])
  expect(actor.getSnapshot().context.failure).toBeNull()
})

test('while it connects nothing is said to be lost, until that fails twice', async () => {
  const { actor, clock, state, read } = started(null, 1)
  const isLost = () => actor.getSnapshot().hasTag('lost')
  await read({ error: down })
  expect([state(), isLost(), actor.getSnapshot().context.failure]).toEqual([
    'reconnecting',
    false,
    null,
  ])
  clock.increment(500)
  await read({ output: [running] })
  expect([state(), isLost()]).toEqual(['live', false])
  actor.send({ type: 'stream.lost' })
  expect(isLost()).toBe(true)
})

test('a stream that is heard again makes up for the fault before', () => {
  const { actor, clock, state, heard } = started([running])
  actor.send({ type: 'job.heard', job: running })
  actor.send({ type: 'stream.lost' })
  expect(state()).toBe('reconnecting')
  clock.increment(500)
  expect(heard).toEqual([[7], null])
})

test('a platform without jobs is not asked for ever', async () => {
  const { clock, state, read } = started(null)
  await read({ error: gone })
  expect(state()).toBe('resting')
  clock.increment(60_000)
  expect(state()).toBe('resting')
})

test('a page that nobody looks at holds no connection, and catches up when it is seen again', async () => {
  const { actor, state, heard, ended, read } = started([running])
  actor.send({ type: 'page.hidden' })
  expect(heard).toEqual([[7], null])
  actor.send({ type: 'jobs.changed' })
  expect(state()).toBe('hidden')
  actor.send({ type: 'page.shown' })
  await read({ output: [{ ...running, id: 8 }, done] })
  expect([heard, ended]).toEqual([[[7], null, [8]], [7]])
})

test('what was started here is read at once, and listened to beside the others', async () => {
  const { actor, heard, read } = started([running])
  actor.send({ type: 'jobs.changed' })
  await read({ output: [{ ...running, id: 8 }, running] })
  expect(heard).toEqual([[7], null, [8, 7]])
})

test('what was started here and ended before it was read is told, too; what is older than all that was known is not', async () => {
  const { actor, ended, read } = started([{ ...done, id: 6 }])
  actor.send({ type: 'jobs.changed' })
  await read({ output: [done, { ...done, id: 6 }, { ...done, id: 3 }] })
  expect(ended).toEqual([7])
})

test('of what was told to be under way before any was known, the newest that is not has ended', async () => {
  const before = { ...done, id: 6 }
  const [one, both, none] = [started(null, 1), started(null, 2), started(null, 0)]
  await one.read({ output: [done, before] })
  await both.read({ output: [running, before, { ...done, id: 5 }] })
  await none.read({ output: [done, before] })
  expect([one.ended, both.ended, none.ended]).toEqual([[7], [6], []])
})

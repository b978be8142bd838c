import { expect, test } from 'vitest'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'

test('all calls run, two at once, and the next one starts when any ends', async () => {
  const running = new Map<number, () => void>()
  const done: number[] = []
  const all = mapConcurrently(2, [1, 2, 3, 4], async (one) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(one, resolve)
    await promise
    done.push(one)
  })
  const finish = async (one: number) => {
    running.get(one)?.()
    running.delete(one)
    await new Promise(setImmediate)
  }
  expect([...running.keys()]).toEqual([1, 2])
  await finish(2)
  expect([...running.keys()]).toEqual([1, 3])
  await finish(3)
  await finish(4)
  await finish(1)
  await all
  expect(done).toEqual([2, 3, 4, 1])
})

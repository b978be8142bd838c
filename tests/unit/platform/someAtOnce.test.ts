import { expect, test } from 'vitest'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'

test('all are done, so many at once, and the next one begins when any is done', async () => {
  const open = new Map<number, () => void>()
  const done: number[] = []
  const all = mapConcurrently(2, [1, 2, 3, 4], async (one) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    open.set(one, resolve)
    await promise
    done.push(one)
  })
  const end = async (one: number) => {
    open.get(one)?.()
    open.delete(one)
    await new Promise(setImmediate)
  }
  expect([...open.keys()]).toEqual([1, 2])
  await end(2)
  expect([...open.keys()]).toEqual([1, 3])
  await end(3)
  await end(4)
  await end(1)
  await all
  expect(done).toEqual([2, 3, 4, 1])
})

import { describe, expect, test, vi } from 'vitest'
import { SharedPoll } from '#server/platform/core/http/sharedPoll.ts'

const doNothing = () => {}

describe('A shared poll', () => {
  test('asks once for all watchers, each key once, and never without watchers', async () => {
    const find = vi.fn(async (keys: readonly string[]) => new Map(keys.map((key) => [key, key])))
    const poll = new SharedPoll(find, 5, doNothing)
    const values: (string | undefined)[] = []
    for (const key of ['a', 'b', 'b']) {
      const stop = poll.watch(key, (value) => {
        values.push(value)
        stop()
      })
    }
    await vi.waitFor(() => expect(values).toEqual(['a', 'b', 'b']))
    expect(find.mock.calls).toEqual([[['a', 'b']]])
    const stopAgain = poll.watch('c', doNothing)
    await vi.waitFor(() => expect(find.mock.calls.at(-1)).toEqual([['c']]))
    stopAgain()
    expect(find.mock.calls.filter(([keys]) => keys.includes('a'))).toHaveLength(1)
  })

  test('notifies without a value if the query fails, and continues', async () => {
    const onError = vi.fn()
    let fails = true
    const poll = new SharedPoll(
      async () => {
        if (fails) throw new Error('No database')
        return new Map([['a', 1]])
      },
      1,
      onError,
    )
    const values: (number | undefined)[] = []
    const stop = poll.watch('a', (value) => {
      fails = false
      values.push(value)
    })
    await vi.waitFor(() => expect(values.length).toBeGreaterThan(1))
    stop()
    expect(values.slice(0, 2)).toEqual([undefined, 1])
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('does not notify a watcher that stopped during the query', async () => {
    let answer: (values: Map<string, number>) => void = doNothing
    const poll = new SharedPoll<string, number>(
      () => new Promise((resolve) => (answer = resolve)),
      1,
      doNothing,
    )
    const values = vi.fn()
    const stop = poll.watch('a', values)
    await vi.waitFor(() => expect(answer).not.toBe(doNothing))
    stop()
    answer(new Map([['a', 1]]))
    await new Promise(setImmediate)
    expect(values).not.toHaveBeenCalled()
  })
})

import { describe, expect, test, vi } from 'vitest'
import { SharedPoll } from '#server/platform/core/http/sharedPoll.ts'

const nothing = () => {}

describe('A shared poll', () => {
  test('asks once for all who watch, each key once, and not at all while nobody does', async () => {
    const find = vi.fn(async (keys: readonly string[]) => new Map(keys.map((key) => [key, key])))
    const poll = new SharedPoll(find, 5, nothing)
    const heard: (string | undefined)[] = []
    for (const key of ['a', 'b', 'b']) {
      const stop = poll.watch(key, (value) => {
        heard.push(value)
        stop()
      })
    }
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b', 'b']))
    expect(find.mock.calls).toEqual([[['a', 'b']]])
    const again = poll.watch('c', nothing)
    await vi.waitFor(() => expect(find.mock.calls.at(-1)).toEqual([['c']]))
    again()
    expect(find.mock.calls.filter(([keys]) => keys.includes('a'))).toHaveLength(1)
  })

  test('notifies without a value when the question fails, and goes on', async () => {
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
    const heard: (number | undefined)[] = []
    const stop = poll.watch('a', (value) => {
      fails = false
      heard.push(value)
    })
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1))
    stop()
    expect(heard.slice(0, 2)).toEqual([undefined, 1])
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('tells nobody who has left while the question was under way', async () => {
    let answer: (values: Map<string, number>) => void = nothing
    const poll = new SharedPoll<string, number>(
      () => new Promise((resolve) => (answer = resolve)),
      1,
      nothing,
    )
    const heard = vi.fn()
    const stop = poll.watch('a', heard)
    await vi.waitFor(() => expect(answer).not.toBe(nothing))
    stop()
    answer(new Map([['a', 1]]))
    await new Promise(setImmediate)
    expect(heard).not.toHaveBeenCalled()
  })
})

import { describe, expect, test } from 'vitest'
import { toAccountKey, toNetworkKey, Throttle } from '#shared/throttle.ts'

/** Creates a throttle with a clock that the test sets, and functions for one attempt. */
function setUp(maxNames?: number) {
  const clock = { now: 0 }
  const throttle = new Throttle(() => clock.now, maxNames)
  const attemptSignIn = (account: string, address: string, free?: number) =>
    throttle.attempt(
      { name: toAccountKey(account) },
      { name: toNetworkKey(address), ...(free === undefined ? {} : { free }) },
    )
  const fail = (account = 'a@x', address = '192.0.2.1', free?: number) => {
    const attempt = attemptSignIn(account, address, free)
    if (typeof attempt === 'number') return attempt
    attempt.failed()
    return 'failed'
  }
  const pass = (account = 'a@x', address = '192.0.2.1') => {
    const attempt = attemptSignIn(account, address)
    if (typeof attempt === 'number') throw new Error('throttled')
    attempt.succeeded()
  }
  return { clock, throttle, attemptSignIn, fail, pass }
}

const times = <T>(count: number, call: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => call(index))

describe('Sign-in throttle', () => {
  test('allows five failures, then waits 1 s, doubling up to 15 minutes', () => {
    const { clock, fail } = setUp()
    expect(times(5, () => fail())).toEqual(times(5, () => 'failed'))
    const waits = times(12, () => {
      const seconds = fail()
      clock.now += Number(seconds) * 1000
      expect(fail()).toBe('failed')
      return seconds
    })
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('counts an account across networks and spellings', () => {
    const { fail } = setUp()
    times(5, () => fail('Ada@Example.com', '192.0.2.1'))
    expect(fail(' ada@example.com', '198.51.100.7')).toBe(1)
  })

  test('counts a network across accounts', () => {
    const { fail } = setUp()
    for (const name of 'abcde') fail(`${name}@x`, '192.0.2.1')
    expect(fail('f@x', '192.0.2.250')).toBe(1)
    expect(fail('f@x', '192.0.3.1')).toBe('failed')
  })

  test('a network may get more failures before it waits', () => {
    const { fail } = setUp()
    const names = times(8, (index) => `${index}@x`)
    expect(names.map((name) => fail(name, '192.0.2.1', 8))).toEqual(names.map(() => 'failed'))
    expect(fail('another@x', '192.0.2.1', 8)).toBe(1)
  })

  test('an account may be counted without a network', () => {
    const { throttle } = setUp()
    times(5, () => throttle.attempt({ name: 'one' }))
    expect(throttle.attempt({ name: 'one' })).toBe(1)
    expect(throttle.attempt({ name: 'other' })).not.toBe(1)
  })

  test('a success clears the failures of its account, but not of others', () => {
    const { fail, pass } = setUp()
    times(4, () => fail('a@x'))
    pass('a@x')
    expect(times(4, () => fail('a@x'))).toEqual(times(4, () => 'failed'))
    pass('a@x')
    times(4, () => fail('victim@x'))
    pass('a@x')
    expect(fail('victim@x')).toBe('failed')
    expect(fail('victim@x')).toBe(1)
  })

  test('simultaneous attempts count like consecutive ones', () => {
    const { attemptSignIn } = setUp()
    const attempts = times(100, () => attemptSignIn('a@x', '192.0.2.1'))
    expect(attempts.filter((attempt) => typeof attempt !== 'number')).toHaveLength(5)
  })

  test('an undecided attempt does not count', () => {
    const { attemptSignIn, fail } = setUp()
    times(20, () => {
      const attempt = attemptSignIn('a@x', '192.0.2.1')
      if (typeof attempt !== 'number') attempt.undecided()
    })
    expect(fail()).toBe('failed')
  })

  test('clears failures an hour after the last one', () => {
    const { clock, fail } = setUp()
    times(5, () => fail())
    clock.now += 3_600_001
    expect(times(5, () => fail())).toEqual(times(5, () => 'failed'))
  })

  test('limits its memory by deleting the names unused for longest', () => {
    const { fail } = setUp(100)
    times(5, () => fail('first@x', '192.0.2.1'))
    times(49, (index) => fail(`${index}@x`, `10.0.${index}.1`))
    expect(fail('first@x', '192.0.2.1')).toBe(1)
    times(2, (index) => fail(`more${index}@x`, `10.1.${index}.1`))
    expect(fail('first@x', '192.0.2.1')).toBe('failed')
  })

  test.each([
    ['192.0.2.1', 'network 192.0.2'],
    ['::ffff:192.0.2.1', 'network 192.0.2'],
    ['2001:db8:1:2:3:4:5:6', 'network 2001:db8:1:2'],
    ['2001:0DB8::1', 'network 2001:db8:0:0'],
    ['fe80::1%eth0', 'network fe80:0:0:0'],
    ['::1', 'network 0:0:0:0'],
    ['2001:db8::7:8:9:a:b', 'network 2001:db8:0:7'],
    ['garbage', 'network unknown'],
    ['gar:ba:ge', 'network unknown'],
  ])('the network of %s is %s', (address, network) => {
    expect(toNetworkKey(address)).toBe(network)
  })
})

import { expect, test } from 'vitest'
import { ClientQueue } from '#server/console/proxy/clientQueue.ts'

/** A lane of 4 connections and 4 places to wait: a client may have 3 and 2 of them. */
function open() {
  const lane = new ClientQueue({ connections: 4, queue: 4 })
  const begun: { name: string; leave: () => void }[] = []
  const enter = (address: string, name = address) =>
    lane.enter(address, (leave) => void begun.push({ name, leave }))
  return { begun, enter, names: () => begun.map(({ name }) => name) }
}

test('one client has a share of the connections and of the places to wait', () => {
  const { enter, names } = open()
  const taken = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => enter('192.0.2.1', name))
  expect(taken).toEqual([true, true, true, true, true, false])
  expect(names()).toEqual(['a1', 'a2', 'a3'])
  expect(enter('198.51.100.1', 'b1')).toBe(true)
  expect(names()).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('a client is a network', () => {
  const { enter, names } = open()
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) enter(address)
  expect(names()).toHaveLength(3)
})

test('who waits is next, in the order of coming, when a call of the same client is over', () => {
  const { begun, enter, names } = open()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter('192.0.2.1', name)
  enter('198.51.100.1', 'b1')
  begun[3]?.leave()
  expect(names()).toHaveLength(4)
  begun[0]?.leave()
  begun[1]?.leave()
  expect(names()).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5'])
})

test('all clients together have the connections and the places to wait, and no more', () => {
  const { begun, enter } = open()
  const addresses = Array.from({ length: 9 }, (_, index) => `10.0.${index}.1`)
  expect(addresses.map((address) => enter(address)).filter(Boolean)).toHaveLength(8)
  begun[0]?.leave()
  expect(enter('10.0.9.1')).toBe(true)
})

test('networks without calls are forgotten, those with calls are not', () => {
  const { begun, enter } = open()
  for (const name of ['a1', 'a2', 'a3']) enter('192.0.2.1', name)
  for (let index = 0; index < 2000; index += 1) {
    expect(enter(`10.${index >> 8}.${index & 255}.1`)).toBe(true)
    begun.pop()?.leave()
  }
  enter('192.0.2.1', 'a4')
  expect(begun).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { ClientQueue } from '#server/console/proxy/clientQueue.ts'

/** Creates a queue of 4 connections and 4 waiting places. A client may have 3 and 2 of them. */
function createQueue() {
  const queue = new ClientQueue({ connections: 4, queue: 4 })
  const startedCalls: { name: string; leave: () => void }[] = []
  const enter = (address: string, name = address) =>
    queue.enter(address, (leave) => void startedCalls.push({ name, leave }))
  return { startedCalls, enter, names: () => startedCalls.map(({ name }) => name) }
}

test('one client gets a share of the connections and waiting places', () => {
  const { enter, names } = createQueue()
  const accepted = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => enter('192.0.2.1', name))
  expect(accepted).toEqual([true, true, true, true, true, false])
  expect(names()).toEqual(['a1', 'a2', 'a3'])
  expect(enter('198.51.100.1', 'b1')).toBe(true)
  expect(names()).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('addresses of one network count as one client', () => {
  const { enter, names } = createQueue()
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) enter(address)
  expect(names()).toHaveLength(3)
})

test('waiting calls of a client start in order when its other calls end', () => {
  const { startedCalls, enter, names } = createQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter('192.0.2.1', name)
  enter('198.51.100.1', 'b1')
  startedCalls[3]?.leave()
  expect(names()).toHaveLength(4)
  startedCalls[0]?.leave()
  startedCalls[1]?.leave()
  expect(names()).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5'])
})

test('all clients together share the connections and waiting places', () => {
  const { startedCalls, enter } = createQueue()
  const addresses = Array.from({ length: 9 }, (_, index) => `10.0.${index}.1`)
  expect(addresses.map((address) => enter(address)).filter(Boolean)).toHaveLength(8)
  startedCalls[0]?.leave()
  expect(enter('10.0.9.1')).toBe(true)
})

test('networks without calls are deleted, and networks with calls are kept', () => {
  const { startedCalls, enter } = createQueue()
  for (const name of ['a1', 'a2', 'a3']) enter('192.0.2.1', name)
  for (let index = 0; index < 2000; index += 1) {
    expect(enter(`10.${index >> 8}.${index & 255}.1`)).toBe(true)
    startedCalls.pop()?.leave()
  }
  enter('192.0.2.1', 'a4')
  expect(startedCalls).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { formatNetwork } from '#shared/format/formatNetwork.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', null],
  ['nowhere', null],
  [null, null],
])('the network of %s is %s', (address, network) => {
  expect(formatNetwork(address)).toBe(network)
})

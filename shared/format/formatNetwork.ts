import { toNetworkKey } from '../throttle.ts'

/**
 * Formats the network of an IP address, which says roughly where a device is: `203.0.113.0/24`, or
 * the first half of an IPv6 address. Null if the address isn't known.
 */
export function formatNetwork(address: string | null): string | null {
  const [, network = 'unknown'] = toNetworkKey(address ?? '').split(' ')
  if (network === 'unknown') return null
  return network.includes(':') ? `${network}::/64` : `${network}.0/24`
}

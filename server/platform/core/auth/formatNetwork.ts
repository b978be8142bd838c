import { toNetworkKey } from '#shared/throttle.ts'

/**
 * Formats the network of an address in CIDR notation: the /24 of an IPv4 address or the /64 of an
 * IPv6 address.
 */
export function formatNetwork(address: string): string {
  const network = toNetworkKey(address).replace(/^network /, '')
  if (network.includes(':')) return `${network}::/64`
  return network.includes('.') ? `${network}.0/24` : network
}

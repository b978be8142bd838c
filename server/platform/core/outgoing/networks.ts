import { BlockList, isIP, SocketAddress } from 'node:net'
import type { IPVersion } from 'node:net'

/** A network in CIDR notation, such as `10.1.0.0/16`, or one address. */
export type Network = { address: string; prefix: number; family: IPVersion }

/**
 * Networks that are internal, local, or unassigned: RFC 6890 and later additions, including every
 * embedding of IPv4 in IPv6.
 */
const internalNetworks =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`.split(
    /\s+/,
  )

/**
 * Networks where clouds serve a machine's credentials, in each notation. No setting allows them.
 */
const metadataNetworks = [
  '169.254.0.0/16',
  'fd00:ec2::254',
  '::169.254.0.0/112',
  '64:ff9b::169.254.0.0/112',
  '64:ff9b:1::169.254.0.0/112',
  '2002:a9fe::/32',
]

const allNetworks = ['0.0.0.0/0', '::/0']

/** The minimum prefix length of an exception, so that exceptions can't disable the list. */
const minPrefix: Record<IPVersion, number> = { ipv4: 8, ipv6: 7 }

/** Parses a network that can be allowed; null if it isn't one or covers too much. */
export function parseNetwork(text: string): Network | null {
  const network = parseSubnet(text)
  const isSingle = network && network.prefix >= minPrefix[network.family]
  return isSingle && !hasIPv4(network) ? network : null
}

/** Whether a network contains embedded IPv4, which would allow all of IPv4. */
function hasIPv4(network: Network): boolean {
  const { address, family } = network
  if (family === 'ipv4') return false
  const isMapped = addSubnets(new BlockList(), [network]).check('::ffff:0.0.0.0', 'ipv6')
  return isMapped || toPlainAddress(address, family).family === 'ipv4'
}

function parseSubnet(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return null
  const maxPrefix = version === 4 ? 32 : 128
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null
  const prefix = bits === undefined ? maxPrefix : Number(bits)
  return prefix > maxPrefix ? null : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/**
 * Node calls `check` with the resolved address that it connects to, so a second DNS answer can't
 * bypass it.
 */
class NetworkBlockList extends BlockList {
  readonly #allowed: BlockList
  readonly #never = addSubnets(new BlockList(), metadataNetworks.map(toSubnet))

  constructor(denied: readonly string[], allowed: readonly Network[]) {
    super()
    addSubnets(this, denied.map(toSubnet))
    this.#allowed = addSubnets(new BlockList(), allowed)
  }

  override check(address: SocketAddress | string, family: IPVersion = 'ipv4'): boolean {
    const socketAddress = typeof address === 'string' ? toPlainAddress(address, family) : address
    if (this.#never.check(socketAddress)) return true
    return super.check(socketAddress) && !this.#allowed.check(socketAddress)
  }
}

/**
 * Creates a check for addresses inside these networks. Networks that are never allowed don't count.
 */
export function createExceptionMatcher(
  exceptions: readonly Network[],
): (address: string) => boolean {
  const allowed = addSubnets(new BlockList(), exceptions)
  const neverAllowed = addSubnets(new BlockList(), metadataNetworks.map(toSubnet))
  return (address) => {
    const version = isIP(address.split('%')[0] ?? '')
    if (version === 0) return false
    const socketAddress = toPlainAddress(address, version === 4 ? 'ipv4' : 'ipv6')
    return allowed.check(socketAddress) && !neverAllowed.check(socketAddress)
  }
}

/**
 * Removes the zone ID, and converts mapped IPv4 (`::ffff:127.0.0.1`), so that no IPv6 rule allows
 * it.
 */
function toPlainAddress(address: string, family: IPVersion): SocketAddress {
  const [bare = ''] = address.split('%')
  const socketAddress = new SocketAddress({ address: bare, family })
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(socketAddress.address) ?? []
  return mapped === undefined
    ? socketAddress
    : new SocketAddress({ address: mapped, family: 'ipv4' })
}

function addSubnets<L extends BlockList>(list: L, networks: readonly Network[]): L {
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
  return list
}

function toSubnet(text: string): Network {
  const network = parseSubnet(text)
  if (!network) throw new Error(`${text} is no network`)
  return network
}

/**
 * Returns the networks denied on usual ports, and on all others, where only exceptions are allowed.
 */
export const createBlockLists = (exceptions: readonly Network[]) => ({
  usual: new NetworkBlockList(internalNetworks, exceptions),
  unusual: new NetworkBlockList(allNetworks, exceptions),
})

import { Resolver } from 'node:dns/promises'

/**
 * DNS queries. A failure is an error with one of Node's codes: `ENOTFOUND`, `ENODATA`, `ETIMEOUT`
 * ...
 */
export type DnsResolver = {
  cname: (host: string) => Promise<string[]>
  txt: (host: string) => Promise<string[][]>
}

/** The timeout of the only attempt, since an operator is waiting. */
const dnsTimeoutMs = 2000

/**
 * Creates a resolver that uses this machine's DNS, or these servers (`address` or `address:port`).
 */
export function createDnsResolver(servers: readonly string[] | null): DnsResolver {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  return {
    cname: (host) => resolver.resolveCname(host),
    txt: (host) => resolver.resolveTxt(host),
  }
}

export function areDnsServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers)
    return servers.length > 0
  } catch {
    return false // Not addresses.
  }
}

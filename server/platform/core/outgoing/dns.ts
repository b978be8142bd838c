import { Resolver } from 'node:dns/promises'

/** What is asked of DNS; a failure is an error with one of Node's codes: `ENOTFOUND`, `ENODATA`, `ETIMEOUT` ... */
export type DnsResolver = {
  cname: (host: string) => Promise<string[]>
  txt: (host: string) => Promise<string[][]>
}

/** One try of this length: an operator waits for the answer. */
const dnsTimeoutMs = 2000

/** DNS as this machine knows it, or as these servers (`address` or `address:port`) know it. */
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

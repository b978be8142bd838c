import type { DnsRecord, VerifiedRecord } from '#shared/areas/stores/domains/storeDomainCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'

const dnsMessages = storeRuleMessages.dns

/** What the owner of a domain puts into its DNS: where the store is, and that the domain is theirs. */
export const buildDomainRecords = (
  domain: string,
  token: string,
  storesHost: string,
): DnsRecord[] => [
  { type: 'CNAME', name: domain, value: storesHost },
  { type: 'TXT', name: `_store-verification.${domain}`, value: `store-verification=${token}` },
]

/** A record as DNS has it; `unanswered` where DNS said neither yes nor no. */
export type CheckedDnsRecord = VerifiedRecord & { unanswered: boolean }

/** Asks DNS for each record. Never rejects: what DNS does not tell is a problem of the record. */
export const checkDnsRecords = (
  dns: DnsResolver,
  records: readonly DnsRecord[],
): Promise<CheckedDnsRecord[]> => Promise.all(records.map((record) => checkDnsRecord(dns, record)))

async function checkDnsRecord(dns: DnsResolver, record: DnsRecord): Promise<CheckedDnsRecord> {
  const { type, name, value } = record
  try {
    const seen = await fetchValues(dns, record)
    const found = seen.includes(value)
    const problem = found
      ? null
      : seen.length > 0
        ? dnsMessages.other(type, name)
        : dnsMessages.missing(type, name)
    return { ...record, found, seen: toShownValues(seen), problem, unanswered: false }
  } catch (error) {
    return { ...record, found: false, seen: [], ...explainDnsError(record, error) }
  }
}

const shownLimits = { values: 10, characters: 255 }

/** Values as they are shown and kept: the owner of a domain may put anything there, NUL too, which no database takes. */
const toShownValues = (seen: string[]): string[] =>
  seen.slice(0, shownLimits.values).map((value) =>
    value
      .slice(0, shownLimits.characters)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '\ufffd'),
  )

async function fetchValues(dns: DnsResolver, { type, name }: DnsRecord): Promise<string[]> {
  if (type === 'TXT') return (await dns.txt(name)).map((parts) => parts.join(''))
  return (await dns.cname(name)).map((host) => host.toLowerCase().replace(/\.$/, ''))
}

function explainDnsError({ type, name }: DnsRecord, error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOTFOUND') return { problem: dnsMessages.noHost(name), unanswered: false }
  if (code === 'ENODATA') return { problem: dnsMessages.missing(type, name), unanswered: false }
  return {
    problem: code === 'ETIMEOUT' ? dnsMessages.timeout : dnsMessages.failed,
    unanswered: true,
  }
}

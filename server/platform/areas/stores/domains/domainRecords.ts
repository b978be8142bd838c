import type { DnsRecord, VerifiedRecord } from '#shared/areas/stores/domains/storeDomainCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'

const dnsMessages = storeRuleMessages.dns

/**
 * Builds the DNS records for the owner of a domain: one points to the stores' host, the other
 * proves ownership.
 */
export const buildDomainRecords = (
  domain: string,
  token: string,
  storesHost: string,
): DnsRecord[] => [
  { type: 'CNAME', name: domain, value: storesHost },
  { type: 'TXT', name: `_store-verification.${domain}`, value: `store-verification=${token}` },
]

/**
 * A record with the values in DNS. `unanswered` means that DNS returned neither a value nor an
 * error that proves there is none.
 */
export type CheckedDnsRecord = VerifiedRecord & { unanswered: boolean }

/** Queries DNS for each record. Never rejects: a DNS error becomes the record's `problem`. */
export const checkDnsRecords = (
  dns: DnsResolver,
  records: readonly DnsRecord[],
): Promise<CheckedDnsRecord[]> => Promise.all(records.map((record) => checkDnsRecord(dns, record)))

async function checkDnsRecord(dns: DnsResolver, record: DnsRecord): Promise<CheckedDnsRecord> {
  const { type, name, value } = record
  try {
    const values = await fetchValues(dns, record)
    const found = values.includes(value)
    const problem = found
      ? null
      : values.length > 0
        ? dnsMessages.other(type, name)
        : dnsMessages.missing(type, name)
    return { ...record, found, seen: toShownValues(values), problem, unanswered: false }
  } catch (error) {
    return { ...record, found: false, seen: [], ...explainDnsError(record, error) }
  }
}

const shownLimits = { values: 10, characters: 255 }

/**
 * Cleans values for display and storage. The owner of a domain can enter anything, even NUL, which
 * the database rejects.
 */
const toShownValues = (values: string[]): string[] =>
  values.slice(0, shownLimits.values).map((value) =>
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

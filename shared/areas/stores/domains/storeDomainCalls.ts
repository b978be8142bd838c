import { array, boolean, enums, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadUnparsedStoreData } from '../loadUnparsedStoreData.ts'

const DnsRecord = type({ type: enums(['CNAME', 'TXT']), name: string(), value: string() })
export type DnsRecord = Infer<typeof DnsRecord>

const StoreDomain = type({
  domain: nullable(string()),
  verifiedAt: nullable(string()),
  problem: nullable(string()),
  records: array(DnsRecord),
})
export type StoreDomain = Infer<typeof StoreDomain>

/** GET /stores/ID/domain */
export async function loadStoreDomain(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreDomain> {
  return parseResponse(StoreDomain, await loadUnparsedStoreData(api, `/${id}/domain`, signal))
}

const VerifiedRecord = type({
  ...DnsRecord.schema,
  found: boolean(),
  seen: array(string()),
  problem: nullable(string()),
})
export type VerifiedRecord = Infer<typeof VerifiedRecord>

const DomainVerification = type({
  verifiedAt: nullable(string()),
  problem: nullable(string()),
  records: array(VerifiedRecord),
})
/**
 * `verifiedAt` is null unless all records are found, or were found when DNS last responded.
 * `problem` is the error of the check.
 */
export type DomainVerification = Infer<typeof DomainVerification>

/**
 * POST /stores/ID/domain/verification: checks DNS. Fails with 409 `wrong_state` if the store has no
 * custom domain.
 */
export async function verifyStoreDomain(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<DomainVerification> {
  const path = `/stores/${id}/domain/verification`
  const answer = await api.send({ method: 'POST', path, idempotencyKey })
  return parseResponse(DomainVerification, answer.body)
}

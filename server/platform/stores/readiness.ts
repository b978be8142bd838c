import { readinessOf } from '#shared/stores/readiness.ts'
import type { ReadinessFacts } from '#shared/stores/readiness.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Answer, Asked } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { recordIdOf } from '../records/recordId.ts'
import { domainOf } from './domain.ts'
import { askDns, recordsFor } from './domainRecords.ts'
import { readinessFacts } from './readinessFigures.ts'

/** GET /stores/ID/readiness: what is known of the store, and what DNS says of its domain at this moment. */
export async function answerReadiness(asked: Asked, platform: Platform): Promise<Answer> {
  const id = recordIdOf(stores, asked)
  const [known] = await readinessFacts(platform.db, [id])
  if (!known) throw notFound(stores.title.one)
  const domain =
    known.facts.domain === 'verified' ? await domainNow(platform, id) : known.facts.domain
  return { status: 200, body: readinessOf({ ...known.facts, domain }) }
}

/** A domain that was verified, asked for again. */
async function domainNow(
  { db, dns, storesHost }: Platform,
  id: number,
): Promise<ReadinessFacts['domain']> {
  const { domain, token } = await domainOf(db, id)
  if (domain === null) return 'none'
  const records = await askDns(dns, recordsFor(domain, token, storesHost))
  if (records.every(({ found }) => found)) return 'verified'
  return records.some(({ unanswered }) => unanswered) ? 'unanswered' : 'changed'
}

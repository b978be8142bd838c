import { sql } from 'kysely'
import type { AnyRecord } from '#shared/resource.ts'
import type { Consequence } from '../records/settled.ts'
import { refreshOrganisations } from './counts.ts'
import { figuresLock, refreshStores } from './figures.ts'
import { ownDomainError } from './ownDomain.ts'
import { refreshReadiness } from './readinessFigures.ts'
import { refuseHeld } from './wrongState.ts'

/** A store's figures follow from what it is; what was verified was its former domain. */
export const storeConsequence: Consequence = {
  wrong({ domain }, { storesHost }) {
    const error = ownDomainError(domain, storesHost)
    return error === null ? {} : { domain: error }
  },
  refuse: refuseHeld,
  implied: (changed) => ('domain' in changed ? { domainVerifiedAt: null } : {}),
  async settle({ trx, now }, records, before) {
    const ids = records.map(({ id }) => id)
    await refreshStores(trx, new Date(now), ids)
    const moved = records.flatMap((record, index) => organisationsMoved(before[index], record))
    if (moved.length > 0) await refreshOrganisations(trx, moved)
  },
}

/** The organisations whose stores are other ones now. */
function organisationsMoved(before: AnyRecord | undefined, after: AnyRecord): number[] {
  const [from, to] = [before?.['organisationId'], after['organisationId']]
  return from === to ? [] : [from, to].filter((id) => typeof id === 'number')
}

/** Stores that inherit theme and colours are as ready as these are. */
export const storeDefaultsConsequence: Consequence = {
  async settle({ trx }) {
    // Two that write many stores at once could wait for each other in a circle.
    await sql`select pg_advisory_xact_lock(${figuresLock})`.execute(trx)
    await refreshReadiness(trx, null)
  },
}

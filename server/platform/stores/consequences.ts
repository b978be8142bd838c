import type { AnyRecord } from '#shared/resource.ts'
import type { Consequence } from '../records/settled.ts'
import { refreshOrganisations } from './counts.ts'
import { refreshStores } from './figures.ts'
import { refreshReadiness } from './readinessFigures.ts'

/** A store's figures follow from what it is; what was verified was its former domain. */
export const storeConsequence: Consequence = {
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
  settle: ({ trx }) => refreshReadiness(trx, null),
}

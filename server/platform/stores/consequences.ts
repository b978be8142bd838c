import { contrastOf, leastContrast } from '#shared/contrast.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeRuleMessages } from '#shared/stores/storeRuleMessages.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Consequence, Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'
import { refreshOrganisations } from './counts.ts'
import { reachOfDefaults } from './defaultsReach.ts'
import { ownDomainError } from './storeHost.ts'
import { holdInherited, settleStores } from './settleStores.ts'
import { refuseHeld } from './wrongState.ts'

/** A store's figures follow from what it is; what was verified was its former domain. */
const storeConsequence: Consequence = {
  wrong({ domain }, { storesHost }) {
    const error = ownDomainError(domain, storesHost)
    return error === null ? {} : { domain: error }
  },
  refuse: refuseHeld,
  implied: (changed) => ('domain' in changed ? { domainVerifiedAt: null, domainLostAt: null } : {}),
  async settle({ trx, now }, records, before) {
    const ids = records.map(({ id }) => id)
    if (before.length === 0) await holdInherited(trx, ids)
    await settleStores(trx, new Date(now), ids)
    const moved = records.flatMap((record, index) => organisationsMoved(before[index], record))
    if (moved.length > 0) await refreshOrganisations(trx, moved)
  },
}

/** The organisations whose stores are other ones now. */
function organisationsMoved(before: AnyRecord | undefined, after: AnyRecord): number[] {
  const [from, to] = [before?.['organisationId'], after['organisationId']]
  return from === to ? [] : [from, to].filter((id) => typeof id === 'number')
}

/** The two colours that stores inherit must be fit to be read, as those of a store. */
function wrongContrast(values: Values, _platform: unknown, before?: AnyRecord): FieldErrors {
  const changed = (['textColour', 'primaryColour'] as const).find((name) => name in values)
  const { primaryColour, textColour } = { ...before, ...values }
  if (!changed || typeof primaryColour !== 'string' || typeof textColour !== 'string') return {}
  const contrast = contrastOf(primaryColour, textColour)
  return contrast < leastContrast
    ? { [changed]: storeRuleMessages.readiness.contrast(contrast, leastContrast) }
    : {}
}

/** Stores that inherit theme and colours are as ready as these are. */
const storeDefaultsConsequence: Consequence = {
  wrong: wrongContrast,
  reach: reachOfDefaults,
  settle: ({ trx, now }) => settleStores(trx, new Date(now)),
}

export const keptStores = { ...stores, consequence: storeConsequence, dependents: [] }

/** What this area adds to the generic calls of its resources. */
export const keptOfStores: readonly Kept[] = [
  keptStores,
  { ...storeDefaults, consequence: storeDefaultsConsequence, dependents: [] },
]

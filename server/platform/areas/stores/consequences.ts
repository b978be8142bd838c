import { contrastOf, leastContrast } from '#shared/format/contrast.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { addStores } from '#server/platform/core/auth/accounts.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { keepMailOf } from '../email/mailOfStores.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { countsMoved, refreshStoreCounts } from './figures/counts.ts'
import { reachOfDefaults } from './defaultsReach.ts'
import { ownDomainError } from './domains/storeHost.ts'
import { planFirstAdmins } from './firstAdmin.ts'
import { holdInherited, settleStores } from './settleStores.ts'
import { unmakeStore } from './unmakeStore.ts'
import { refuseHeld } from './wrongState.ts'

const storeConsequence: Consequence = {
  async wrong(values, { platform, connection, before }) {
    const error = ownDomainError(values['domain'], platform.storesHost)
    const pale = await wrongStoreContrast(connection, values, before)
    return error === null ? pale : { ...pale, domain: error }
  },
  refuse: refuseHeld,
  implied: (changed) => ('domain' in changed ? { domainVerifiedAt: null, domainLostAt: null } : {}),
  async settle(work, records, before) {
    const { trx, now, caller } = work
    const ids = records.map(({ id }) => id)
    // First: who makes a store shares the hold on its theme with others who do, and none of them could count then.
    await refreshStoreCounts(trx, countsMoved(before, records))
    const isServed = (store: AnyRecord, at: number) =>
      store['smtpSettingsId'] !== before[at]?.['smtpSettingsId']
    const served = records.filter((store, at) => !before[at] || isServed(store, at))
    if (served.length > 0)
      await keepMailOf(
        trx,
        served.map(({ id }) => id),
      )
    if (before.length === 0) {
      await holdInherited(trx, ids)
      await giveToMaker(trx, caller, ids)
    }
    await planFirstAdmins(work, records, before)
    await settleStores(trx, new Date(now), ids)
  },
}

/** Whoever is for some stores is for those they make, from here on. */
async function giveToMaker(trx: Connection, caller: Account, ids: number[]): Promise<void> {
  if (caller.storeIds === null) return
  await addStores(trx, caller.id, ids)
  caller.storeIds.push(...ids)
}

const colours = ['textColour', 'primaryColour'] as const

/** Text must be fit to be read on the primary colour: refused at the colour that was chosen; what is left empty is inherited. */
function wrongContrast(values: Values, whole: Values): FieldErrors {
  const chosen = colours.find((name) => typeof values[name] === 'string')
  const { primaryColour, textColour } = whole
  if (!chosen || typeof primaryColour !== 'string' || typeof textColour !== 'string') return {}
  const contrast = contrastOf(primaryColour, textColour)
  return contrast < leastContrast
    ? { [chosen]: storeRuleMessages.readiness.contrast(contrast, leastContrast) }
    : {}
}

async function wrongStoreContrast(
  connection: Connection,
  values: Values,
  before: AnyRecord | undefined,
): Promise<FieldErrors> {
  if (colours.every((name) => typeof values[name] !== 'string')) return {}
  const inherited = await recordTables(connection)
    .selectFrom(storeDefaults.name)
    .select([...colours])
    .executeTakeFirst()
  const own = { ...before, ...values }
  return wrongContrast(
    values,
    Object.fromEntries(colours.map((name) => [name, own[name] ?? inherited?.[name]])),
  )
}

const storeDefaultsConsequence: Consequence = {
  wrong: (values, { before }) => wrongContrast(values, { ...before, ...values }),
  reach: reachOfDefaults,
  async settle({ trx, now }) {
    await settleStores(trx, new Date(now))
  },
}

export const keptStores = {
  ...stores,
  consequence: storeConsequence,
  dependents: [],
  importing: { unmake: unmakeStore },
}

/** What this area adds to the generic calls of its resources. */
export const keptOfStores: readonly Kept[] = [
  keptStores,
  { ...storeDefaults, consequence: storeDefaultsConsequence, dependents: [] },
]

import { calculateContrast, minContrast } from '#shared/format/contrast.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { addAccountStores } from '#server/platform/core/auth/accounts.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshStoreEmail } from '../email/index.ts'
import { findRecordsToRecount, refreshStoreCounts } from './figures/counts.ts'
import { estimateDefaultsImpact } from './defaultsImpact.ts'
import { validateCustomDomain } from './domains/storesHost.ts'
import { createFirstAdmins } from './firstAdmin.ts'
import { lockStoreDefaultsAndThemes, recomputeStoreStats } from './recomputeStoreStats.ts'
import { assertNotPendingDeletion } from './pendingDeletion.ts'

export const storeHooks: ResourceHooks = {
  async validate(values, { platform, connection, before }) {
    const error = validateCustomDomain(values['domain'], platform.storesHost)
    const contrastErrors = await validateStoreContrast(connection, values, before)
    return error === null ? contrastErrors : { ...contrastErrors, domain: error }
  },
  assertEditable: assertNotPendingDeletion,
  deriveValues: (changed) =>
    'domain' in changed ? { domainVerifiedAt: null, domainLostAt: null } : {},
  async afterWrite(context, records, before) {
    const { trx, now, caller } = context
    const ids = records.map(({ id }) => id)
    // Must come first. Parallel creations each share a lock on the same theme, and then neither
    // could update its count.
    await refreshStoreCounts(trx, findRecordsToRecount(before, records))
    const hasNewSetting = (store: AnyRecord, index: number) =>
      store['smtpSettingsId'] !== before[index]?.['smtpSettingsId']
    const servedStores = records.filter(
      (store, index) => !before[index] || hasNewSetting(store, index),
    )
    if (servedStores.length > 0)
      await refreshStoreEmail(
        trx,
        servedStores.map(({ id }) => id),
      )
    if (before.length === 0) {
      await lockStoreDefaultsAndThemes(trx, ids)
      await assignToCreator(trx, caller, ids)
    }
    await createFirstAdmins(context, records, before)
    await recomputeStoreStats(trx, new Date(now), ids)
  },
}

/** Gives a limited account the stores it creates. */
async function assignToCreator(trx: Connection, caller: Account, ids: number[]): Promise<void> {
  if (caller.storeIds === null) return
  await addAccountStores(trx, caller.id, ids)
  caller.storeIds.push(...ids)
}

const contrastColors = ['textColour', 'primaryColour'] as const

/**
 * Rejects a text color that isn't readable on the primary color. Reports it at the color that was
 * set; empty colors are inherited.
 */
function validateContrast(values: FieldValues, merged: FieldValues): ValidationErrors {
  const changedColor = contrastColors.find((name) => typeof values[name] === 'string')
  const { primaryColour, textColour } = merged
  if (!changedColor || typeof primaryColour !== 'string' || typeof textColour !== 'string')
    return {}
  const contrast = calculateContrast(primaryColour, textColour)
  return contrast < minContrast
    ? { [changedColor]: storeRuleMessages.readiness.contrast(contrast, minContrast) }
    : {}
}

async function validateStoreContrast(
  connection: Connection,
  values: FieldValues,
  before: AnyRecord | undefined,
): Promise<ValidationErrors> {
  if (contrastColors.every((name) => typeof values[name] !== 'string')) return {}
  const inherited = await withRecordTables(connection)
    .selectFrom(storeDefaults.name)
    .select([...contrastColors])
    .executeTakeFirst()
  const merged = { ...before, ...values }
  return validateContrast(
    values,
    Object.fromEntries(contrastColors.map((name) => [name, merged[name] ?? inherited?.[name]])),
  )
}

export const storeDefaultsHooks: ResourceHooks = {
  validate: (values, { before }) => validateContrast(values, { ...before, ...values }),
  affectedRecords: estimateDefaultsImpact,
  async afterWrite({ trx, now }) {
    await recomputeStoreStats(trx, new Date(now))
  },
}

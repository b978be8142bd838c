import { escalationSteps } from '#shared/areas/alertChannels/alertRules.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { can } from '#shared/permissions/can.ts'
import { getAreaLabel, permissionKeys } from '#shared/permissions/permissions.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { HttpError, validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { matchStoreFilter } from './matchStoreFilter.ts'
import { alertChannelMessages } from './messages.ts'

/**
 * A rule sends alerts to people who may have no account. So only operators of all stores write
 * rules, and only about areas that they can view.
 */
export const ruleHooks: ResourceHooks = {
  authorize({ caller }, { values }) {
    if (!values) requireEveryStore(caller)
    return Promise.resolve()
  },
  async validate(values, { before, connection, platform }) {
    const rule = { ...before, ...values }
    return {
      ...validateEscalations(rule),
      ...(await validateStoreFilter(connection, rule, platform.now())),
    }
  },
  // After references are checked, so that a limited account learns nothing about other stores.
  afterWrite({ caller }, rules) {
    requireEveryStore(caller)
    for (const rule of rules) {
      requireReadableAreas(rule, caller)
      requireReadableStores(rule, caller)
    }
    return Promise.resolve()
  },
}

/** Escalations are complete, without a gap, and each is later than the one before. */
function validateEscalations(rule: Readonly<Record<string, unknown>>): ValidationErrors {
  const errors: ValidationErrors = {}
  let earlier: number | null = 0
  for (const [minutesName, channelName] of escalationSteps) {
    const [minutes, channel] = [rule[minutesName] ?? null, rule[channelName] ?? null]
    if (minutes === null && channel === null) earlier = null
    else if (minutes === null || channel === null)
      errors[minutes === null ? minutesName : channelName] =
        alertChannelMessages.escalationIncomplete
    else if (earlier === null) errors[minutesName] = alertChannelMessages.escalationGap
    else if (Number(minutes) <= earlier)
      errors[minutesName] = alertChannelMessages.escalationOrder(earlier)
    else earlier = Number(minutes)
  }
  return errors
}

/** Rejects a filter that the list of stores can't use. */
async function validateStoreFilter(
  connection: Connection,
  { storeFilter }: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<ValidationErrors> {
  if (typeof storeFilter !== 'string') return {}
  const { problem } = await matchStoreFilter(connection, storeFilter, { storeIds: [], now })
  return problem === null ? {} : { storeFilter: problem }
}

function requireEveryStore({ storeIds }: Account): void {
  if (storeIds !== null) throw new HttpError(403, 'forbidden', alertChannelMessages.allStores)
}

function requireReadableAreas({ areas }: AnyRecord, { permissions }: Account): void {
  const chosen = Array.isArray(areas) ? areas.map(String) : []
  const keys = chosen.length > 0 ? chosen : permissionKeys
  const unreadable = keys.filter((key) => !can(permissions, key, 'read'))
  if (unreadable.length > 0)
    throw validationFailed({
      areas: alertChannelMessages.unreadableAreas(unreadable.map(getAreaLabel)),
    })
}

/** The stores that a filter finds tell its author about them. */
function requireReadableStores({ storeFilter }: AnyRecord, { permissions }: Account): void {
  if (storeFilter === null || can(permissions, stores.permission, 'read')) return
  throw validationFailed({ storeFilter: alertChannelMessages.unreadableStores })
}

import type { AnyRecord } from '#shared/engine/resource.ts'
import { can } from '#shared/permissions/can.ts'
import { getAreaLabel, permissionKeys } from '#shared/permissions/permissions.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { HttpError, validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
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
  // After references are checked, so that a limited account learns nothing about other stores.
  afterWrite({ caller }, rules) {
    requireEveryStore(caller)
    for (const rule of rules) requireReadableAreas(rule, caller)
    return Promise.resolve()
  },
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

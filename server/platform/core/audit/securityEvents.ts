import { isSecretState } from '#shared/engine/list/referenceValues.ts'

type AuditedChange = {
  event: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Sign-in, accounts, groups, API keys, log retention, and credit limits: every event of theirs. */
const securityEventName = /^(auth|users|userGroups|apiKeys|logRetention|creditLimits)\./

const accessFields = ['email', 'groupIds', 'ssoGroups', 'allStores', 'storeIds', 'status']

/** Whether an entry belongs to the security stream: changes to access, and replaced secrets. */
export function isSecurityEvent({ event, before = {}, after = {} }: AuditedChange): boolean {
  const names = Object.keys({ ...before, ...after })
  if (event === 'users.updated') return names.some((name) => accessFields.includes(name))
  if (securityEventName.test(event)) return true
  return event.endsWith('.updated') && names.some((name) => isSecretState(after[name]))
}

import { isSecretState } from '#shared/engine/list/picked.ts'

type Happening = {
  event: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Sign-ins, accounts, groups, how long logs are kept, and what needs no second operator: whatever happens to them. */
const always = /^(auth|users|userGroups|logRetention|creditLimits)\./

const rights = ['email', 'groupIds', 'ssoGroups', 'allStores', 'storeIds', 'status']

/** Whether an entry belongs to the security stream, whoever writes it: who may do what, and secrets that were replaced. */
export function isSecurity({ event, before = {}, after = {} }: Happening): boolean {
  const names = Object.keys({ ...before, ...after })
  if (event === 'users.updated') return names.some((name) => rights.includes(name))
  if (always.test(event)) return true
  return event.endsWith('.updated') && names.some((name) => isSecretState(after[name]))
}

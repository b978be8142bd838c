import { findApiKeyRejection } from './apiKeyCalls.ts'
import type { Call } from './call.ts'
import { hasPermission } from './createCallHandler.ts'

/** Returns the calls that a key with these permissions can make, except those open to anyone. */
export const filterApiKeyCalls = (calls: readonly Call[], permissions: string[]): Call[] =>
  calls.filter(
    (call) =>
      call.kind !== 'open' &&
      findApiKeyRejection(call) === null &&
      (call.permission === 'signedIn' || hasPermission(call.permission, { permissions })),
  )

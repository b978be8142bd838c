import { isApiKeyPermission } from '#shared/permissions/apiKeyPermissions.ts'
import type { UsedApiKey } from '../auth/tokens.ts'
import { createExceptionMatcher, parseNetwork } from '../outgoing/networks.ts'
import { forbidden } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'
import type { Call } from './call.ts'

/** Says why API keys can't make a call; null if a key with its permission can. */
export function findApiKeyRejection(call: Call): string | null {
  if (call.kind === 'open' || call.allowsApiKeys === true) return null
  if (call.success.types?.includes('text/event-stream')) return httpMessages.apiKeyStreams
  if (call.permission === 'signedIn' || call.allowsApiKeys === false)
    return httpMessages.apiKeyPersonal
  if (isApiKeyPermission(call.permission))
    return call.stepUp === 'always' ? httpMessages.apiKeyAttended : null
  return /:(secrets|erase)$/.test(call.permission)
    ? httpMessages.apiKeyAttended
    : httpMessages.apiKeyAccess
}

/** Rejects with 403 a call that keys can't make, or that comes from another network than the key's. */
export function requireApiKeyAccess(call: Call, { networks }: UsedApiKey, address: string): void {
  const rejection = findApiKeyRejection(call)
  if (rejection !== null) throw forbidden(rejection)
  if (networks.length === 0) return
  const isAllowed = createExceptionMatcher(networks.flatMap((text) => parseNetwork(text) ?? []))
  if (!isAllowed(address)) throw forbidden(httpMessages.apiKeyNetwork(address))
}

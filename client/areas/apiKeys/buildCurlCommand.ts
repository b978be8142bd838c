import type { AvailableCall } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import { apiKeysMessages } from './messages.ts'

const { curl } = apiKeysMessages

/** Stands for the platform's address if it's unknown. */
const unknownOrigin = 'https://PLATFORM'

/**
 * Builds a command that makes a call with the key in the variable API_KEY. Parts of the path in
 * capitals are placeholders.
 */
export function buildCurlCommand({ method, path }: AvailableCall, origin: string): string {
  const address =
    (origin || unknownOrigin) +
    path.replaceAll(/:(\w+)/g, (_part, name: string) => name.toUpperCase())
  const isRead = method === 'GET'
  const hasBody = !isRead && method !== 'DELETE'
  return [
    isRead ? curl.read(address) : curl.write(method, address),
    curl.authorization,
    ...(isRead ? [] : [curl.idempotencyKey]),
    ...(method === 'PATCH' || method === 'DELETE' ? [curl.version] : []),
    ...(hasBody ? [curl.json, curl.body] : []),
  ].join(' \\\n  ')
}

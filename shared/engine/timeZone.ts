import type { Api } from './api.ts'

/** URL parameter that opens the time zone form on any page, and the path that receives it. */
export const zoneParam = 'timeZone'
export const zonePath = '/time-zone'

/**
 * Returns the page's URL with the rejected zone. The reason isn't part of it, since a URL may come
 * from anyone.
 */
export const withRejectedZone = (path: string, zone = 'wrong'): string =>
  `${path}${path.includes('?') ? '&' : '?'}${zoneParam}=${encodeURIComponent(zone)}`

/** PUT /preferences/timeZone: saves the zone in which instants are shown to the operator. */
export async function saveTimeZone(api: Api, zone: string, idempotencyKey: string): Promise<void> {
  const body = { value: [zone] }
  await api.send({ method: 'PUT', path: '/preferences/timeZone', body, idempotencyKey })
}

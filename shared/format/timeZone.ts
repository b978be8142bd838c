import type { Api } from '../engine/api.ts'

/** The parameter that opens the choice of a time zone on any page, and where its form goes. */
export const zoneParam = 'timeZone'
export const zonePath = '/time-zone'

/** The page's address with the zone that was not kept; no reason in words, since an address may come from anyone. */
export const withRejectedZone = (path: string, zone = 'wrong'): string =>
  `${path}${path.includes('?') ? '&' : '?'}${zoneParam}=${encodeURIComponent(zone)}`

/** PUT /preferences/timeZone: in which zone the operator is shown instants. */
export async function saveTimeZone(api: Api, zone: string, idempotencyKey: string): Promise<void> {
  const body = { value: [zone] }
  await api.send({ method: 'PUT', path: '/preferences/timeZone', body, idempotencyKey })
}

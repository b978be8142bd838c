import type { Api } from './engine/api.ts'

/** The parameter that opens the choice of a time zone on any page, and where its form goes. */
export const zoneParam = 'timeZone'
export const zonePath = '/time-zone'

/**
 * The address of a page where its choice was not kept: the zone that was chosen, or that it was none. It tells no reason in
 * words, because an address may come from anyone.
 */
export const withZoneRefused = (path: string, zone = 'wrong'): string =>
  `${path}${path.includes('?') ? '&' : '?'}${zoneParam}=${encodeURIComponent(zone)}`

/** PUT /preferences/timeZone: in which zone the operator is shown instants. */
export async function keepZone(api: Api, zone: string, idempotencyKey: string): Promise<void> {
  const body = { value: [zone] }
  await api.send({ method: 'PUT', path: '/preferences/timeZone', body, idempotencyKey })
}

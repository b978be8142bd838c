import type { Api } from './engine/api.ts'

/** The parameter that opens the choice of a time zone on any page, and where its form goes. */
export const zoneParam = 'timeZone'
export const zonePath = '/time-zone'

/** PUT /preferences/timeZone: in which zone the operator is shown instants. */
export async function keepZone(api: Api, zone: string, idempotencyKey: string): Promise<void> {
  const body = { value: [zone] }
  await api.send({ method: 'PUT', path: '/preferences/timeZone', body, idempotencyKey })
}

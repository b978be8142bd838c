import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

const preferencesPath = '/notificationPreferences'

/** GET /notificationPreferences: the caller's own, or the defaults if they never saved any. */
export const loadNotificationPreferences = async (
  api: Api,
  signal?: AbortSignal,
): Promise<AnyRecord> =>
  parseRecord(
    (await api.send({ method: 'GET', path: preferencesPath, ...(signal ? { signal } : {}) })).body,
  )

/** PATCH /notificationPreferences. Fails with 409 and `current` if another version was saved. */
export const updateNotificationPreferences = async (
  api: Api,
  { version, changes }: { version: number; changes: object },
  idempotencyKey: string,
): Promise<AnyRecord> =>
  parseRecord(
    (
      await api.send({
        method: 'PATCH',
        path: preferencesPath,
        body: changes,
        ifMatch: version,
        idempotencyKey,
      })
    ).body,
  )

/** The console's page that a digest links to, and its parameter with the signed token. */
export const unsubscribePath = '/unsubscribe'
export const unsubscribeTokenParam = 'token'

/** POST /digests/unsubscribe: turns the digest of a token's owner off. Fails with 404. */
export const unsubscribeFromDigest = async (api: Api, token: string): Promise<void> => {
  await api.send({ method: 'POST', path: '/digests/unsubscribe', body: { token } })
}

import '#client/signedIn.ts'
import type { Api } from '#shared/engine/api.ts'
import { keepZone } from '#shared/timeZone.ts'
import type { Actors } from '#client/actors.ts'
import { newIdempotencyKey } from '#client/idempotencyKey.ts'

/** Keeps the browser's time zone where the platform knows none of this operator, and shows the page in it. */
export async function keepBrowserZone(api: Api, session: Actors['session']): Promise<void> {
  const { user } = session.getSnapshot().context
  if (!user) return
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await keepZone(api, timeZone, newIdempotencyKey())
  const { permissions } = session.getSnapshot().context
  session.send({ type: 'user.loaded', user: { ...user, timeZone }, permissions })
}

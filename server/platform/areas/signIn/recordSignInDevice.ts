import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { buildAccountUrl } from '#shared/areas/account/accountUrl.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { formatInstant, subtractTime } from '#shared/format/dates.ts'
import { formatDevice } from '#shared/format/formatDevice.ts'
import { formatNetwork } from '#shared/format/formatNetwork.ts'
import { utcZone } from '#shared/format/zones.ts'
import { toNetworkKey } from '#shared/throttle.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { findTimeZone } from '#server/platform/core/auth/preferences.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { enqueueEmail, hasDefaultSmtpSetting } from '../email/index.ts'
import { newDeviceMessages, formatNewDeviceEmail } from './newDeviceMessages.ts'

/** How long a network and browser are remembered after their last sign-in, in days. */
const deviceMemoryDays = 365

type DeviceSignIn = {
  user: {
    id: number
    sIdentifier: number
    name: string
    email: string
    lastSignIn: string | null
  }
  request: Pick<ApiRequest, 'clientAddress' | 'userAgent' | 'ip'>
  /** The device's token from an earlier sign-in to this account, if it sent one. */
  device: string | undefined
}

/**
 * Remembers a sign-in's device. Logs and emails a new one, unless the account signs in for the first
 * time. Call it before `issueToken`. Returns a function that wakes the email queue after commit, or
 * null if nothing is sent.
 *
 * A device is known by its token, or by its network and browser: clients other than browsers keep
 * no token, and would be new at each sign-in.
 */
export async function recordSignInDevice(
  context: Pick<WriteContext, 'trx' | 'platform' | 'now' | 'audit'>,
  { user, request, device }: DeviceSignIn,
): Promise<(() => Promise<void>) | null> {
  const { trx, platform, now, audit } = context
  const isRemembered = await rememberDevice(trx, user.id, request, now)
  const isKnown = device !== undefined || isRemembered || user.lastSignIn === null
  if (isKnown || user.sIdentifier !== operatorIdentifier) return null
  const deviceName = formatDevice(request.userAgent) ?? newDeviceMessages.unknown
  const network = formatNetwork(request.ip) ?? newDeviceMessages.unknown
  await audit({
    event: 'auth.newDevice',
    severity: 'warning',
    after: { device: deviceName, network },
  })
  if (!(await hasDefaultSmtpSetting(trx))) return null
  const zone = (await findTimeZone(trx, user.id)) ?? utcZone
  const email = formatNewDeviceEmail({
    name: user.name,
    device: deviceName,
    network,
    time: `${formatInstant(now, zone)} (${zone})`,
    url: new URL(buildAccountUrl('sessions'), platform.consoleOrigin).href,
  })
  return enqueueEmail(context, { to: user.email, kind: 'security', ...email })
}

/** Saves a network and browser as used now. Returns whether the account used them before. */
async function rememberDevice(
  trx: Connection,
  userId: number,
  { clientAddress, userAgent }: DeviceSignIn['request'],
  now: string,
): Promise<boolean> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([toNetworkKey(clientAddress), userAgent]))
    .digest('hex')
  await sql`delete from sign_in_devices
    where user_id = ${userId} and last_used_at < ${subtractTime(now, deviceMemoryDays, 'day')}`.execute(
    trx,
  )
  const { rows } = await sql<{ isNew: boolean }>`
    insert into sign_in_devices (user_id, fingerprint, last_used_at)
    values (${userId}, ${fingerprint}, ${now})
    on conflict (user_id, fingerprint) do update set last_used_at = excluded.last_used_at
    returning xmax = 0 as is_new`.execute(trx)
  return rows[0]?.isNew === false
}

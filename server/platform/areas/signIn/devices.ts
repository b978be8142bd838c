import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { array, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { toAccountKey } from '#shared/throttle.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { accountMessages } from './messages.ts'

/**
 * Creates the token that a device sends when it signs in to this account again, so that strangers'
 * wrong passwords don't slow it down. It proves nothing else, so no row is saved:
 * `KEY.NONCE.SIGNATURE`, signed for the email address.
 */
export function createDeviceToken(secrets: KeyRing, email: string): string {
  const signed = `${secrets.firstKeyId}.${randomBytes(12).toString('base64url')}`
  return `${signed}.${signDevice(secrets, secrets.firstKeyId, signed, email)}`
}

/** Finds the first of these tokens that was created for the account; undefined if none was. */
export const findDevice = (
  secrets: KeyRing,
  email: string,
  tokens: readonly string[],
): string | undefined => tokens.find((token) => isDeviceToken(secrets, email, token))

const DevicesBody = type({ devices: size(array(size(string(), 1, 200)), 0, 8) })
const DeviceCheckBody = type({ email: string(), devices: DevicesBody.schema.devices })

/** Parses the device tokens of a sign-in; empty if they aren't valid. */
export const parseDevices = (body: unknown): string[] => (is(body, DevicesBody) ? body.devices : [])

/**
 * POST /auth/devices/check: a console calls this before it makes a device wait for strangers'
 * failures.
 */
export async function handleCheckSignInDevices(
  { body }: ApiRequest,
  { secrets }: Platform,
): Promise<CallResult> {
  if (!is(body, DeviceCheckBody)) throw badRequest(accountMessages.devicesBody)
  const device = findDevice(secrets, body.email, body.devices) ?? null
  return { status: 200, body: { device } }
}

function isDeviceToken(secrets: KeyRing, email: string, token: string): boolean {
  const [key = '', nonce = '', signature = ''] = token.split('.')
  if (!secrets.hasKey(key)) return false
  const expected = Buffer.from(signDevice(secrets, key, `${key}.${nonce}`, email))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const signDevice = (secrets: KeyRing, key: string, signed: string, email: string): string =>
  createHmac('sha256', secrets.deriveKey(key, 'known devices'))
    .update(`${signed}.${toAccountKey(normalizeAccountEmail(email))}`)
    .digest('base64url')

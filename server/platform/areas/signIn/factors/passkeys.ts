import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { messages } from '#shared/messages.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type Origin = Pick<Platform, 'consoleOrigin'>

/**
 * Passkeys belong to the host of the console's address. Both programs get it from `PUBLIC_ORIGIN`,
 * never from a request, so no caller can choose another origin.
 */
const getRelyingParty = ({ consoleOrigin }: Origin) => ({
  rpID: new URL(consoleOrigin).hostname,
  origin: new URL(consoleOrigin).origin,
})

/** EdDSA, ES256, and RS256, which all devices can do. */
const supportedAlgorithmIDs = [-8, -7, -257]

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
/** The same for all passkeys of an account, and meaningless elsewhere. */
const toUserHandle = (userId: number) => new TextEncoder().encode(String(userId))

const selectPasskeys = (connection: Connection, userId: number) =>
  connection
    .selectFrom('passkeys')
    .select(['id', 'credentialId', 'transports'])
    .where('userId', '=', userId)
    .orderBy('id')

const toDescriptors = (passkeys: { credentialId: string; transports: string[] }[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** Builds the options of a new passkey. Keys that the account has can't be added again. */
export async function buildRegistrationOptions(
  connection: Connection,
  platform: Origin,
  { user, challenge }: { user: { id: number; email: string; name: string }; challenge: string },
) {
  const passkeys = await selectPasskeys(connection, user.id).execute()
  return generateRegistrationOptions({
    rpName: messages.product,
    rpID: getRelyingParty(platform).rpID,
    userName: user.email,
    userDisplayName: user.name,
    userID: toUserHandle(user.id),
    challenge: toBytes(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: toDescriptors(passkeys),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Verifies a new passkey; null if it isn't for this challenge, origin, and a verified user. */
export async function verifyRegistration(platform: Origin, response: object, challenge: string) {
  const { rpID, origin } = getRelyingParty(platform)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      // The library checks its shape, and throws if it isn't one.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs,
      requireUserVerification: true,
    })
    if (!registrationInfo) return null
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
      transports: credential.transports ?? [],
    }
  } catch (error) {
    if (error instanceof Error) return null // The library throws for everything that isn't valid.
    throw error
  }
}

/** Builds the options to sign in with one of an account's passkeys, or with any passkey. */
export async function buildAuthenticationOptions(
  connection: Connection,
  platform: Origin,
  { userId, challenge }: { userId: number | null; challenge: string },
) {
  const passkeys = userId === null ? [] : await selectPasskeys(connection, userId).execute()
  return generateAuthenticationOptions({
    rpID: getRelyingParty(platform).rpID,
    challenge: toBytes(challenge),
    userVerification: 'required',
    allowCredentials: toDescriptors(passkeys),
  })
}

/** A passkey that signed a challenge; `isCloned` if its counter went back. */
export type VerifiedPasskey = {
  id: number
  userId: number
  name: string
  counter: number
  backedUp: boolean
  isCloned: boolean
}

/**
 * Verifies a passkey's signature of this challenge: its account, its origin, and that its user was
 * verified. Null if any of them is wrong.
 */
export async function verifyPasskey(
  { db, consoleOrigin }: Pick<Platform, 'db' | 'consoleOrigin'>,
  response: object,
  { challenge, userId }: { challenge: string; userId: number | null },
): Promise<VerifiedPasskey | null> {
  const credentialId: unknown = Reflect.get(response, 'id')
  if (typeof credentialId !== 'string') return null
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'name', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .executeTakeFirst()
  if (!passkey) return null
  const { rpID, origin } = getRelyingParty({ consoleOrigin })
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks its shape, and throws if it isn't one.
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      // The counter is compared below, because a copied key isn't an ordinary failure.
      credential: { id: credentialId, publicKey: toBytes(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    })
    if (!verified) return null
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
    const before = Number(passkey.counter)
    // Synced passkeys don't count: theirs is always 0.
    const isCloned = (counter > 0 || before > 0) && counter <= before
    const { id, userId: owner, name } = passkey
    return { id, userId: owner, name, counter, backedUp, isCloned }
  } catch (error) {
    if (error instanceof Error) return null // The library throws for everything that isn't valid.
    throw error
  }
}

/** Saves a passkey's use. Returns false if a use with this or a higher counter was saved before. */
export async function usePasskey(
  trx: Connection,
  { id, counter, backedUp }: VerifiedPasskey,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, backedUp, lastUsedAt: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', '<', counter),
        where.and([where('counter', '=', 0), where.val(counter === 0)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

import { array, boolean, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'

/** Calls of the reference platform about second factors. Other platforms don't have them. */
export const factorPaths = {
  factors: '/account/factors',
  totp: '/account/totp',
  totpConfirmation: '/account/totp/confirmation',
  recoveryCodes: '/account/recoveryCodes',
  passkeys: '/account/passkeys',
  passkeyRegistration: '/account/passkeys/options',
} as const

/** The ways to prove who you are after the password. */
export const factorMethods = ['totp', 'recovery', 'passkey'] as const
export type FactorMethod = (typeof factorMethods)[number]

/** How long a challenge works, and how many wrong codes it takes. */
export const challengeLimits = { minutes: 5, attempts: 5 } as const

export const recoveryCodeCount = 10
export const maxPasskeys = 20

/** A new TOTP secret: what an app scans, and what a person types instead. */
export const TotpSetup = type({ secret: string(), uri: string() })
export type TotpSetup = Infer<typeof TotpSetup>

/** Codes that are shown once; null if the account keeps the ones it has. */
export const NewRecoveryCodes = type({ recoveryCodes: nullable(array(string())) })
export type NewRecoveryCodes = Infer<typeof NewRecoveryCodes>

export const Passkey = type({
  id: number(),
  name: string(),
  backedUp: boolean(),
  createdAt: string(),
  lastUsedAt: nullable(string()),
})
export type Passkey = Infer<typeof Passkey>

/** The second factors of an account. */
export const Factors = type({
  totp: nullable(type({ confirmedAt: string() })),
  passkeys: array(Passkey),
  /** How many recovery codes are left. */
  recoveryCodes: number(),
  /** Whether the platform demands a second factor of the account, and from when. */
  required: boolean(),
  dueAt: nullable(string()),
})
export type Factors = Infer<typeof Factors>

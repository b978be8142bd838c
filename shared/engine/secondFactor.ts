import { array, boolean, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'

/** The codes of the problems that a sign-in's second step has. */
export const secondFactorRequired = 'second_factor_required'
export const challengeExpired = 'challenge_expired'

/** Options of a WebAuthn ceremony, which the browser's library reads. */
const CeremonyOptions = type({ challenge: string() })

/**
 * The rest of a sign-in, as a platform answers with `second_factor_required`. `options` is for a
 * passkey. With `enroll`, the account must first add an authenticator app, whose secret is in
 * `uri`.
 */
export const SecondFactorDemand = type({
  challenge: string(),
  methods: array(string()),
  enroll: boolean(),
  options: optional(nullable(CeremonyOptions)),
  uri: optional(string()),
})
export type SecondFactorDemand = Infer<typeof SecondFactorDemand>

/**
 * The second step of a sign-in as its page knows it: never the challenge's token, which stays in a
 * cookie that scripts can't read.
 */
export const SecondFactorStep = type({
  methods: array(string()),
  options: nullable(CeremonyOptions),
  /** The app to set up first, if the account needs one: its secret, and an SVG of its QR code. */
  setup: nullable(type({ secret: string(), qrCode: string() })),
})
export type SecondFactorStep = Infer<typeof SecondFactorStep>

/** A challenge for a passkey. */
export const PasskeyChallenge = type({ challenge: string(), options: CeremonyOptions })
export type PasskeyChallenge = Infer<typeof PasskeyChallenge>

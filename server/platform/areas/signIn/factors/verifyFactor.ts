import { enums, object, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { usePasskey, verifyPasskey } from './passkeys.ts'
import type { VerifiedPasskey } from './passkeys.ts'
import { findRecoveryCode, useRecoveryCode } from './recoveryCodes.ts'
import { factorMessages } from './messages.ts'
import { findTotpStep, useTotpStep } from './totp.ts'

const CodeProof = type({ method: enums(['totp', 'recovery']), code: string() })
const PasskeyProof = type({ method: enums(['passkey']), response: object() })

/** How a visitor proves a second factor: a code, or what a passkey signed. */
export const FactorProof = union([CodeProof, PasskeyProof])
export type FactorProof = Infer<typeof FactorProof>

type ProvenAccount = {
  userId: number
  challenge: string
  /** `unconfirmed` accepts the first code of an app that is being set up. */
  totpState?: 'confirmed' | 'unconfirmed'
}

/** A proof that is correct. `use` saves that it was used; false if it had been used before. */
export type VerifiedFactor = {
  use: (trx: Connection, now: string) => Promise<boolean>
  /** Set if the passkey's counter went back. Then it must not be accepted. */
  cloned?: VerifiedPasskey
}

/** Verifies a proof; null if it isn't correct. Reads only, because hashing takes long. */
export async function verifyFactor(
  platform: Platform,
  proof: FactorProof,
  { userId, challenge, totpState: state = 'confirmed' }: ProvenAccount,
): Promise<VerifiedFactor | null> {
  const { db, secrets, passwords } = platform
  if (proof.method === 'passkey') {
    const passkey = await verifyPasskey(platform, proof.response, { challenge, userId })
    if (!passkey) return null
    const use = (trx: Connection, now: string) => usePasskey(trx, passkey, now)
    return passkey.isCloned ? { use, cloned: passkey } : { use }
  }
  if (proof.method === 'recovery') {
    const id = await findRecoveryCode(db, passwords, { userId, code: proof.code })
    return id === null ? null : { use: (trx, now) => useRecoveryCode(trx, id, now) }
  }
  const at = platform.now()
  const step = await findTotpStep(db, secrets, { userId, code: proof.code, at, state })
  return step && { use: (trx, now) => useTotpStep(trx, step, now) }
}

const rejections: Record<FactorProof['method'], string> = {
  totp: factorMessages.wrongCode,
  recovery: factorMessages.wrongRecoveryCode,
  passkey: factorMessages.wrongPasskey,
}

/** Returns the sentence for a proof that isn't correct. */
export const getFactorRejection = ({ method }: Pick<FactorProof, 'method'>): string =>
  rejections[method]

/** Returns the name of a proof's kind for the logs. */
export const getFactorName = ({ method }: { method: keyof typeof factorMessages.names }): string =>
  factorMessages.names[method]

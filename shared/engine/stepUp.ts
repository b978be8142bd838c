import { array, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from './api.ts'
import type { Api } from './api.ts'

/** How long a confirmed second factor counts for calls that need one. */
export const stepUpMinutes = 10

export const stepUpPaths = { options: '/auth/stepUp/options', confirm: '/auth/stepUp' } as const

/** What the signed-in account can confirm with, and a challenge for its passkeys. */
export const StepUpOptions = type({
  methods: array(string()),
  challenge: nullable(string()),
  options: nullable(type({})),
})
export type StepUpOptions = Infer<typeof StepUpOptions>

/** How the signed-in user confirms who they are. The password counts without a second factor. */
export type StepUpProof =
  | { method: 'password'; password: string }
  | { method: 'totp' | 'recovery'; code: string }
  | { method: 'passkey'; response: object; challenge: string }

/** POST /auth/stepUp/options */
export async function loadStepUpOptions(api: Api): Promise<StepUpOptions> {
  const { body } = await api.send({ method: 'POST', path: stepUpPaths.options, body: {} })
  return parseResponse(StepUpOptions, body)
}

/** POST /auth/stepUp. Fails with 422 `fields.code` or `fields.password`, or with 429. */
export async function submitStepUp(api: Api, proof: StepUpProof): Promise<void> {
  await api.send({ method: 'POST', path: stepUpPaths.confirm, body: proof })
}

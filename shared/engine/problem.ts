import { array, number, optional, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'

/** Validation errors of several records, by index from 0. */
export const RowValidationErrors = array(
  type({ index: number(), fields: record(string(), string()) }),
)
export type RowValidationErrors = Infer<typeof RowValidationErrors>

/** Existing record that already has the value: its label and its ID. */
export const ExistingRecord = type({ id: number(), label: string() })
export type ExistingRecord = Infer<typeof ExistingRecord>

/**
 * An error of the API (http.md, "Proxy"): `fields` 422, `rows` of "create many", `current`, `uses`,
 * `reach` 409, `permission` 403.
 */
export const ProblemDetails = type({
  status: number(),
  title: string(),
  detail: optional(string()),
  code: string(),
  requestId: optional(string()),
  fields: optional(record(string(), string())),
  rows: optional(RowValidationErrors),
  permission: optional(string()),
  /** By field of `fields`: the record that already has the value. */
  existing: optional(record(string(), ExistingRecord)),
})
export type ProblemDetails = Infer<typeof ProblemDetails> & {
  current?: unknown
  uses?: unknown
  reach?: unknown
}

export const problemType = 'application/problem+json'

/**
 * Why a call was rejected, as a code that programs compare. Other platforms may send other codes;
 * the console then goes by the status.
 */
export type ProblemCode =
  | 'bad_request'
  | 'signed_out'
  | 'refused'
  | 'wrong_password'
  | 'forbidden'
  | 'not_found'
  | 'not_offered'
  | 'conflict'
  | 'in_use'
  | 'wrong_state'
  | 'unconfirmed'
  | 'invalid'
  | 'key_reused'
  | 'sign_on_required'
  | 'second_factor_required'
  | 'challenge_expired'
  | 'wrong_factor'
  | 'step_up_required'
  | 'in_progress'
  | 'too_large'
  | 'unsupported_type'
  | 'throttled'
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'bad_answer'
  | 'internal'

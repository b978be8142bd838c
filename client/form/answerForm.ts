import { data, redirect } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import { kindOf } from '#shared/engine/kinds.ts'
import { fieldOfInput } from '#shared/engine/picked.ts'
import { is } from '#shared/is.ts'
import type { Problem } from '#shared/engine/problem.ts'
import { Reach } from '#shared/engine/reach.ts'
import { Uses } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import type { Choices } from '#shared/engine/references.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'
import { newIdempotencyKey } from '../idempotencyKey.ts'
import { pageFailure } from '../failures.ts'
import type { PageFailure } from '../failures.ts'

/** What a change reaches, and what those are called. */
export type Reached = Reach & { impact: NonNullable<Resource['impact']> }

/** A write that was refused: what was typed, and why. Nothing typed is lost. */
export type Refused = {
  intent: string
  /** Tells one answer from the next. */
  attempt: string
  values: Record<string, unknown>
  errors: FieldErrors
  /** What may be meant by a name that several records have, by field. */
  choices?: Choices
  /** One line per pasted row that is wrong. */
  rows?: { line: number; error: string }[]
  /** The record as it now is, when someone else changed it. */
  conflict?: AnyRecord
  /** What refers to the record, when that keeps it from being deleted. */
  uses?: Uses
  /** What the change reaches besides the record, to be confirmed by sending it again. */
  reach?: Reached
  failure?: PageFailure
}

/** A form that is not sent on, and why. */
export class Refusal extends Error {
  readonly errors: FieldErrors
  readonly more: Pick<Refused, 'rows' | 'choices'>
  constructor(errors: FieldErrors, more: Pick<Refused, 'rows' | 'choices'> = {}) {
    super('refused')
    this.errors = errors
    this.more = more
  }
}

/**
 * Runs what a form asks for, which yields the address to go to or what the same page then shows, or answers with what was
 * typed and why it was refused; an intent that nobody knows has no `run`.
 */
export async function answerForm<Shown extends object = never>(
  resource: Resource,
  form: FormData,
  run: ((key: string) => Promise<string | Shown>) | undefined,
) {
  const refused = {
    intent: String(form.get('intent')),
    attempt: newIdempotencyKey(),
    values: typedTexts(resource.fields, form),
    errors: {},
  }
  if (!run) return data<Refused>({ ...refused, failure: { code: 'bad_request' } }, { status: 400 })
  try {
    const done = await run(String(form.get('writeKey') ?? '') || newIdempotencyKey())
    return typeof done === 'string' ? redirect(done) : data(done)
  } catch (error) {
    if (error instanceof Refusal)
      return data<Refused>({ ...refused, errors: error.errors, ...error.more }, { status: 422 })
    if (error instanceof ApiFailure)
      return data<Refused>({ ...refused, ...answerTo(error, resource) }, { status: error.status })
    throw error
  }
}

/** What was typed, as text; of a list all its entries. Secrets are not answered back. */
const typedTexts = (fields: Fields, form: FormData): Record<string, unknown> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const field = fields[fieldOfInput(name)]
      const kind = field && kindOf(field)
      if (typeof value !== 'string' || kind?.kept === false) return []
      return [[name, kind?.several ? form.getAll(name) : value]]
    }),
  )

/** All that is wrong with each record of several, counted from 1. */
export const refusedRows = (rows: NonNullable<Problem['rows']>) =>
  rows.flatMap(({ index, fields }) =>
    Object.values(fields).map((error) => ({ line: index + 1, error })),
  )

function answerTo(failure: ApiFailure, { title, impact }: Resource): Partial<Refused> {
  const { problem } = failure
  const current = conflictOf(failure)
  if (current) return { conflict: current }
  if (problem.code === 'in_use' && is(problem.uses, Uses)) return { uses: problem.uses }
  if (impact && is(problem.reach, Reach)) return { reach: { ...problem.reach, impact } }
  if (problem.rows) return { rows: refusedRows(problem.rows) }
  if (problem.fields) return { errors: problem.fields }
  return { failure: pageFailure(failure, problem.code === 'not_found' ? title.one : title.many) }
}

/** The record as it now is, when that is why a change was refused. */
export const conflictOf = (error: unknown): AnyRecord | undefined =>
  error instanceof ApiFailure && error.problem.code === 'conflict' && error.problem.current
    ? (error.problem.current as AnyRecord) // The platform's struct checked the problem around it.
    : undefined

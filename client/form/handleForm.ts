import { data, redirect, replace } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getFieldNameOfInput } from '#shared/engine/list/referenceValues.ts'
import { is } from '#shared/engine/is.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { ProblemDetails } from '#shared/engine/problem.ts'
import { Impact } from '#shared/engine/impact.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { RecordUses } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import type { ReferenceChoices } from '#shared/engine/fields/references.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { createIdempotencyKey } from '../runtime/idempotencyKey.ts'
import { toPageFailure } from '../runtime/failures.ts'
import type { PageFailure } from '../runtime/failures.ts'
import type { FormContext } from './formContext.ts'

export type FormImpact = Impact & { nouns: NonNullable<Resource['api']['impact']> }

/** A rejected write: what was typed, and why it was rejected. Nothing typed is lost. */
export type RejectedForm = {
  intent: string
  attempt: string
  values: Record<string, unknown>
  errors: ValidationErrors
  /** Records that already have a value that must be unique, by field. */
  existing?: Record<string, { label: string; to: string }>
  /** Records that a typed name with several matches may mean, by field. */
  choices?: ReferenceChoices
  rows?: { line: number; error: string }[]
  conflict?: AnyRecord
  /** References that prevent the record from being deleted. */
  uses?: RecordUses
  impact?: FormImpact
  result?: object
  failure?: PageFailure
  /** Errors of fields that the form doesn't have, so no input can show them. */
  unmappedErrors?: string
}

/** Nouns for counting impact, if the definition has none. */
const storeNouns = { one: 'store', many: 'stores' }

/** Form parameter: afterward, return to where the form was submitted. */
export const stayParam = 'stay'

/** Form parameter: the step in addition to saving, set by the pressed button. */
export const stepParam = 'then'

/** The step that schedules a form's changes instead of saving them. */
export const scheduleStep = 'schedule'

/** A form that is rejected before it's sent on, and why. */
export class FormError extends Error {
  readonly errors: ValidationErrors
  readonly details: Pick<RejectedForm, 'rows' | 'choices' | 'result'>
  constructor(
    errors: ValidationErrors,
    more: Pick<RejectedForm, 'rows' | 'choices' | 'result'> = {},
  ) {
    super('refused')
    this.errors = errors
    this.details = more
  }
}

/** Input of an intent. `key` makes a repeated submit count once; `zone` is the operator's. */
export type IntentContext = {
  api: Api
  resource: Resource
  form: FormData
  key: string
  zone: () => Promise<string>
  url: string
}

/**
 * The outcome: a message on the page that it leads to, how many records were created, or data that
 * the same page then shows.
 */
export type FormResult<Shown extends object = never> =
  | (FlashMessage & { to?: string })
  | { created: number }
  | { shown: Shown }

/**
 * The handler of a form's request. Throws `ApiError` if the platform rejects it, `FormError` if the
 * form itself isn't valid.
 */
export type Intent<Shown extends object = never> = (
  work: IntentContext,
) => Promise<FormResult<Shown>>

/** Intents by the value of a form's `intent`. */
export type Intents<Shown extends object = never> = Readonly<Record<string, Intent<Shown>>>

type FormSubmission<Shown extends object> = FormContext & {
  resource: Resource
  form: FormData
  intents: Intents<Shown>
  url: string
  back: string
  newest?: string
  stay?: string
}

/**
 * Runs a form's intent and redirects, or returns what was typed and why it was rejected. Lists and
 * tabs use it.
 */
export async function handleForm<Shown extends object = never>({
  api,
  tell: notify,
  zone,
  writeKeys,
  resource,
  form,
  intents,
  url,
  back,
  newest = back,
  stay = back,
}: FormSubmission<Shown>) {
  const name = String(form.get('intent'))
  const intent = Object.hasOwn(intents, name) ? intents[name] : undefined
  const attempt = createIdempotencyKey()
  // None of our forms sends it, so no page would show what was typed.
  if (!intent)
    return data<RejectedForm>(
      { intent: name, attempt, values: {}, errors: {}, failure: { code: 'bad_request' } },
      { status: 400 },
    )
  const rejection = {
    intent: name,
    attempt,
    values: readSubmittedValues(resource.fields, form),
    errors: {},
  }
  try {
    const key = writeKeys.getKey(form)
    const result = await intent({ api, resource, form, key, zone, url })
    writeKeys.complete(form)
    if ('shown' in result) return data(result.shown)
    if ('created' in result) {
      const { created } = result
      const { one, many } = resource.title
      const name = `${formatNumber(created)} ${created === 1 ? one : many}`
      const list = { resource: resource.name, id: 0, name, to: newest }
      return redirectOrReplace(notify(newest, { notice: `created-${created}`, of: list }), url)
    }
    const nextUrl = form.has(stayParam) ? stay : back
    return redirectOrReplace(notify(result.to ?? nextUrl, result), url)
  } catch (error) {
    if (error instanceof FormError) {
      const { errors, details: more } = error
      return data<RejectedForm>(
        { ...rejection, errors, ...more },
        { status: more.result ? 200 : 422 },
      )
    }
    if (error instanceof ApiError)
      return data<RejectedForm>(
        { ...rejection, ...toRejection(error, resource, form) },
        { status: error.status },
      )
    throw error
  }
}

/**
 * Replaces the history entry if the page stays the same, so that Back leads to the previous page.
 */
const redirectOrReplace = (to: string, url: string) =>
  getPagePath(new URL(to, url)) === getPagePath(new URL(url)) ? replace(to) : redirect(to)

const getPagePath = ({ pathname, search }: URL) =>
  `${pathname}?${new URLSearchParams(removeFlash(search))}`

/** Returns what was typed as text, with all entries of a list. Secrets are never sent back. */
function readSubmittedValues(fields: Fields, form: FormData): Record<string, unknown> {
  const texts = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const existing = texts.get(name)
    if (existing) existing.push(value)
    else texts.set(name, [value])
  }
  const values = new Map<string, unknown>()
  for (const [name, entries] of texts) {
    const field = fields[getFieldNameOfInput(name)]
    const kind = field && getKind(field)
    if (kind?.restorable !== false)
      values.set(name, kind?.multiple || entries.length > 1 ? entries : entries[0])
  }
  return Object.fromEntries(values)
}

export const toRowErrors = (rows: NonNullable<ProblemDetails['rows']>) =>
  rows.flatMap(({ index, fields }) =>
    Object.values(fields).map((error) => ({ line: index + 1, error })),
  )

function toRejection(failure: ApiError, resource: Resource, form: FormData): Partial<RejectedForm> {
  const { problem } = failure
  const { title } = resource
  const { impact } = resource.api
  const current = getConflict(failure)
  if (current) return { conflict: current }
  if (problem.code === 'in_use' && is(problem.uses, RecordUses)) return { uses: problem.uses }
  if (is(problem.reach, Impact))
    return { impact: { ...problem.reach, nouns: impact ?? storeNouns } }
  if (problem.rows) return { rows: toRowErrors(problem.rows) }
  if (problem.fields)
    return {
      errors: problem.fields,
      ...buildExistingLinks(problem, resource, form),
      ...findUnmappedErrors(problem.fields, form),
    }
  return { failure: toPageFailure(failure, problem.code === 'not_found' ? title.one : title.many) }
}

/** Builds links to the records that already have a value that must be unique. */
function buildExistingLinks(
  { existing }: ProblemDetails,
  resource: Resource,
  form: FormData,
): Pick<RejectedForm, 'existing'> {
  if (!existing) return {}
  const { parent } = resource.relations
  const parentId = parent === undefined ? {} : { [parent]: form.get(parent) }
  const links = Object.entries(existing).map(([field, { id, label }]) => [
    field,
    { label, to: getRecordUrl(resource, { ...parentId, id }) },
  ])
  return { existing: Object.fromEntries(links) }
}

/** Collects the errors of fields that the form doesn't have. */
function findUnmappedErrors(
  errors: ValidationErrors,
  form: FormData,
): Pick<RejectedForm, 'unmappedErrors'> {
  const formFields = new Set([...form.keys()].map(getFieldNameOfInput))
  const sentences = Object.entries(errors).flatMap(([name, error]) =>
    formFields.has(name) ? [] : [error],
  )
  return sentences.length > 0 ? { unmappedErrors: joinSentences(sentences) } : {}
}

export const getConflict = (error: unknown): AnyRecord | undefined =>
  error instanceof ApiError && error.problem.code === 'conflict' && error.problem.current
    ? (error.problem.current as AnyRecord) // The platform's struct checked the problem around it.
    : undefined

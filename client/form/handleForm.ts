import { data, redirect, replace } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getInputField } from '#shared/engine/list/referenceValues.ts'
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
import type { Notify } from '../runtime/contexts.ts'
import { createIdempotencyKey } from '../runtime/idempotencyKey.ts'
import { toPageFailure } from '../runtime/failures.ts'
import type { PageFailure } from '../runtime/failures.ts'

export type FormImpact = Impact & { nouns: NonNullable<Resource['impact']> }

/** A write that was refused: what was typed, and why. Nothing typed is lost. */
export type RejectedForm = {
  intent: string
  attempt: string
  values: Record<string, unknown>
  errors: ValidationErrors
  /** Records that already have a value that must be unique, by field. */
  existing?: Record<string, { label: string; to: string }>
  /** What may be meant by a name that several records have, by field. */
  choices?: ReferenceChoices
  rows?: { line: number; error: string }[]
  conflict?: AnyRecord
  /** What refers to the record, when that keeps it from being deleted. */
  uses?: RecordUses
  impact?: FormImpact
  result?: object
  failure?: PageFailure
  /** What is wrong with fields that the form does not ask for, which no input can tell. */
  unmappedErrors?: string
}

/** What is counted where the definition names nothing else. */
const storeNouns = { one: 'store', many: 'stores' }

/** What a form sends that leads on to where it was sent from. */
export const stayParam = 'stay'

/** What a form does in addition to saving, by the button that sent it. */
export const stepParam = 'then'

/** A form that is not sent on, and why. */
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

/** What the intent of a form works with; `key` makes sending it twice count once, `zone` is the operator's. */
export type IntentContext = {
  api: Api
  resource: Resource
  form: FormData
  key: string
  zone: () => Promise<string>
  url: string
}

/** How it ended: what is said where it leads, how many records it made, or what the same page then shows. */
export type FormResult<Shown extends object = never> =
  | (FlashMessage & { to?: string })
  | { created: number }
  | { shown: Shown }

/** What a form asks for, done. Throws `ApiError` when the platform refuses, `Refusal` when the form itself is wrong. */
export type Intent<Shown extends object = never> = (
  work: IntentContext,
) => Promise<FormResult<Shown>>

/** By what a form's `intent` says. */
export type Intents<Shown extends object = never> = Readonly<Record<string, Intent<Shown>>>

type FormSubmission<Shown extends object> = {
  api: Api
  tell: Notify
  zone: () => Promise<string>
  resource: Resource
  form: FormData
  intents: Intents<Shown>
  url: string
  back: string
  newest?: string
  stay?: string
}

/** Does what a form asks for and leads on, or answers with what was typed and why it was refused. Lists and tabs alike. */
export async function handleForm<Shown extends object = never>({
  api,
  tell,
  zone,
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
  // No form of ours sends it, so none would show what was typed.
  if (!intent)
    return data<RejectedForm>(
      { intent: name, attempt, values: {}, errors: {}, failure: { code: 'bad_request' } },
      { status: 400 },
    )
  const refused = {
    intent: name,
    attempt,
    values: readSubmittedValues(resource.fields, form),
    errors: {},
  }
  try {
    const key = String(form.get('writeKey') ?? '') || createIdempotencyKey()
    const done = await intent({ api, resource, form, key, zone, url })
    if ('shown' in done) return data(done.shown)
    if ('created' in done) {
      const { created } = done
      const { one, many } = resource.title
      const name = `${formatNumber(created)} ${created === 1 ? one : many}`
      const of = { resource: resource.name, id: 0, name, to: newest }
      return redirectOrReplace(tell(newest, { notice: `created-${created}`, of }), url)
    }
    const further = form.has(stayParam) ? stay : back
    return redirectOrReplace(tell(done.to ?? further, done), url)
  } catch (error) {
    if (error instanceof FormError) {
      const { errors, details: more } = error
      return data<RejectedForm>(
        { ...refused, errors, ...more },
        { status: more.result ? 200 : 422 },
      )
    }
    if (error instanceof ApiError)
      return data<RejectedForm>(
        { ...refused, ...toRejection(error, resource, form) },
        { status: error.status },
      )
    throw error
  }
}

/** Back leads to the page before, not to the same one once more. */
const redirectOrReplace = (to: string, url: string) =>
  getPagePath(new URL(to, url)) === getPagePath(new URL(url)) ? replace(to) : redirect(to)

const getPagePath = ({ pathname, search }: URL) =>
  `${pathname}?${new URLSearchParams(removeFlash(search))}`

/** What was typed, as text; of a list all its entries. Secrets are not answered back. */
function readSubmittedValues(fields: Fields, form: FormData): Record<string, unknown> {
  const texts = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const known = texts.get(name)
    if (known) known.push(value)
    else texts.set(name, [value])
  }
  const typed = new Map<string, unknown>()
  for (const [name, all] of texts) {
    const field = fields[getInputField(name)]
    const kind = field && getKind(field)
    if (kind?.restorable !== false) typed.set(name, kind?.multiple || all.length > 1 ? all : all[0])
  }
  return Object.fromEntries(typed)
}

export const toRowErrors = (rows: NonNullable<ProblemDetails['rows']>) =>
  rows.flatMap(({ index, fields }) =>
    Object.values(fields).map((error) => ({ line: index + 1, error })),
  )

function toRejection(failure: ApiError, resource: Resource, form: FormData): Partial<RejectedForm> {
  const { problem } = failure
  const { title, impact } = resource
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

/** Where the records are opened that already have a value that must be unique. */
function buildExistingLinks(
  { existing }: ProblemDetails,
  resource: Resource,
  form: FormData,
): Pick<RejectedForm, 'existing'> {
  if (!existing) return {}
  const { parent } = resource
  const parentId = parent === undefined ? {} : { [parent]: form.get(parent) }
  const links = Object.entries(existing).map(([field, { id, label }]) => [
    field,
    { label, to: getRecordUrl(resource, { ...parentId, id }) },
  ])
  return { existing: Object.fromEntries(links) }
}

/** What is wrong with fields that the form does not ask for. */
function findUnmappedErrors(
  errors: ValidationErrors,
  form: FormData,
): Pick<RejectedForm, 'unmappedErrors'> {
  const asked = new Set([...form.keys()].map(getInputField))
  const sentences = Object.entries(errors).flatMap(([name, error]) =>
    asked.has(name) ? [] : [error],
  )
  return sentences.length > 0 ? { unmappedErrors: joinSentences(sentences) } : {}
}

export const getConflict = (error: unknown): AnyRecord | undefined =>
  error instanceof ApiError && error.problem.code === 'conflict' && error.problem.current
    ? (error.problem.current as AnyRecord) // The platform's struct checked the problem around it.
    : undefined

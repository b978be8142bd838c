import { data, redirect, replace } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { fieldOfInput } from '#shared/engine/list/picked.ts'
import { is } from '#shared/engine/is.ts'
import { withoutNotice } from '#shared/navigation/notice.ts'
import type { Outcome } from '#shared/navigation/notice.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { Problem } from '#shared/engine/problem.ts'
import { Reach } from '#shared/engine/reach.ts'
import { recordAddress } from '#shared/engine/recordLink.ts'
import { Uses } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import type { Choices } from '#shared/engine/fields/references.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import type { Tell } from '../runtime/contexts.ts'
import { newIdempotencyKey } from '../runtime/idempotencyKey.ts'
import { pageFailure } from '../runtime/failures.ts'
import type { PageFailure } from '../runtime/failures.ts'

export type Reached = Reach & { impact: NonNullable<Resource['impact']> }

/** A write that was refused: what was typed, and why. Nothing typed is lost. */
export type Refused = {
  intent: string
  attempt: string
  values: Record<string, unknown>
  errors: FieldErrors
  /** Records that already have a value that must be unique, by field. */
  existing?: Record<string, { label: string; to: string }>
  /** What may be meant by a name that several records have, by field. */
  choices?: Choices
  rows?: { line: number; error: string }[]
  conflict?: AnyRecord
  /** What refers to the record, when that keeps it from being deleted. */
  uses?: Uses
  reach?: Reached
  told?: object
  failure?: PageFailure
  /** What is wrong with fields that the form does not ask for, which no input can tell. */
  unasked?: string
}

/** What is counted where the definition names nothing else. */
const ofStores = { one: 'store', many: 'stores' }

/** What a form sends that leads on to where it was sent from. */
export const stayParam = 'stay'

/** What a form does in addition to saving, by the button that sent it. */
export const stepParam = 'then'

/** A form that is not sent on, and why. */
export class Refusal extends Error {
  readonly errors: FieldErrors
  readonly more: Pick<Refused, 'rows' | 'choices' | 'told'>
  constructor(errors: FieldErrors, more: Pick<Refused, 'rows' | 'choices' | 'told'> = {}) {
    super('refused')
    this.errors = errors
    this.more = more
  }
}

/** What the intent of a form works with; `key` makes sending it twice count once, `zone` is the operator's. */
export type Work = {
  api: Api
  resource: Resource
  form: FormData
  key: string
  zone: () => Promise<string>
  url: string
}

/** How it ended: what is said where it leads, how many records it made, or what the same page then shows. */
export type Done<Shown extends object = never> =
  | (Outcome & { to?: string })
  | { created: number }
  | { shown: Shown }

/** What a form asks for, done. Throws `ApiFailure` when the platform refuses, `Refusal` when the form itself is wrong. */
export type Intent<Shown extends object = never> = (work: Work) => Promise<Done<Shown>>

/** By what a form's `intent` says. */
export type Intents<Shown extends object = never> = Readonly<Record<string, Intent<Shown>>>

type Sent<Shown extends object> = {
  api: Api
  tell: Tell
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
export async function answerForm<Shown extends object = never>({
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
}: Sent<Shown>) {
  const name = String(form.get('intent'))
  const intent = Object.hasOwn(intents, name) ? intents[name] : undefined
  const attempt = newIdempotencyKey()
  // No form of ours sends it, so none would show what was typed.
  if (!intent)
    return data<Refused>(
      { intent: name, attempt, values: {}, errors: {}, failure: { code: 'bad_request' } },
      { status: 400 },
    )
  const refused = {
    intent: name,
    attempt,
    values: typedTexts(resource.fields, form),
    errors: {},
  }
  try {
    const key = String(form.get('writeKey') ?? '') || newIdempotencyKey()
    const done = await intent({ api, resource, form, key, zone, url })
    if ('shown' in done) return data(done.shown)
    if ('created' in done) {
      const { created } = done
      const { one, many } = resource.title
      const name = `${formatNumber(created)} ${created === 1 ? one : many}`
      const of = { resource: resource.name, id: 0, name, to: newest }
      return leadTo(tell(newest, { notice: `created-${created}`, of }), url)
    }
    const further = form.has(stayParam) ? stay : back
    return leadTo(tell(done.to ?? further, done), url)
  } catch (error) {
    if (error instanceof Refusal) {
      const { errors, more } = error
      return data<Refused>({ ...refused, errors, ...more }, { status: more.told ? 200 : 422 })
    }
    if (error instanceof ApiFailure)
      return data<Refused>(
        { ...refused, ...answerTo(error, resource, form) },
        { status: error.status },
      )
    throw error
  }
}

/** Back leads to the page before, not to the same one once more. */
const leadTo = (to: string, url: string) =>
  pageIn(new URL(to, url)) === pageIn(new URL(url)) ? replace(to) : redirect(to)

const pageIn = ({ pathname, search }: URL) =>
  `${pathname}?${new URLSearchParams(withoutNotice(search))}`

/** What was typed, as text; of a list all its entries. Secrets are not answered back. */
function typedTexts(fields: Fields, form: FormData): Record<string, unknown> {
  const texts = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const known = texts.get(name)
    if (known) known.push(value)
    else texts.set(name, [value])
  }
  const typed = new Map<string, unknown>()
  for (const [name, all] of texts) {
    const field = fields[fieldOfInput(name)]
    const kind = field && kindOf(field)
    if (kind?.kept !== false) typed.set(name, kind?.several || all.length > 1 ? all : all[0])
  }
  return Object.fromEntries(typed)
}

export const refusedRows = (rows: NonNullable<Problem['rows']>) =>
  rows.flatMap(({ index, fields }) =>
    Object.values(fields).map((error) => ({ line: index + 1, error })),
  )

function answerTo(failure: ApiFailure, resource: Resource, form: FormData): Partial<Refused> {
  const { problem } = failure
  const { title, impact } = resource
  const current = conflictOf(failure)
  if (current) return { conflict: current }
  if (problem.code === 'in_use' && is(problem.uses, Uses)) return { uses: problem.uses }
  if (is(problem.reach, Reach)) return { reach: { ...problem.reach, impact: impact ?? ofStores } }
  if (problem.rows) return { rows: refusedRows(problem.rows) }
  if (problem.fields)
    return {
      errors: problem.fields,
      ...linkExisting(problem, resource, form),
      ...unasked(problem.fields, form),
    }
  return { failure: pageFailure(failure, problem.code === 'not_found' ? title.one : title.many) }
}

/** Where the records are opened that already have a value that must be unique. */
function linkExisting(
  { existing }: Problem,
  resource: Resource,
  form: FormData,
): Pick<Refused, 'existing'> {
  if (!existing) return {}
  const { parent } = resource
  const parentId = parent === undefined ? {} : { [parent]: form.get(parent) }
  const links = Object.entries(existing).map(([field, { id, label }]) => [
    field,
    { label, to: recordAddress(resource, { ...parentId, id }) },
  ])
  return { existing: Object.fromEntries(links) }
}

/** What is wrong with fields that the form does not ask for. */
function unasked(errors: FieldErrors, form: FormData): Pick<Refused, 'unasked'> {
  const asked = new Set([...form.keys()].map(fieldOfInput))
  const sentences = Object.entries(errors).flatMap(([name, error]) =>
    asked.has(name) ? [] : [error],
  )
  return sentences.length > 0 ? { unasked: joinSentences(sentences) } : {}
}

export const conflictOf = (error: unknown): AnyRecord | undefined =>
  error instanceof ApiFailure && error.problem.code === 'conflict' && error.problem.current
    ? (error.problem.current as AnyRecord) // The platform's struct checked the problem around it.
    : undefined

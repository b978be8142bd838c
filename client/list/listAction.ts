import { data, redirect } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { collidingFields } from '#machines/recordFormValues.ts'
import { is } from '#shared/is.ts'
import { ApiFailure } from '#shared/api.ts'
import type { Api } from '#shared/api.ts'
import { changedValues, originalFrom, valuesFrom } from '#shared/formValues.ts'
import { listAddress, parseListView, withPanel } from '#shared/listView.ts'
import type { messages } from '#shared/messages.ts'
import { withNotice } from '#shared/notice.ts'
import { pastedRecords } from '#shared/paste.ts'
import type { Problem } from '#shared/problem.ts'
import {
  createRecord,
  createRecords,
  deleteRecord,
  saveOrder,
  updateRecord,
  Uses,
} from '#shared/recordCalls.ts'
import { formFields, formValuesOf, resolveReferences } from '#shared/references.ts'
import type { AnyRecord, Fields, Resource } from '#shared/resource.ts'
import { errorsIn } from '#shared/validation.ts'
import type { FieldErrors } from '#shared/validation.ts'
import { apiContext } from '../contexts.ts'
import { newIdempotencyKey } from '../idempotencyKey.ts'
import { pageFailure } from '../failures.ts'
import type { PageFailure } from '../failures.ts'

/** A write that was refused: what was typed, and why. Nothing typed is lost. */
export type Refused = {
  intent: string
  /** Tells one answer from the next. */
  attempt: string
  values: Record<string, unknown>
  errors: FieldErrors
  /** One line per pasted row that is wrong. */
  rows?: { line: number; error: string }[]
  /** The record as it now is, when someone else changed it. */
  conflict?: AnyRecord
  /** What refers to the record, when that keeps it from being deleted. */
  uses?: Uses
  failure?: PageFailure
}

type Notice = keyof typeof messages.notices

/** What a form asks for, done. Throws `ApiFailure` when the platform refuses, `Refusal` when the form itself is wrong. */
export type Intent = (api: Api, resource: Resource, form: FormData, key: string) => Promise<Notice>

/** A form that is not sent on, and why. */
export class Refusal extends Error {
  readonly errors: FieldErrors
  readonly rows: { line: number; error: string }[] | undefined
  constructor(errors: FieldErrors, rows?: { line: number; error: string }[]) {
    super('refused')
    this.errors = errors
    this.rows = rows
  }
}

const refuseIf = (errors: FieldErrors) => {
  if (Object.keys(errors).length > 0) throw new Refusal(errors)
}

const target = (form: FormData) => ({
  id: Number(form.get('id')),
  version: Number(form.get('version')),
})

/** A form's values of these fields, references by their labels; refused when they break rules. */
function checkedValues(fields: Fields, form: FormData): Record<string, unknown> {
  const inForm = formFields(fields)
  const values = valuesFrom(inForm, form)
  refuseIf(errorsIn(inForm, values, 'present'))
  return values
}

async function resolved(api: Api, fields: Fields, typed: Record<string, unknown>) {
  const { values, errors } = await resolveReferences(api, fields, typed)
  refuseIf(errors)
  return values
}

/**
 * Saves what the form changed in these fields of a record. Where someone else saved in between, what does not collide
 * is merged by sending the changes again over theirs; what collides is refused with the record as it now is.
 */
export async function saveChanges(
  api: Api,
  resource: Resource,
  fields: Fields,
  form: FormData,
  key: string,
): Promise<AnyRecord> {
  const typed = checkedValues(fields, form)
  const original = originalFrom(form.get('original'))
  const changed = changedValues(typed, original)
  const changes = await resolved(api, fields, changed)
  const { id, version } = target(form)
  try {
    return await updateRecord(api, resource, { id, version }, changes, key)
  } catch (error) {
    const current = conflictOf(error)
    if (!current || !original) throw error
    const theirs = formValuesOf(fields, current)
    if (collidingFields(original, { ...original, ...changed }, theirs).length > 0) throw error
    const over = { id, version: current.version }
    return await updateRecord(api, resource, over, changes, `${key}-${current.version}`)
  }
}

/** The record as it now is, when that is why a change was refused. */
const conflictOf = (error: unknown): AnyRecord | undefined =>
  error instanceof ApiFailure && error.problem.code === 'conflict' && error.problem.current
    ? (error.problem.current as AnyRecord) // The platform's struct checked the problem around it.
    : undefined

/** The writes of every list, by the form's `intent`. */
const intents: Record<string, Intent> = {
  async create(api, resource, form, key) {
    const values = checkedValues(resource.fields, form)
    await createRecord(api, resource, await resolved(api, resource.fields, values), key)
    return 'created'
  },
  async edit(api, resource, form, key) {
    await saveChanges(api, resource, resource.fields, form, key)
    return 'saved'
  },
  async delete(api, resource, form, key) {
    await deleteRecord(api, resource, target(form), key)
    return 'deleted'
  },
  async paste(api, resource, form, key) {
    const { records, lines, problems } = pastedRecords(resource, form)
    if (problems.length > 0) throw new Refusal({}, problems)
    await createRecords(api, resource, records, key).catch((error: unknown) => {
      // The platform counts records; the operator counts lines, the empty ones too.
      if (!(error instanceof ApiFailure && error.problem.rows)) throw error
      const rows = refusedRows(error.problem.rows)
      throw new Refusal(
        {},
        rows.map((row) => ({ ...row, line: lines[row.line - 1] ?? row.line })),
      )
    })
    return 'created'
  },
  async reorder(api, resource, form, key) {
    await saveOrder(api, resource, orderFrom(form), key)
    return 'reordered'
  },
}

/** The order after one move: `move` is "ID:up" or "ID:down" among `ids`. Dragging sends `ids` already in order. */
export function orderFrom(form: FormData): number[] {
  const ids = String(form.get('ids')).split(',').map(Number)
  const [moved, direction] = String(form.get('move') ?? '').split(':')
  const from = ids.indexOf(Number(moved))
  const to = from + (direction === 'up' ? -1 : 1)
  if (from < 0 || to < 0 || to >= ids.length) return ids
  return ids.with(from, ids[to] ?? 0).with(to, ids[from] ?? 0)
}

/**
 * Runs the form's intent and goes back to the list, or answers with what was typed. `more` are intents of this screen
 * alone; `list` is the list to go back to, where the record of a panel is of another resource.
 */
export const listAction =
  (
    resource: Resource,
    more: Record<string, Intent> = {},
    {
      list = resource,
      panels = Object.keys(more),
    }: { list?: Resource; panels?: readonly string[] } = {},
  ) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const form = await request.formData()
    const intent = String(form.get('intent'))
    const known = { ...intents, ...more }
    const run = Object.hasOwn(known, intent) ? known[intent] : undefined
    const view = parseListView(list, new URL(request.url).searchParams, panels)
    // Reordering goes on until the operator is done; every other write closes its panel.
    const back = listAddress(list, intent === 'reorder' ? view : withPanel(view, null))
    return answerForm(
      resource,
      form,
      run &&
        (async (key) => withNotice(back, await run(context.get(apiContext), resource, form, key))),
    )
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
      return data<Refused>({ ...refused, errors: error.errors, ...rowsOf(error) }, { status: 422 })
    if (error instanceof ApiFailure)
      return data<Refused>({ ...refused, ...answerTo(error, resource) }, { status: error.status })
    throw error
  }
}

/** What was typed, as text; of a list all its entries. */
const typedTexts = (fields: Fields, form: FormData): Record<string, unknown> =>
  Object.fromEntries(
    [...form]
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => [
        name,
        fields[name]?.kind === 'list' ? form.getAll(name).join() : value,
      ]),
  )

const rowsOf = ({ rows }: Refusal) => (rows ? { rows } : {})

const refusedRows = (rows: NonNullable<Problem['rows']>) =>
  rows.map(({ index, fields }) => ({ line: index + 1, error: Object.values(fields).join(' ') }))

function answerTo(failure: ApiFailure, { title }: Resource): Partial<Refused> {
  const { problem } = failure
  const current = conflictOf(failure)
  if (current) return { conflict: current }
  if (problem.code === 'in_use' && is(problem.uses, Uses)) return { uses: problem.uses }
  if (problem.rows) return { rows: refusedRows(problem.rows) }
  if (problem.fields) return { errors: problem.fields }
  return { failure: pageFailure(failure, problem.code === 'not_found' ? title.one : title.many) }
}

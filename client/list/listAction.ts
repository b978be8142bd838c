import { data, redirect } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
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
import type { AnyRecord, Resource } from '#shared/resource.ts'
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

/** The writes of every list, by the form's `intent`. */
const intents: Record<string, Intent> = {
  async create(api, resource, form, key) {
    const values = valuesFrom(resource.fields, form)
    refuseIf(errorsIn(resource.fields, values))
    await createRecord(api, resource, values, key)
    return 'created'
  },
  async edit(api, resource, form, key) {
    const values = valuesFrom(resource.fields, form)
    refuseIf(errorsIn(resource.fields, values))
    const changes = changedValues(values, originalFrom(form.get('original')))
    await updateRecord(api, resource, target(form), changes, key)
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

/** Runs the form's intent and goes back to the list, or answers with what was typed. `more` are intents of this screen alone. */
export const listAction =
  (resource: Resource, more: Record<string, Intent> = {}) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const form = await request.formData()
    const intent = String(form.get('intent'))
    const known = { ...intents, ...more }
    const run = Object.hasOwn(known, intent) ? known[intent] : undefined
    const refused = {
      intent,
      attempt: newIdempotencyKey(),
      values: Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')),
      errors: {},
    }
    if (!run)
      return data<Refused>({ ...refused, failure: { code: 'bad_request' } }, { status: 400 })
    const view = parseListView(resource, new URL(request.url).searchParams, Object.keys(more))
    // Reordering goes on until the operator is done; every other write closes its panel.
    const back = listAddress(resource, intent === 'reorder' ? view : withPanel(view, null))
    try {
      const key = String(form.get('writeKey') ?? '') || newIdempotencyKey()
      return redirect(withNotice(back, await run(context.get(apiContext), resource, form, key)))
    } catch (error) {
      if (error instanceof Refusal)
        return data<Refused>(
          { ...refused, errors: error.errors, ...rowsOf(error) },
          { status: 422 },
        )
      if (error instanceof ApiFailure)
        return data<Refused>({ ...refused, ...answerTo(error, resource) }, { status: error.status })
      throw error
    }
  }

const rowsOf = ({ rows }: Refusal) => (rows ? { rows } : {})

const refusedRows = (rows: NonNullable<Problem['rows']>) =>
  rows.map(({ index, fields }) => ({ line: index + 1, error: Object.values(fields).join(' ') }))

function answerTo(failure: ApiFailure, { title }: Resource): Partial<Refused> {
  const { problem } = failure
  // A 409 on a changed record carries the record as it now is; the platform's struct checked the problem around it.
  if (problem.code === 'conflict' && problem.current)
    return { conflict: problem.current as AnyRecord }
  if (problem.code === 'in_use' && is(problem.uses, Uses)) return { uses: problem.uses }
  if (problem.rows) return { rows: refusedRows(problem.rows) }
  if (problem.fields) return { errors: problem.fields }
  return { failure: pageFailure(failure, problem.code === 'not_found' ? title.one : title.many) }
}

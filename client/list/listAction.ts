import type { ActionFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { limits } from '#shared/limits.ts'
import {
  listAddress,
  newestFirst,
  offeredPanels,
  parseListView,
  withPanel,
} from '#shared/engine/listView.ts'
import type { messages } from '#shared/messages.ts'
import { withNotice } from '#shared/notice.ts'
import { pastedRecords } from '#shared/engine/paste.ts'
import { checkRecords, createRecords, deleteRecord, saveOrder } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { apiContext } from '../contexts.ts'
import { answerForm, Refusal, refusedRows } from '../form/answerForm.ts'
import { createFrom, saveChanges, target } from '../form/saveChanges.ts'
import { resourceHere } from './resourceHere.ts'

/** What is wrong with a pasted line. */
type Problem = { line: number; error: string }

type Notice = keyof typeof messages.notices

/** How a write ended: in words, or in how many records it made, which the list then shows first. */
export type Done = Notice | { created: number }

/** What a form asks for, done. Throws `ApiFailure` when the platform refuses, `Refusal` when the form itself is wrong. */
export type Intent = (api: Api, resource: Resource, form: FormData, key: string) => Promise<Done>

/** The writes of every list, by the form's `intent`. */
const intents: Record<string, Intent> = {
  async create(api, resource, form, key) {
    await createFrom(api, resource, form, key)
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
    const numbered = (row: Problem) => ({ ...row, line: lines[row.line - 1] ?? row.line })
    if (problems.length > 0) {
      const known = await wrongAmong(api, resource, records)
      throw new Refusal({}, { rows: inLines([...problems, ...known.map(numbered)]) })
    }
    const created = await createRecords(api, resource, records, key).catch((error: unknown) => {
      // The platform counts records; the operator counts lines, the empty ones too.
      if (!(error instanceof ApiFailure && error.problem.rows)) throw error
      const rows = refusedRows(error.problem.rows)
      throw new Refusal({}, { rows: inLines(rows.map(numbered)) })
    })
    return { created }
  },
  async reorder(api, resource, form, key) {
    await saveOrder(api, resource, orderFrom(form), key)
    return 'reordered'
  },
}

/** What the platform would refuse of these records; one that cannot be asked says so when they are created. */
async function wrongAmong(api: Api, resource: Resource, records: object[]): Promise<Problem[]> {
  if (records.length === 0 || records.length > limits.createMany) return []
  try {
    return refusedRows(await checkRecords(api, resource, records))
  } catch (error) {
    if (error instanceof ApiFailure) return []
    throw error
  }
}

/** By line, each fault of a line once: form and platform find some of them both. */
const inLines = (problems: Problem[]): Problem[] =>
  [...new Map(problems.map((one) => [`${one.line} ${one.error}`, one])).values()].toSorted(
    (one, other) => one.line - other.line,
  )

/** The writes that the page offers: those of the list's panels, or those of one record beside the list of another resource. */
const offeredIntents = (resource: Resource, list: Resource): Record<string, Intent> =>
  Object.fromEntries(
    offeredPanels(resource)
      .filter((name) => resource === list || ['create', 'edit', 'delete'].includes(name))
      .flatMap((name) => (intents[name] ? [[name, intents[name]]] : [])),
  )

/** The order after one move: `move` is "ID:up" or "ID:down" among `ids`. Dragging sends `ids` already in order. */
export function orderFrom(form: FormData): number[] {
  const ids = String(form.get('ids')).split(',').map(Number)
  const [moved, direction] = String(form.get('move') ?? '').split(':')
  const from = ids.indexOf(Number(moved))
  const to = from + (direction === 'up' ? -1 : 1)
  if (from < 0 || to < 0 || to >= ids.length) return ids
  return ids.with(from, ids[to] ?? 0).with(to, ids[from] ?? 0)
}

type ListPanels = {
  /** The list to go back to, where the record of a panel is of another resource. */
  list?: Resource
  panels?: readonly string[]
}

/** Runs the form's intent and goes back to the list, or answers with what was typed. `more` are intents of this screen alone. */
export const listAction =
  (resource: Resource, more: Record<string, Intent> = {}, options: ListPanels = {}) =>
  async ({ request, context, params }: ActionFunctionArgs) => {
    const form = await request.formData()
    const here = resourceHere(resource, params)
    return writeInList(context.get(apiContext), here, request.url, form, more, options)
  }

/** The same for a list that is one part of a page. */
export function writeInList(
  api: Api,
  resource: Resource,
  url: string,
  form: FormData,
  more: Record<string, Intent> = {},
  { list = resource, panels = Object.keys(more) }: ListPanels = {},
) {
  const intent = String(form.get('intent'))
  const known = { ...offeredIntents(resource, list), ...more }
  const run = Object.hasOwn(known, intent) ? known[intent] : undefined
  const view = parseListView(list, new URL(url).searchParams, panels)
  // Reordering goes on until the operator is done; every other write closes its panel.
  const back = listAddress(list, intent === 'reorder' ? view : withPanel(view, null))
  return answerForm(
    resource,
    form,
    run &&
      (async (key) => {
        const done = await run(api, resource, form, key)
        if (typeof done === 'string') return withNotice(back, done)
        return withNotice(listAddress(list, newestFirst(view)), `created-${done.created}`)
      }),
  )
}

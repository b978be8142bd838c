import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { listAddress, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import { pastedRecords } from '#shared/engine/list/paste.ts'
import { keepColumns } from '#shared/engine/list/preferences.ts'
import { checkRecords, createRecords, deleteRecord, saveOrder } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { undoDeletion, undoOrder } from '#shared/engine/undo.ts'
import { limits } from '#shared/limits.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { Refusal, refusedRows } from '../form/answerForm.ts'
import type { Intents } from '../form/answerForm.ts'
import { createFrom, saveChanges, target } from '../form/saveChanges.ts'

type Problem = { line: number; error: string }

/** The writes that every resource has, by what their forms say. */
export const recordIntents = {
  async create({ api, resource, form, key }) {
    const record = await createFrom(api, resource, form, key)
    return { notice: 'created', of: recordLink(resource, record) }
  },
  async edit({ api, resource, form, key }) {
    return saveChanges(api, resource, resource.fields, form, key)
  },
  async delete({ api, resource, form, key }) {
    const deleted = target(form)
    await deleteRecord(api, resource, deleted, key)
    const undo = undoDeletion(resource, deleted)
    return { notice: 'deleted', of: deletedLink(resource, form), undo }
  },
  async paste({ api, resource, form, key }) {
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
  async reorder({ api, resource, form, key }) {
    const { before, after } = ordersFrom(form)
    await saveOrder(api, resource, after, key)
    const name = panelMessages.reorder.of(resource.title.many)
    const to = listAddress(resource, reordering(resource))
    const of = { resource: resource.name, id: 0, name, to }
    return { notice: 'reordered', of, undo: undoOrder(resource, { before, after }, key) }
  },
  async choose({ api, resource, form, key }) {
    const columns = columnsFrom(form)
    await keepColumns(api, resource, form.has('usual') ? null : columns, key)
    const name = resource.title.many
    const of = { resource: resource.name, id: 0, name, to: resource.path }
    return { notice: 'columns-kept', of }
  },
} as const satisfies Intents

/** What a form deleted, as it was called there; it has no page any more. */
export const deletedLink = ({ name: resource }: Pick<Resource, 'name'>, form: FormData) => ({
  resource,
  id: 0,
  name: String(form.get('called') || target(form).id),
  to: '',
})

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

/** The order of ids before and after one move: `move` is "ID:up" or "ID:down" among `ids`. Dragging sends the new `order`. */
export function ordersFrom(form: FormData): Record<'before' | 'after', number[]> {
  const shown = String(form.get('ids')).split(',', limits.formEntries)
  const order = form.get('order')
  const after = order === null ? moved(shown, form) : String(order).split(',', limits.formEntries)
  return { before: shown.map(Number), after: after.map(Number) }
}

const reordering = (resource: Resource) =>
  withPanel(parseListView(resource, new URLSearchParams()), 'reorder')

const columnsFrom = (form: FormData) => moved(form.getAll('columns').map(String), form)

function moved(order: string[], form: FormData): string[] {
  const [one, direction] = String(form.get('move') ?? '').split(':')
  const from = order.indexOf(one ?? '')
  const to = from + (direction === 'up' ? -1 : 1)
  const [here, there] = [order[from], order[to]]
  if (from < 0 || here === undefined || to < 0 || there === undefined) return order
  return order.with(from, there).with(to, here)
}

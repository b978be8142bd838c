import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadColumns, saveColumns } from '#shared/engine/list/columnPreferences.ts'
import { isWidthEntry } from '#shared/engine/list/columnWidths.ts'
import { buildListUrl, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import { parsePastedRecords } from '#shared/engine/list/paste.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { checkNewRecords, createRecords, reorderRecords } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { createReorderUndo } from '#shared/engine/undo.ts'
import { limits } from '#shared/limits.ts'
import { FormError, toRowErrors } from '../form/handleForm.ts'
import type { Intents } from '../form/handleForm.ts'

type LineError = { line: number; error: string }

/** Writes of the panels that paste, reorder, and choose columns, by the intent of their forms. */
export const toolIntents = {
  async paste({ api, resource, form, key }) {
    const { records, lines, errors: problems } = parsePastedRecords(resource, form)
    const withLineNumber = (row: LineError) => ({ ...row, line: lines[row.line - 1] ?? row.line })
    if (problems.length > 0) {
      const rejected = await findRejectedRecords(api, resource, records)
      throw new FormError(
        {},
        { rows: sortLineErrors([...problems, ...rejected.map(withLineNumber)]) },
      )
    }
    const created = await createRecords(api, resource, records, key).catch((error: unknown) => {
      // The platform counts records; operators count lines, including empty ones.
      if (!(error instanceof ApiError && error.problem.rows)) throw error
      const rows = toRowErrors(error.problem.rows)
      throw new FormError({}, { rows: sortLineErrors(rows.map(withLineNumber)) })
    })
    return { created }
  },
  async reorder({ api, resource, form, key }) {
    const { before, after } = parseReorder(form)
    await reorderRecords(api, resource, after, key)
    const name = listToolMessages.reorder.of(resource.title.many)
    const to = buildListUrl(resource, withReorderPanel(resource))
    const list = { resource: resource.name, id: 0, name, to }
    return {
      notice: 'reordered',
      of: list,
      undo: createReorderUndo(resource, { before, after }, key),
    }
  },
  async choose({ api, resource, form, key }) {
    const saved = await loadColumns(api, resource, new AbortController().signal)
    const columns = [...parseColumnOrder(form), ...(saved ?? []).filter(isWidthEntry)]
    await saveColumns(api, resource, form.has('usual') ? null : columns, key)
    const name = resource.title.many
    const list = { resource: resource.name, id: 0, name, to: resource.path }
    return { notice: 'columns-kept', of: list }
  },
} as const satisfies Intents

/**
 * Returns what the platform would reject in these records; nothing if the check fails, because
 * creating them then reports the errors.
 */
async function findRejectedRecords(
  api: Api,
  resource: Resource,
  records: object[],
): Promise<LineError[]> {
  if (records.length === 0 || records.length > limits.createMany) return []
  try {
    return toRowErrors(await checkNewRecords(api, resource, records))
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** Sorts errors by line and drops duplicates: form and platform both find some of them. */
const sortLineErrors = (problems: LineError[]): LineError[] =>
  [...new Map(problems.map((one) => [`${one.line} ${one.error}`, one])).values()].toSorted(
    (one, other) => one.line - other.line,
  )

/**
 * Parses the order of IDs before and after one move: `move` is "ID:up" or "ID:down" among `ids`.
 * Dragging submits the new `order`.
 */
export function parseReorder(form: FormData): Record<'before' | 'after', number[]> {
  const shown = String(form.get('ids')).split(',', limits.formEntries)
  const order = form.get('order')
  const after =
    order === null ? moveEntry(shown, form) : String(order).split(',', limits.formEntries)
  return { before: shown.map(Number), after: after.map(Number) }
}

const withReorderPanel = (resource: Resource) =>
  withPanel(parseListView(resource, new URLSearchParams()), 'reorder')

const parseColumnOrder = (form: FormData) => moveEntry(form.getAll('columns').map(String), form)

function moveEntry(order: string[], form: FormData): string[] {
  const [one, direction] = String(form.get('move') ?? '').split(':')
  const from = order.indexOf(one ?? '')
  const to = from + (direction === 'up' ? -1 : 1)
  const [here, there] = [order[from], order[to]]
  if (from < 0 || here === undefined || to < 0 || there === undefined) return order
  return order.with(from, there).with(to, here)
}

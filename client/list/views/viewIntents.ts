import {
  buildListUrl,
  parseListView,
  getShownColumns,
  withPanel,
} from '#shared/engine/list/listView.ts'
import { loadColumns } from '#shared/engine/list/columnPreferences.ts'
import { parseColumnWidths } from '#shared/engine/list/columnWidths.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { toSelection } from '#shared/engine/list/selection.ts'
import { listViews, buildViewQuery } from '#shared/engine/list/views.ts'
import {
  updateView,
  saveDefaultView,
  deleteView,
  saveViewOrder,
  saveView,
  createViewDeletionUndo,
  toViewLink,
} from '#shared/engine/list/viewCalls.ts'
import type { Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { toDeletedLink } from '../recordIntents.ts'
import { parseReorder } from '../toolIntents.ts'
import { viewsMessages } from './messages.ts'

/** Loads a view's link for messages. For a view that is gone, the link is to all records. */
async function loadViewLink(
  { api, resource }: Pick<IntentContext, 'api' | 'resource'>,
  id: number,
) {
  const view = (await listViews(api, resource)).find((one) => one.id === id)
  return view ? toViewLink(resource, view) : getAllRecordsLink(resource)
}

const getAllRecordsLink = (resource: Resource) =>
  toViewLink(resource, { id: 0, name: viewsMessages.all, address: '' })

/** Saves the list's URL as a view, with the columns shown, because a view has its own. */
async function saveCurrentView({ api, resource, form, key, url }: IntentContext) {
  const view = parseListView(resource, new URL(url).searchParams)
  const savedColumns = await loadColumns(api, resource, new AbortController().signal)
  const columns = [...getShownColumns(resource, view, savedColumns)]
  const widths = view.widths ?? parseColumnWidths(savedColumns ?? [])
  const address = buildViewQuery(resource, { ...view, columns, widths })
  const shared = form.getAll('shared').at(-1) === '1'
  const replacedId = Number(form.get('instead'))
  const name = String(form.get('name') ?? '')
  if (replacedId > 0) await updateView(api, replacedId, { address }, key)
  const id =
    replacedId > 0 ? replacedId : await saveView(api, resource, { name, address, shared }, key)
  const returnView = {
    ...withPanel(view, null),
    columns,
    widths,
    query: { ...view.query, after: null },
  }
  const of = await loadViewLink({ api, resource }, id)
  return { notice: 'saved', of, to: buildListUrl(resource, returnView) } as const
}

/** Saves the selected records as a view, which then shows only these. */
async function saveSelection({ api, resource, form, key, url }: IntentContext) {
  const { query, selectedIds } = parseListView(resource, new URL(url).searchParams)
  const shared = form.getAll('shared').at(-1) === '1'
  const name = String(form.get('name') ?? '')
  const selection = toSelection(resource, query, selectedIds ?? [])
  const id = await saveView(api, resource, { name, address: '', shared, selection }, key)
  const of = await loadViewLink({ api, resource }, id)
  return { notice: 'saved', of, to: of.to } as const
}

export const viewIntents: Intents<object> = {
  save: saveCurrentView,
  saveSelection,
  async rename(context) {
    const { api, form, key } = context
    const { id } = parseRecordVersion(form)
    await updateView(api, id, { name: String(form.get('name') ?? '') }, key)
    return { notice: 'saved', of: await loadViewLink(context, id) }
  },
  async share(context) {
    const { api, form, key } = context
    const { id } = parseRecordVersion(form)
    await updateView(api, id, { shared: form.get('shared') === 'true' }, key)
    const notice = form.get('shared') === 'true' ? 'view-shared' : 'view-unshared'
    return { notice, of: await loadViewLink(context, id) }
  },
  async begin({ api, resource, form, key }) {
    const { id } = parseRecordVersion(form)
    await saveDefaultView(api, resource, id > 0 ? id : null, key)
    return { notice: 'view-first', of: await loadViewLink({ api, resource }, id) }
  },
  async move({ api, resource, form, key }) {
    await saveViewOrder(api, resource, parseReorder(form).after, key)
    return {
      notice: 'reordered',
      of: { ...getAllRecordsLink(resource), name: viewsMessages.order },
    }
  },
  async remove({ api, resource, form, key }) {
    const { id } = parseRecordVersion(form)
    const deletedView = (await listViews(api, resource)).find((one) => one.id === id)
    await deleteView(api, id, key)
    // The records of a saved selection are gone with it.
    const undo =
      deletedView && !deletedView.saved ? createViewDeletionUndo(resource, deletedView, key) : null
    return { notice: 'deleted', of: toDeletedLink(resource, form), undo }
  },
}

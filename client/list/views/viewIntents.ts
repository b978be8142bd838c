import {
  listAddress,
  parseListView,
  shownColumns,
  withPanel,
} from '#shared/engine/list/listView.ts'
import { chosenColumns } from '#shared/engine/list/preferences.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { listViews, viewText } from '#shared/engine/list/views.ts'
import {
  changeView,
  chooseView,
  deleteView,
  orderViews,
  saveView,
  undoViewDeletion,
  viewLink,
} from '#shared/engine/list/viewWrites.ts'
import type { Intents, Work } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { deletedLink, ordersFrom } from '../recordIntents.ts'
import { viewsWords as say } from './words.ts'

/** A view as messages name it; one that is gone, or all, has no number. */
async function linkTo({ api, resource }: Pick<Work, 'api' | 'resource'>, id: number) {
  const view = (await listViews(api, resource)).find((one) => one.id === id)
  return view ? viewLink(resource, view) : allOf(resource)
}

const allOf = (resource: Resource) => viewLink(resource, { id: 0, name: say.all, address: '' })

/** The address that is kept: with the columns that are shown, since a view has its own. */
async function save({ api, resource, form, key, url }: Work) {
  const view = parseListView(resource, new URL(url).searchParams)
  const chosen = await chosenColumns(api, resource, new AbortController().signal)
  const columns = [...shownColumns(resource, view, chosen)]
  const address = viewText(resource, { ...view, columns })
  const shared = form.getAll('shared').at(-1) === '1'
  const instead = Number(form.get('instead'))
  const name = String(form.get('name') ?? '')
  if (instead > 0) await changeView(api, instead, { address }, key)
  const id = instead > 0 ? instead : await saveView(api, resource, { name, address, shared }, key)
  const kept = { ...withPanel(view, null), columns, query: { ...view.query, after: null } }
  const of = await linkTo({ api, resource }, id)
  return { notice: 'saved', of, to: listAddress(resource, kept) } as const
}

export const viewIntents: Intents<object> = {
  save,
  async rename(work) {
    const { api, form, key } = work
    const { id } = target(form)
    await changeView(api, id, { name: String(form.get('name') ?? '') }, key)
    return { notice: 'saved', of: await linkTo(work, id) }
  },
  async share(work) {
    const { api, form, key } = work
    const { id } = target(form)
    await changeView(api, id, { shared: form.get('shared') === 'true' }, key)
    const notice = form.get('shared') === 'true' ? 'view-shared' : 'view-unshared'
    return { notice, of: await linkTo(work, id) }
  },
  async begin({ api, resource, form, key }) {
    const { id } = target(form)
    await chooseView(api, resource, id > 0 ? id : null, key)
    return { notice: 'view-first', of: await linkTo({ api, resource }, id) }
  },
  async move({ api, resource, form, key }) {
    await orderViews(api, resource, ordersFrom(form).after, key)
    return { notice: 'reordered', of: { ...allOf(resource), name: say.order } }
  },
  async remove({ api, resource, form, key }) {
    const { id } = target(form)
    const gone = (await listViews(api, resource)).find((one) => one.id === id)
    await deleteView(api, id, key)
    const undo = gone ? undoViewDeletion(resource, gone, key) : null
    return { notice: 'deleted', of: deletedLink(resource, form), undo }
  },
}

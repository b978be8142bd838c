import { listAddress, parseListView, shownColumns, withPanel } from '#shared/engine/listView.ts'
import { chosenColumns } from '#shared/engine/preferences.ts'
import { viewText } from '#shared/engine/views.ts'
import {
  changeView,
  chooseView,
  deleteView,
  orderViews,
  saveView,
} from '#shared/engine/viewWrites.ts'
import type { Intents, Work } from '#client/form/answerForm.ts'
import { ordersFrom } from '../recordIntents.ts'

const done = { notice: 'saved' } as const

/** The address that is kept: with the columns that are shown, since a view has its own. */
async function save({ api, resource, form, key, url }: Work) {
  const view = parseListView(resource, new URL(url).searchParams)
  const chosen = await chosenColumns(api, resource, new AbortController().signal)
  const columns = [...shownColumns(resource, view, chosen)]
  const address = viewText(resource, { ...view, columns })
  const shared = form.getAll('shared').at(-1) === '1'
  const id = Number(form.get('instead'))
  const name = String(form.get('name') ?? '')
  if (id > 0) await changeView(api, id, { address }, key)
  else await saveView(api, resource, { name, address, shared }, key)
  const kept = { ...withPanel(view, null), columns, query: { ...view.query, after: null } }
  return { ...done, to: listAddress(resource, kept) }
}

export const viewIntents: Intents<object> = {
  save,
  async rename({ api, form, key }) {
    await changeView(api, Number(form.get('id')), { name: String(form.get('name') ?? '') }, key)
    return done
  },
  async share({ api, form, key }) {
    await changeView(api, Number(form.get('id')), { shared: form.get('shared') === 'true' }, key)
    return done
  },
  async begin({ api, resource, form, key }) {
    const id = Number(form.get('id'))
    await chooseView(api, resource, id > 0 ? id : null, key)
    return done
  },
  async move({ api, resource, form, key }) {
    await orderViews(api, resource, ordersFrom(form).after, key)
    return done
  },
  async remove({ api, form, key }) {
    await deleteView(api, Number(form.get('id')), key)
    return { notice: 'deleted' } as const
  },
}

import type { ActionFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { listAddress, newestFirst, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { apiContext, tellContext, zoneContext } from '../runtime/contexts.ts'
import type { Tell } from '../runtime/contexts.ts'
import { loadChunk } from '../runtime/failures.ts'
import { importPanel } from './panels/definePanels.ts'
import type { ListPanels } from './panels/definePanels.ts'
import { panelsOf } from './panels/listPanels.ts'
import { resourceHere } from './resourceHere.ts'

/** Does what a form of the open panel asks for and goes back to the list, or answers with what was typed. `more` are panels of this screen alone. */
export const listAction =
  (resource: Resource, more: ListPanels = {}) =>
  async ({ request, context, params }: ActionFunctionArgs) => {
    const form = await request.formData()
    const here = resourceHere(resource, params)
    const via = {
      api: context.get(apiContext),
      tell: context.get(tellContext),
      zone: context.get(zoneContext),
    }
    return writeInList(via, here, request.url, form, more)
  }

/** The list without its panel; where columns were chosen it shows those, not the ones of its address. */
const left = (view: ListView): ListView => ({
  ...withPanel(view, null),
  ...(view.panel?.kind === 'choose' ? { columns: null } : {}),
})

/** The same for a list that is one part of a page. */
export async function writeInList(
  via: { api: Api; tell: Tell; zone: () => Promise<string> },
  resource: Resource,
  url: string,
  form: FormData,
  more: ListPanels = {},
) {
  const panels = panelsOf(resource, more)
  const view = parseListView(resource, new URL(url).searchParams, panels)
  const kind = view.panel?.kind ?? ''
  const panel = panels[kind]
  const [{ answerForm }, code] = await Promise.all([
    loadChunk(() => import('./panels/recordPanels.tsx')),
    importPanel(panels, kind),
  ])
  return answerForm<object>({
    ...via,
    resource: panel?.of ?? resource,
    form,
    intents: code?.intents ?? {},
    url,
    back: listAddress(resource, panel?.instead ? view : left(view)),
    stay: listAddress(resource, view),
    newest: listAddress(resource, newestFirst(view)),
  })
}

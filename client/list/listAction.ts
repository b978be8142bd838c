import type { ActionFunctionArgs } from 'react-router'
import {
  buildListUrl,
  toNewestRecordsView,
  parseListView,
  withPanel,
} from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { getFormContext } from '../form/formContext.ts'
import type { FormContext } from '../form/formContext.ts'
import { handleForm } from '../form/handleForm.ts'
import { loadPanelContent } from './panels/definePanels.ts'
import type { ListPanels } from './panels/definePanels.ts'
import { getPanels } from './panels/listPanels.ts'
import { requireNestedResource } from './requireNestedResource.ts'

/**
 * Creates an action that handles a form of the open panel: it returns to the list, or answers with
 * what was typed. `more` are panels of this screen only.
 */
export const createListAction =
  (resource: Resource, more: ListPanels = {}) =>
  async ({ request, context, params }: ActionFunctionArgs) => {
    const form = await request.formData()
    const nestedResource = requireNestedResource(resource, params)
    return handleListForm(getFormContext(context), nestedResource, request.url, form, more)
  }

/** Returns the list without its panel. After columns were chosen it shows those, not the URL's. */
const getReturnView = (view: ListView): ListView => ({
  ...withPanel(view, null),
  ...(view.panel?.kind === 'choose' ? { columns: null, widths: null } : {}),
})

/** Handles a form of a list that is one part of a page. */
export async function handleListForm(
  formContext: FormContext,
  resource: Resource,
  url: string,
  form: FormData,
  more: ListPanels = {},
) {
  const panels = getPanels(resource, more)
  const view = parseListView(resource, new URL(url).searchParams, panels)
  const kind = view.panel?.kind ?? ''
  const panel = panels[kind]
  const content = await loadPanelContent(panels, kind)
  return handleForm<object>({
    ...formContext,
    resource: panel?.of ?? resource,
    form,
    intents: content?.intents ?? {},
    url,
    back: buildListUrl(resource, panel?.instead ? view : getReturnView(view)),
    stay: buildListUrl(resource, view),
    newest: buildListUrl(resource, toNewestRecordsView(view)),
  })
}

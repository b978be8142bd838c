import type { ActionFunctionArgs } from 'react-router'
import { stores } from '#shared/areas/stores/stores.ts'
import { parseFixKey, storeStatusPart } from '#client/frame/index.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm, scheduleStep, stepParam } from '#client/form/handleForm.ts'
import type { Intent, Intents } from '#client/form/handleForm.ts'
import { scheduleFormChanges } from '#client/form/scheduleChange.ts'
import { saveChanges } from '#client/form/saveChanges.ts'
import { handleListForm } from '#client/list/listAction.ts'
import { fixParam } from '#client/integrations/fix/fixParams.ts'
import { getTabFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import type { StoreField } from '#shared/areas/stores/storeFieldPlaces.ts'
import { buildStoreUrl, parseStoreTab } from '#shared/areas/stores/storeUrl.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import { requireStoreIdParam, getStoreFields, resetIntent } from './tabs/storeTab.tsx'
import type { VerificationShown, StoreTab } from './tabs/storeTab.tsx'
import { loadTab } from './tabs/tabs.tsx'

/** Handles a tab's form. Each form posts to its own tab and may only use that tab's intents. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = requireStoreIdParam(params)
  const { searchParams } = new URL(request.url)
  const name = parseStoreTab(searchParams)
  const fix = parseFixKey(searchParams)
  const form = await request.formData()
  const formContext = getFormContext(context)
  const [tab, { storePageIntents }] = await Promise.all([loadTab(name), storeStatusPart.load()])
  const intents = { ...storePageIntents, ...getTabIntents(name, tab) }
  if (tab.getList && !Object.hasOwn(intents, String(form.get('intent'))))
    return handleListForm(formContext, tab.getList(id, fix), request.url, form, tab.listPanels)
  form.set('id', String(id))
  return handleForm({
    ...formContext,
    resource: stores,
    form,
    intents,
    url: request.url,
    back: buildStoreUrl(id, name, fix ? { [fixParam]: fix } : {}),
  })
}

/** Returns a tab's intents: its own, and those of its fields. */
function getTabIntents(name: StoreTabName, { intents }: StoreTab): Intents<VerificationShown> {
  const fields = getTabFields(name)
  return {
    ...(fields.length > 0 ? { edit: createSaveIntent(fields) } : {}),
    ...Object.fromEntries(fields.map((field) => [resetIntent + field, createResetIntent(field)])),
    ...intents,
  }
}

const createSaveIntent =
  (fields: readonly StoreField[]): Intent =>
  async (context) => {
    const { api, resource, form, key } = context
    const tabFields = getStoreFields(fields)
    if (form.get(stepParam) === scheduleStep) return scheduleFormChanges(context, tabFields)
    return saveChanges(api, resource, tabFields, form, key)
  }

/**
 * Clears a field, so that the platform's default applies. Keeps changes that others have made
 * since.
 */
const createResetIntent =
  (field: StoreField): Intent =>
  async ({ api, resource, form, key }) => {
    form.set(field, '')
    const saved = await saveChanges(api, resource, getStoreFields([field]), form, key)
    return { ...saved, notice: 'reset' }
  }

import '#client/frame/storeForms.ts'
import type { ActionFunctionArgs } from 'react-router'
import { recordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { restoreStore } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { apiContext, tellContext, zoneContext } from '#client/runtime/contexts.ts'
import { answerForm } from '#client/form/answerForm.ts'
import type { Intent, Intents } from '#client/form/answerForm.ts'
import { saveChanges, target } from '#client/form/saveChanges.ts'
import { writeInList } from '#client/list/listAction.ts'
import { fixParam } from '#client/integrations/fix/fixParams.ts'
import { fixIn } from '#client/integrations/fix/fixes.ts'
import { changeIntents } from '../changeIntents.ts'
import { storeAddress, tabAt } from '#shared/areas/stores/storeAddress.ts'
import { storeIdIn, fieldsOf, resetIntent } from './tabs/storeTab.tsx'
import type { Shown, StoreField, StoreTab } from './tabs/storeTab.tsx'
import { tabNamed } from './tabs/tabs.tsx'

/** Each form posts to its own tab, whose intents alone it may ask for. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = storeIdIn(params)
  const { searchParams } = new URL(request.url)
  const name = tabAt(searchParams)
  const fix = fixIn(searchParams)
  const form = await request.formData()
  const via = {
    api: context.get(apiContext),
    tell: context.get(tellContext),
    zone: context.get(zoneContext),
  }
  const tab = await tabNamed(name)
  const intents = intentsOf(tab)
  if (tab.listOf && !Object.hasOwn(intents, String(form.get('intent'))))
    return writeInList(via, tab.listOf(id, fix), request.url, form, tab.more)
  form.set('id', String(id))
  return answerForm({
    ...via,
    resource: stores,
    form,
    intents,
    url: request.url,
    back: storeAddress(id, name, fix ? { [fixParam]: fix } : {}),
  })
}

/** What the forms of a tab may ask for: its own, and those of what stands above and beside every tab. */
export const intentsOf = ({ fields = [], intents = {} }: StoreTab): Intents<Shown> => ({
  restore,
  ...changeIntents,
  ...(fields.length > 0 ? { edit: save(fields) } : {}),
  ...Object.fromEntries(fields.map((field) => [resetIntent + field, reset(field)])),
  ...intents,
})

const restore: Intent = async ({ api, form, key }) => {
  const store = await restoreStore(api, target(form), key)
  return { notice: 'restored', of: recordLink(stores, store) }
}

const save =
  (fields: readonly StoreField[]): Intent =>
  async ({ api, resource, form, key }) => {
    return saveChanges(api, resource, fieldsOf(fields), form, key)
  }

/** Empties one field, so that the platform's default counts. What others changed elsewhere meanwhile stays. */
const reset =
  (field: StoreField): Intent =>
  async ({ api, resource, form, key }) => {
    form.set(field, '')
    const saved = await saveChanges(api, resource, fieldsOf([field]), form, key)
    return { ...saved, notice: 'reset' }
  }

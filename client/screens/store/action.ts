import type { ActionFunctionArgs } from 'react-router'
import { stores } from '#shared/resources/stores.ts'
import { apiContext, tellContext } from '#client/contexts.ts'
import { answerForm } from '#client/form/answerForm.ts'
import { writeInList } from '#client/list/listAction.ts'
import { storeAddress, tabAt } from '#client/stores/storeAddress.ts'
import { fixIn, fixParam } from './readiness.tsx'
import { storeIdIn } from './storeIdIn.ts'
import { intentsOf } from './storeIntents.ts'
import { tabs } from './tabs.ts'

/** Each form posts to its own tab, whose intents alone it may ask for. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = storeIdIn(params)
  const { searchParams } = new URL(request.url)
  const name = tabAt(searchParams)
  const fix = fixIn(searchParams)
  const form = await request.formData()
  const via = { api: context.get(apiContext), tell: context.get(tellContext) }
  const tab = tabs[name]
  const intents = intentsOf(tab)
  if (tab.listOf && !Object.hasOwn(intents, String(form.get('intent'))))
    return writeInList(via, tab.listOf(id), request.url, form)
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

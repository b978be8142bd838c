import { replace } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { differsInNoticeAlone } from '#shared/notice.ts'
import { stores } from '#shared/resources/stores.ts'
import { apiContext } from '#client/contexts.ts'
import { answerForm } from '#client/form/answerForm.ts'
import { writeInList } from '#client/list/listAction.ts'
import { storeAddress, tabAt } from '#client/stores/storeAddress.ts'
import { storeIdIn } from './storeIdIn.ts'
import { intentOf } from './storeIntents.ts'
import { tabs } from './tabs.ts'

/** Each form posts to its own tab, whose intents alone it may ask for. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = storeIdIn(params)
  const here = new URL(request.url)
  const name = tabAt(here.searchParams)
  const form = await request.formData()
  const api = context.get(apiContext)
  const { [name]: tab } = tabs
  const intent = intentOf(tab, String(form.get('intent')))
  if (!intent && tab.listOf) return writeInList(api, tab.listOf(id), request.url, form)
  form.set('id', String(id))
  const back = storeAddress(id, name)
  const answer = await answerForm(
    stores,
    form,
    intent && ((key) => intent({ api, id, form, key, back })),
  )
  const to = answer instanceof Response && answer.headers.get('location')
  // Back leads to the page before, not to this one once more.
  return to && differsInNoticeAlone(new URL(to, here), here) ? replace(to) : answer
}

import type { ActionFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { assignItem, changeItem } from '#shared/attention/attentionCalls.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import { actorsContext, apiContext } from '#client/contexts.ts'

/** Takes, snoozes for a day or resolves what needs attention, and shows the dashboard as it is then. */
export async function attentionAction({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const [id, key] = [Number(form.get('id')), String(form.get('writeKey'))]
  const intent = String(form.get('intent'))
  const own = `${key}-${intent}`
  try {
    if (intent === 'take') {
      const { user } = context.get(actorsContext).session.getSnapshot().context
      await assignItem(api, id, Number(user?.id), own)
    } else if (intent === 'snooze' || intent === 'resolve')
      await changeItem(api, id, { state: intent === 'snooze' ? 'snoozed' : 'resolved' }, own)
  } catch (error) {
    // What is mended meanwhile is gone: the list without it is the answer.
    if (!(error instanceof ApiFailure && error.problem.code === 'not_found')) throw error
  }
  const { pathname, search } = new URL(request.url)
  return redirect(pathname + search)
}

import '#client/frame/forms.ts'
import type { ActionFunctionArgs } from 'react-router'
import { assignItem, changeItem, undoState } from '#shared/areas/alerts/attentionChanges.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { withoutNotice } from '#shared/navigation/notice.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { undoOwner } from '#shared/areas/users/undoOwner.ts'
import { actorsContext, apiContext, tellContext, zoneContext } from '#client/runtime/contexts.ts'
import { answerForm } from '#client/form/answerForm.ts'
import type { Done, Intent, Work } from '#client/form/answerForm.ts'

const idOf = ({ form }: Work) => Number(form.get('id'))
const keyOf = ({ key, form }: Work) => `${key}-${String(form.get('intent'))}`

/** What is mended meanwhile is gone: then that is what there is to tell. */
const unlessMended =
  (intent: Intent): Intent =>
  async (work) => {
    try {
      return await intent(work)
    } catch (error) {
      if (!(error instanceof ApiFailure && error.problem.code === 'not_found')) throw error
      const name = String(work.form.get('title') ?? '')
      return { notice: 'mended', of: { resource: attentionItems.name, id: 0, name, to: '' } }
    }
  }

const assign = (notice: 'taken' | 'released', to: () => number | null): Intent =>
  unlessMended(async (work) => {
    const was = Number(work.form.get('ownerId')) || null
    const item = await assignItem(work.api, idOf(work), to(), keyOf(work))
    const undo = undoOwner(attentionItems, item, was)
    return { notice, of: recordLink(attentionItems, item), undo }
  })

const snooze = unlessMended(async (work): Promise<Done> => {
  const item = await changeItem(work.api, idOf(work), { state: 'snoozed' }, keyOf(work))
  return { notice: 'snoozed', of: recordLink(attentionItems, item), undo: undoState(item) }
})

/** Takes, releases, or snoozes an alert for a day, and shows the dashboard as it is then. */
export async function attentionAction({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const { pathname, search } = new URL(request.url)
  const self = () => Number(context.get(actorsContext).session.getSnapshot().context.user?.id)
  return answerForm({
    api: context.get(apiContext),
    tell: context.get(tellContext),
    zone: context.get(zoneContext),
    resource: attentionItems,
    form,
    intents: {
      take: assign('taken', self),
      release: assign('released', () => null),
      snooze,
    },
    url: request.url,
    back: pathname + withoutNotice(search),
  })
}

import type { ActionFunctionArgs } from 'react-router'
import { assignAlert, updateAlert, createAlertUndo } from '#shared/areas/alerts/alertChanges.ts'
import { ApiError } from '#shared/engine/api.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { createOwnerUndo } from '#shared/areas/users/ownerUndo.ts'
import { actorsContext } from '#client/runtime/contexts.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm } from '#client/form/handleForm.ts'
import type { FormResult, Intent, IntentContext } from '#client/form/handleForm.ts'

const getAlertId = ({ form }: IntentContext) => Number(form.get('id'))
const getAlertWriteKey = ({ key, form }: IntentContext) => `${key}-${String(form.get('intent'))}`

/** Reports an alert that no longer exists as fixed. */
const ignoreFixedAlert =
  (intent: Intent): Intent =>
  async (context) => {
    try {
      return await intent(context)
    } catch (error) {
      if (!(error instanceof ApiError && error.problem.code === 'not_found')) throw error
      const name = String(context.form.get('title') ?? '')
      return { notice: 'already-fixed', of: { resource: attentionItems.name, id: 0, name, to: '' } }
    }
  }

/** Creates the intent that assigns an alert to the account that `to` returns, or unassigns it. */
export const createOwnerIntent = (notice: 'taken' | 'released', to: () => number | null): Intent =>
  ignoreFixedAlert(async (context) => {
    const previousOwner = Number(context.form.get('ownerId')) || null
    const item = await assignAlert(
      context.api,
      getAlertId(context),
      to(),
      getAlertWriteKey(context),
    )
    const undo = createOwnerUndo(attentionItems, item, previousOwner)
    return { notice, of: toRecordLink(attentionItems, item), undo }
  })

const snoozeAlertForDay = ignoreFixedAlert(async (context): Promise<FormResult> => {
  const item = await updateAlert(
    context.api,
    getAlertId(context),
    { state: 'snoozed' },
    getAlertWriteKey(context),
  )
  return { notice: 'snoozed', of: toRecordLink(attentionItems, item), undo: createAlertUndo(item) }
})

/** Assigns, unassigns, or snoozes an alert for a day, and returns to the dashboard. */
export async function handleAlertAction({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const { pathname, search } = new URL(request.url)
  const getOwnId = () => Number(context.get(actorsContext).session.getSnapshot().context.user?.id)
  return handleForm({
    ...getFormContext(context),
    resource: attentionItems,
    form,
    intents: {
      take: createOwnerIntent('taken', getOwnId),
      release: createOwnerIntent('released', () => null),
      snooze: snoozeAlertForDay,
    },
    url: request.url,
    back: pathname + removeFlash(search),
  })
}

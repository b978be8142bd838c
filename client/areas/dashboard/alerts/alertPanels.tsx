import type { ReactNode } from 'react'
import { dismissalReason, reopenAfterDays } from '#shared/areas/alerts/alertCalls.ts'
import { assignAlert, updateAlert, createAlertUndo } from '#shared/areas/alerts/alertChanges.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { select } from '#shared/engine/fields/fields.ts'
import { FormField, createOwnerPanel, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent, RejectedForm } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelDefinition } from '#client/list/panels/definePanels.ts'
import { dashboardMessages } from '../messages.ts'

/** For how long an alert is snoozed. */
export const snoozeDaysField = select(
  dashboardMessages.attention.snoozeFor,
  dashboardMessages.attention.snoozeDays,
  { initial: '1' },
)

const snoozeAlert: Intent = async ({ api, form, key }) => {
  const days = Number(form.get('days')) || 1
  const item = await updateAlert(api, parseRecordVersion(form).id, { state: 'snoozed', days }, key)
  return { notice: 'snoozed', of: toRecordLink(attentionItems, item), undo: createAlertUndo(item) }
}

const reopenAlert: Intent = async ({ api, form, key }) => {
  const item = await updateAlert(api, parseRecordVersion(form).id, { state: 'open' }, key)
  return { notice: 'reopened', of: toRecordLink(attentionItems, item) }
}

const dismissAlert: Intent = async ({ api, form, key }) => {
  const reason = String(form.get('reason') ?? '').trim()
  const error = validateField(dismissalReason, reason || null)
  if (error) throw new FormError({ reason: error })
  const item = await updateAlert(
    api,
    parseRecordVersion(form).id,
    { state: 'resolved', reason },
    key,
  )
  return { notice: 'resolved', of: toRecordLink(attentionItems, item), undo: createAlertUndo(item) }
}

/** Shows which alert a panel is about, because its title names only the action. */
const renderAlert = (item: AnyRecord) => (
  <>
    <p>
      <strong>{getLabel(attentionItems, item)}</strong>
    </p>
    <p>{String(item['detail'] ?? '')}</p>
  </>
)

type StatePanelOptions = {
  intent: string
  change: Intent
  title: () => string
  button: string
  renderFields?: (item: AnyRecord, answer: RejectedForm | undefined) => ReactNode
}

const createStatePanel = ({
  intent,
  change,
  title,
  button,
  renderFields: ask,
}: StatePanelOptions): PanelDefinition<AnyRecord> => ({
  Panel: ({ loaded, ...props }) => (
    <SmallForm
      {...getListFormProps(props)}
      record={loaded}
      of={attentionItems}
      intent={intent}
      title={title}
      buttons={<SubmitButton>{button}</SubmitButton>}
    >
      {(answer) => (
        <>
          {renderAlert(loaded)}
          {ask?.(loaded, answer)}
        </>
      )}
    </SmallForm>
  ),
  intents: { [intent]: change },
  load: loadPanelRecord,
})

export const alertPanels = definePanels({
  assign: createOwnerPanel({
    resource: attentionItems,
    intent: 'assign',
    write: (api, { id }, ownerId, key) => assignAlert(api, id, ownerId, key),
    messages: dashboardMessages.attention,
    renderRecord: renderAlert,
  }),
  snooze: createStatePanel({
    intent: 'snooze',
    change: snoozeAlert,
    title: dashboardMessages.attention.titles.snoozed,
    button: dashboardMessages.attention.snoozeIt,
    renderFields: () => <FieldInput id="days" name="days" field={snoozeDaysField} value="1" />,
  }),
  dismiss: createStatePanel({
    intent: 'dismiss',
    change: dismissAlert,
    title: dashboardMessages.attention.titles.resolved,
    button: dashboardMessages.attention.dismiss,
    renderFields: ({ kind }, answer) => (
      <>
        <p>
          {kind === 'integration'
            ? dashboardMessages.attention.dismissIntegration(reopenAfterDays)
            : dashboardMessages.attention.dismissExplain}
        </p>
        <FormField id="reason" name="reason" field={dismissalReason} answer={answer} />
      </>
    ),
  }),
  reopen: createStatePanel({
    intent: 'reopen',
    change: reopenAlert,
    title: dashboardMessages.attention.titles.open,
    button: dashboardMessages.attention.reopen,
  }),
})

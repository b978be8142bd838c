import '#client/frame/stores.ts'
import '#client/frame/forms.ts'
import type { ReactNode } from 'react'
import { dismissalReason, dismissedIntegrationDays } from '#shared/areas/alerts/attentionCalls.ts'
import { assignItem, changeItem, undoState } from '#shared/areas/alerts/attentionChanges.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { select } from '#shared/engine/fields/fields.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent, Refused } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { ownerPanel } from '#client/list/panels/ownerPanel.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode } from '#client/list/panels/definePanels.ts'
import { dashboardMessages } from '../dashboard/words.ts'

const say = dashboardMessages.attention

const until = select(say.snoozeFor, say.snoozeDays, { initial: '1' })

const snooze: Intent = async ({ api, form, key }) => {
  const days = Number(form.get('days')) || 1
  const item = await changeItem(api, target(form).id, { state: 'snoozed', days }, key)
  return { notice: 'snoozed', of: recordLink(attentionItems, item), undo: undoState(item) }
}

const reopen: Intent = async ({ api, form, key }) => {
  const item = await changeItem(api, target(form).id, { state: 'open' }, key)
  return { notice: 'reopened', of: recordLink(attentionItems, item) }
}

const dismiss: Intent = async ({ api, form, key }) => {
  const reason = String(form.get('reason') ?? '').trim()
  const error = fieldError(dismissalReason, reason || null)
  if (error) throw new Refusal({ reason: error })
  const item = await changeItem(api, target(form).id, { state: 'resolved', reason }, key)
  return { notice: 'resolved', of: recordLink(attentionItems, item), undo: undoState(item) }
}

type StatePanel = {
  intent: string
  change: Intent
  title: (name: string) => string
  button: string
  ask?: (item: AnyRecord, answer: Refused | undefined) => ReactNode
}

const statePanel = ({ intent, change, title, button, ask }: StatePanel): PanelCode<AnyRecord> => ({
  Panel: ({ loaded, ...props }) => (
    <SmallForm
      {...besideList(props)}
      record={loaded}
      of={attentionItems}
      intent={intent}
      title={title}
      buttons={<SendButton>{button}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{String(loaded['detail'] ?? '')}</p>
          {ask?.(loaded, answer)}
        </>
      )}
    </SmallForm>
  ),
  intents: { [intent]: change },
  load: openRecord,
})

export const panels = {
  assign: ownerPanel({
    resource: attentionItems,
    intent: 'assign',
    write: (api, { id }, ownerId, key) => assignItem(api, id, ownerId, key),
    say,
  }),
  snooze: statePanel({
    intent: 'snooze',
    change: snooze,
    title: say.titles.snoozed,
    button: say.snoozeIt,
    ask: () => <FieldInput id="days" name="days" field={until} value="1" />,
  }),
  dismiss: statePanel({
    intent: 'dismiss',
    change: dismiss,
    title: say.titles.resolved,
    button: say.dismiss,
    ask: ({ kind }, answer) => (
      <>
        <p>
          {kind === 'integration'
            ? say.dismissIntegration(dismissedIntegrationDays)
            : say.dismissExplain}
        </p>
        <AskedInput id="reason" name="reason" field={dismissalReason} answer={answer} />
      </>
    ),
  }),
  reopen: statePanel({
    intent: 'reopen',
    change: reopen,
    title: say.titles.open,
    button: say.reopen,
  }),
}

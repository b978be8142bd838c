import '#client/stores.ts'
import '#client/forms.ts'
import { assignItem, changeItem, undoState } from '#shared/attention/attentionChanges.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { attentionItems, attentionStates } from '#shared/resources/attentionItems.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { is } from '#shared/is.ts'
import { enums } from 'superstruct'
import { select } from '#shared/engine/fields/fields.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { ownerPanel } from '#client/list/panels/ownerPanel.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode } from '#client/list/panels/definePanels.ts'
import { dashboardMessages } from './words.ts'

const say = dashboardMessages.attention

const States = enums(['open', 'snoozed', 'resolved'] as const)
const until = select('For', { 1: 'A day', 7: 'A week', 30: 'A month' }, { initial: '1' })

const change: Intent = async ({ api, form, key }) => {
  const state = form.get('state')
  const days = Number(form.get('days')) || 1
  const to = is(state, States) ? state : 'open'
  const item = await changeItem(
    api,
    target(form).id,
    { state: to, ...(to === 'snoozed' && { days }) },
    key,
  )
  const of = recordLink(attentionItems, item)
  return to === 'open' ? { notice: 'reopened', of } : { notice: to, of, undo: undoState(item) }
}

const stateTo = (to: keyof typeof attentionStates, words: string): PanelCode<AnyRecord> => ({
  Panel: ({ loaded, ...props }) => (
    <SmallForm
      {...besideList(props)}
      record={loaded}
      intent="change"
      sends={{ state: to }}
      title={say.titles[to]}
      buttons={<SendButton>{words}</SendButton>}
    >
      {() => (
        <>
          <p>{String(loaded['detail'] ?? '')}</p>
          {to === 'snoozed' && <FieldInput id="days" name="days" field={until} value="1" />}
          {to === 'resolved' && <p>{say.resolveExplain}</p>}
        </>
      )}
    </SmallForm>
  ),
  intents: { change },
  load: openRecord,
})

export const panels = {
  assign: ownerPanel({
    resource: attentionItems,
    intent: 'assign',
    write: (api, { id }, ownerId, key) => assignItem(api, id, ownerId, key),
    say,
  }),
  snooze: stateTo('snoozed', say.snoozeIt),
  resolve: stateTo('resolved', say.resolve),
  reopen: stateTo('open', say.reopen),
}

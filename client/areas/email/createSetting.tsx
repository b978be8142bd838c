import type { ReactNode } from 'react'
import { beginParam } from '#shared/engine/list/beginParam.ts'
import { createRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { assignedSettings } from '#shared/areas/email/mailAssigned.ts'
import { mailTest } from '#shared/areas/email/mailCalls.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { writtenIn } from '#client/form/saveChanges.ts'
import { addSetupSteps, testInPanel } from '#client/integrations/setupSteps.ts'
import { fixPanel } from '#client/integrations/fix/StoreFix.tsx'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { useMailFurther } from './useMailFurther.ts'
import { smtpWords as say } from './words.ts'

const intents = {
  async create({ api, form, key }) {
    const { storeIds, ...values } = await writtenIn(api, assignedSettings.fields, form)
    const ids: unknown[] = Array.isArray(storeIds) ? storeIds : []
    if (ids.length > 0 && values['scope'] === 'platform')
      throw new Refusal({ storeIds: say.servesAll })
    const record = await createRecord(api, smtpSettings, values, key)
    const done = { notice: 'created', of: recordLink(smtpSettings, record) } as const
    if (ids.length === 0) return done
    const chosen = ids.map((id) => `&${beginParam('storeIds')}=${String(id)}`).join('')
    return { ...done, to: `${smtpSettings.path}?assign=${record.id}${chosen}` }
  },
} satisfies Intents

/** What the address says that a setting begins with, and for which stores it is. */
export const begunSetting = ({ api, params, signal }: PanelWork): Promise<Begun> =>
  begunWith({ api, fields: assignedSettings.fields, params, signal })

function CreateSetting({ bar, loaded, ...props }: PanelProps<Begun> & { bar: ReactNode }) {
  return (
    <RecordPanel
      {...props}
      resource={assignedSettings}
      loaded={null}
      begun={loaded}
      further={useMailFurther(props.refused)}
    >
      {bar}
    </RecordPanel>
  )
}

/** Makes a setting; the next step gives it to the stores that were chosen with it, and tells what that changes. */
export const createSetting = fixPanel<Begun>({
  Panel: ({ bar, loaded, ...props }) => <CreateSetting {...props} loaded={loaded} bar={bar} />,
  intents: addSetupSteps(intents, {
    asks: mailTest,
    fields: smtpSettings.fields,
    // The stores that were chosen with it are assigned once it is active.
    testAt: (work, record, next) =>
      next?.replace('?assign=', '?test=') ?? testInPanel(work, record, next),
  }),
  load: begunSetting,
})

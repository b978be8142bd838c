import type { ReactNode } from 'react'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { createRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { assignableSmtpSettings } from '#shared/areas/email/smtpAssignment.ts'
import { smtpTestFields } from '#shared/areas/email/emailCalls.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import {
  addTestAndActivateSteps,
  buildTestPanelUrl,
  createPanelWithStoreFix,
} from '#client/integrations/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { parseValidForm } from '#client/form/saveChanges.ts'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { useSmtpFormExtras } from './useSmtpFormExtras.ts'
import { smtpSettingsMessages } from './messages.ts'

const createSettingIntents = {
  async create({ api, form, key }) {
    const { storeIds, ...values } = await parseValidForm(api, assignableSmtpSettings.fields, form)
    const ids: unknown[] = Array.isArray(storeIds) ? storeIds : []
    if (ids.length > 0 && values['scope'] === 'platform')
      throw new FormError({ storeIds: smtpSettingsMessages.servesAll })
    const record = await createRecord(api, smtpSettings, values, key)
    const result = { notice: 'created', of: toRecordLink(smtpSettings, record) } as const
    if (ids.length === 0) return result
    const storeParams = ids.map((id) => `&${prefillParam('storeIds')}=${String(id)}`).join('')
    return { ...result, to: `${smtpSettings.path}?assign=${record.id}${storeParams}` }
  },
} satisfies Intents

/** Loads the initial values of a new setting from the URL, including the stores to assign it to. */
export const loadSmtpSettingPrefill = ({
  api,
  params,
  signal,
}: PanelLoadContext): Promise<Prefill> =>
  loadPrefill({ api, fields: assignableSmtpSettings.fields, params, signal })

function CreateSetting({ bar, loaded, ...props }: PanelProps<Prefill> & { bar: ReactNode }) {
  return (
    <RecordPanel
      {...props}
      resource={assignableSmtpSettings}
      loaded={null}
      prefill={loaded}
      further={useSmtpFormExtras(props.refused)}
    >
      {bar}
    </RecordPanel>
  )
}

/**
 * Creates a setting. The next panel assigns it to the stores selected with it and shows the impact.
 */
export const createSettingPanel = createPanelWithStoreFix<Prefill>({
  Panel: ({ bar, loaded, ...props }) => <CreateSetting {...props} loaded={loaded} bar={bar} />,
  intents: addTestAndActivateSteps(createSettingIntents, {
    testInputs: smtpTestFields,
    fields: smtpSettings.fields,
    // The stores selected with it are assigned once it is active.
    testAt: (context, record, next) =>
      next?.replace('?assign=', '?test=') ?? buildTestPanelUrl(context, record, next),
  }),
  load: loadSmtpSettingPrefill,
})

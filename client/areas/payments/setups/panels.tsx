import { FormField, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import {
  addTestAndActivateSteps,
  buildTestPanelUrl,
  createPanelTestExtras,
  createPanelWithStoreFix,
  createTestPanel,
} from '#client/integrations/index.ts'
import { fixParams } from '#client/integrations/fix/fixParams.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { duplicatePaymentSetup } from '#shared/areas/payments/setupCalls.ts'
import type { IntentContext } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { paymentSetupsMessages } from './messages.ts'

function DuplicatePaymentSetupPanel({ loaded: setup, ...props }: PanelProps<AnyRecord>) {
  const { resource } = props
  const field = resource.fields['name']
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={setup}
      intent="duplicate"
      title={paymentSetupsMessages.duplicateTitle}
      buttons={<SubmitButton>{paymentSetupsMessages.makeCopy}</SubmitButton>}
    >
      {(answer) => (
        <>
          <p>{paymentSetupsMessages.duplicateExplain}</p>
          {field && (
            <FormField
              id="duplicate-name"
              name="name"
              field={field}
              answer={answer}
              initialValue={paymentSetupsMessages.copyOf(getLabel(resource, setup).slice(0, 55))}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

export const paymentSetupPanels = definePanels({
  create: {
    ...createPanelWithStoreFix<Prefill>({
      Panel: ({ bar, loaded, ...props }) => (
        <RecordPanel
          {...props}
          loaded={null}
          prefill={loaded}
          further={createPanelTestExtras({ refused: props.refused })}
        >
          {bar}
        </RecordPanel>
      ),
      intents: addTestAndActivateSteps(
        { create: recordIntents.create },
        { testAt: buildTestPanelUrl },
      ),
      load: ({ api, resource: { fields }, params, signal }) =>
        loadPrefill({ api, fields, params, signal }),
    }),
    params: ['begin', ...fixParams],
  },
  test: { ...createTestPanel(), reads: true, params: fixParams },
  duplicate: {
    Panel: DuplicatePaymentSetupPanel,
    intents: {
      async duplicate({ api, resource, form, key }: IntentContext) {
        const name = String(form.get('name') ?? '').trim()
        const copy = await duplicatePaymentSetup(
          api,
          { id: parseRecordVersion(form).id, name },
          key,
        )
        return { notice: 'created', of: toRecordLink(resource, copy) } as const
      },
    },
    load: loadPanelRecord,
  },
})

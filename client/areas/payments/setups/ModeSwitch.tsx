import { useLocation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { FormField, Section, SectionForm } from '#client/frame/index.ts'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import type { PaymentSetupData } from './setupCells.tsx'
import { paymentSetupsMessages } from './messages.ts'

/**
 * Switches between test and live mode, after typing the setup's name and confirming the stores it
 * affects.
 */
export function ModeSwitch(props: SetupProps<PaymentSetupData> & { record: AnyRecord }) {
  const { record, resource, refused, writeKey } = props
  const { search } = useLocation()
  const isGeneral = ['', 'general'].includes(new URLSearchParams(search).get('tab') ?? '')
  if (!resource.api.writes.includes('change') || !isGeneral) return null
  const to = record['mode'] === 'live' ? 'test' : 'live'
  return (
    <Section id="switch" title={paymentSetupsMessages.switchTitle}>
      <SectionForm
        {...{ record, refused, writeKey }}
        intent="switch"
        button={paymentSetupsMessages.switchTo[to]}
        canSubmit
      >
        {(answer) => (
          <>
            <input type="hidden" name="mode" value={to} />
            <p>{paymentSetupsMessages.switchExplain[to]}</p>
            <p className={setup.soft}>{paymentSetupsMessages.switchDraft}</p>
            <FormField
              id="switch-name"
              name="name"
              field={text(paymentSetupsMessages.typeName(getLabel(resource, record)), { max: 60 })}
              answer={answer}
            />
          </>
        )}
      </SectionForm>
    </Section>
  )
}

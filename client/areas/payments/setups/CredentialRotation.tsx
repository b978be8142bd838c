import { useLocation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { rotationFields } from '#shared/areas/payments/rotation.ts'
import { FormField, Section, SectionForm } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure } from '#client/runtime/failures.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Instant } from '#client/ui/Instant.tsx'
import type { PaymentSetupData } from './setupCells.tsx'
import { paymentSetupsMessages } from './messages.ts'

const rotatableStates: unknown[] = ['active', 'degraded']

/** Replaces active credentials without interrupting payments. */
export function CredentialRotation(props: SetupProps<PaymentSetupData> & { record: AnyRecord }) {
  const { record, resource, refused, writeKey, more } = props
  const { search } = useLocation()
  const canEditSecrets = useCan()(resource, 'secrets')
  const isHere = new URLSearchParams(search).get('tab') === 'credentials'
  const isOnline = record['provider'] !== 'manual' && rotatableStates.includes(record['state'])
  if (!isHere || !isOnline || !resource.api.writes.includes('change')) return null
  const rotated = more?.rotated
  const formFields = Object.entries(rotationFields).filter(
    ([name]) => name !== 'keyExpiresOn' || record['mode'] === 'live',
  )
  return (
    <Section id="rotate" title={paymentSetupsMessages.rotateTitle}>
      <SectionForm
        {...{ record, refused, writeKey, canSubmit: canEditSecrets }}
        intent="rotate"
        button={paymentSetupsMessages.rotate}
      >
        {(answer) => (
          <>
            <p>{paymentSetupsMessages.rotateExplain}</p>
            {!canEditSecrets && <p>{messages.forbidden.call(`${resource.permission}:secrets`)}</p>}
            {isPageFailure(rotated) && <FailureText failure={rotated} />}
            {Array.isArray(rotated) &&
              rotated.map(({ mode, endsAt }) => (
                <p key={endsAt} className={setup.soft}>
                  <Instant at={endsAt} format={paymentSetupsMessages.stillCounts[mode]} />
                </p>
              ))}
            {formFields.map(([name, field]) => (
              <FormField
                key={name}
                id={`rotate-${name}`}
                name={name}
                field={field}
                answer={answer}
                initialValue={field.initial}
              />
            ))}
          </>
        )}
      </SectionForm>
    </Section>
  )
}

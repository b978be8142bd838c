import type { ComponentProps, ReactNode } from 'react'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import {
  checkRefund,
  recordRefundOutcome,
  refundOutcomeFields,
} from '#shared/areas/payments/refundCalls.ts'
import { FormField } from '#client/frame/index.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import { getRefundNotice } from './OrderRefundPanel.tsx'
import { refundsMessages } from './messages.ts'

/** Asks the provider again, or records what an operator found there, by the pressed button. */
export const openRefundIntent: Intent = async ({ api, form, key }) => {
  const target = parseRecordVersion(form)
  if (form.get('choice') === 'record') {
    const { outcome, reason } = await parseValidForm(api, refundOutcomeFields, form)
    const body = { outcome: String(outcome), reason: String(reason) }
    const refund = await recordRefundOutcome(api, target, body, key)
    return { notice: 'status-changed', of: toRecordLink(paymentRefunds, refund) }
  }
  const to = `${paymentRefunds.path}&refund=${target.id}`
  return { ...getRefundNotice(await checkRefund(api, target.id, key)), to }
}

/** Has no default, because a wrong result leads to a second refund, or to none. */
const outcomeField = {
  ...refundOutcomeFields.outcome,
  options: [
    { value: '', label: refundsMessages.chooseOutcome },
    ...(refundOutcomeFields.outcome.options ?? []),
  ],
}

type Props = Pick<ComponentProps<typeof SmallForm>, 'record' | 'close' | 'writeKey' | 'refused'> & {
  children: ReactNode
}

/** Offers to ask the provider again, and to record the outcome if it's unknown. */
export function OpenRefundForm({ children, ...props }: Props) {
  const { record: refund } = props
  const isUnknown = refund['state'] === 'unknown'
  const { check, checkExplain, record, recordExplain } = refundsMessages
  const provider = gateways[refund['gateway'] as Gateway] // One of the field's options.
  return (
    <SmallForm
      {...props}
      of={paymentRefunds}
      intent="openRefund"
      title={refundsMessages.details}
      buttons={
        <>
          <SubmitButton name="choice" value="check" color={isUnknown ? 'white' : 'primary'}>
            {check}
          </SubmitButton>
          {isUnknown && (
            <SubmitButton name="choice" value="record">
              {record}
            </SubmitButton>
          )}
        </>
      }
    >
      {(answer) => (
        <>
          {children}
          <p>{(isUnknown ? recordExplain : checkExplain)(provider)}</p>
          {isUnknown && (
            <>
              <FormField
                id="refund-outcome"
                name="outcome"
                field={outcomeField}
                answer={answer}
                initialValue=""
              />
              <FormField
                id="refund-outcome-reason"
                name="reason"
                field={refundOutcomeFields.reason}
                answer={answer}
              />
            </>
          )}
        </>
      )}
    </SmallForm>
  )
}

import { money, select, text } from '#shared/engine/fields/fields.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatMoney } from '#shared/format/money.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import {
  loadRefundableCharges,
  refundFields,
  requestRefund,
} from '#shared/areas/payments/refundCalls.ts'
import type { RefundableCharges } from '#shared/areas/payments/refundCalls.ts'
import { refundMessages } from '#shared/areas/payments/refundMessages.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import { FormField, loadPanelRecord } from '#client/frame/index.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { refundsMessages } from './messages.ts'

type OrderRefundData = { order: AnyRecord; refundable: RefundableCharges }

/** The fields as the form has them: the amount in units of the currency. */
const formFields = {
  ...refundFields,
  amount: money(refundMessages.amount, { currencyField: 'currency', min: 1 }),
  currency: text('', { max: 3 }),
}

const refundNotices = {
  requested: 'refund-requested',
  waiting: 'refund-waits',
  processing: 'refund-processing',
  unknown: 'refund-unknown',
  succeeded: 'refund-succeeded',
  failed: 'refund-failed',
  rejected: 'request-rejected',
  withdrawn: 'request-withdrawn',
} as const satisfies Record<RefundState, FlashMessage['notice']>

/** Returns the notification about a refund that its provider was just asked for. */
export const getRefundNotice = (refund: AnyRecord): FlashMessage => ({
  notice: refundNotices[refund['state'] as RefundState], // Written by the platform.
  of: toRecordLink(paymentRefunds, refund),
})

const refundOrderIntent: Intent = async ({ api, form, key, url }) => {
  const { chargeId, amount, reason, asCredits } = await parseValidForm(api, formFields, form)
  const { id } = parseRecordVersion(form)
  const body = {
    chargeId: Number(chargeId),
    amount: Number(amount),
    reason: String(reason),
    asCredits: asCredits === true,
  }
  const refund = await requestRefund(api, id, body, key)
  const { pathname, search } = new URL(url)
  const params = new URLSearchParams(removeFlash(search))
  params.delete('refundOrder')
  params.set('order', String(id))
  return { ...getRefundNotice(refund), to: `${pathname}?${params}` }
}

/** Refunds a payment of an order. The amount is prefilled with what is left of it. */
function OrderRefundPanel({
  loaded: { order, refundable },
  ...props
}: PanelProps<OrderRefundData>) {
  const charges = refundable.data.filter(({ refundable: left }) => left > 0)
  const [charge] = charges
  const options = Object.fromEntries(
    charges.map(({ chargeId, amount, currency, gateway, refundable: left }) => [
      String(chargeId),
      refundsMessages.charge(amount, currency, gateways[gateway], left),
    ]),
  )
  const amountField = money(refundMessages.amount, {
    min: 1,
    currency: charge?.currency ?? String(order['currency']),
    ...(charge && {
      hint: refundsMessages.left(formatMoney(charge.refundable, charge.currency)),
    }),
  })
  return (
    <SmallForm
      {...getListFormProps(props)}
      of={orders}
      record={order}
      intent="refundOrder"
      title={refundsMessages.refundTitle}
      sends={
        charge
          ? {
              currency: charge.currency,
              ...(charges.length === 1 && { chargeId: charge.chargeId }),
            }
          : {}
      }
      buttons={charge && <SubmitButton>{refundsMessages.refund}</SubmitButton>}
    >
      {(answer) => (
        <>
          <RecordFacts
            resource={orders}
            record={order}
            names={['storeId', 'memberId', 'placedAt', 'amount', 'status']}
          />
          <p>{charge ? refundsMessages.explain : refundsMessages.nothingLeft}</p>
          {charge && (
            <>
              {charges.length === 1 ? (
                <p>
                  {refundsMessages.paid(
                    formatMoney(charge.amount, charge.currency),
                    gateways[charge.gateway],
                  )}
                </p>
              ) : (
                <FormField
                  id="refund-charge"
                  name="chargeId"
                  field={select(refundMessages.charge, options)}
                  answer={answer}
                  initialValue={String(charge.chargeId)}
                />
              )}
              <FormField
                id="refund-amount"
                name="amount"
                field={amountField}
                answer={answer}
                initialValue={charge.refundable}
              />
              <FormField
                id="refund-reason"
                name="reason"
                field={refundFields.reason}
                answer={answer}
              />
              {refundable.canGiveCredits && (
                <FormField
                  id="refund-credits"
                  name="asCredits"
                  field={refundFields.asCredits}
                  answer={answer}
                  initialValue={false}
                />
              )}
            </>
          )}
        </>
      )}
    </SmallForm>
  )
}

/** The panel that refunds an order, beside orders. */
export const orderRefundPanel = {
  Panel: OrderRefundPanel,
  intents: { refundOrder: refundOrderIntent },
  async load(context) {
    const order = await loadPanelRecord(context)
    return { order, refundable: await loadRefundableCharges(context.api, order.id, context.signal) }
  },
} satisfies PanelDefinition<OrderRefundData>

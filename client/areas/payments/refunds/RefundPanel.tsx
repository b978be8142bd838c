import { decisionNames } from '#shared/engine/approval.ts'
import { findApprovers } from '#shared/engine/approvalCalls.ts'
import type { Approvers } from '#shared/engine/approvalCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { retryRefund } from '#shared/areas/payments/refundCalls.ts'
import {
  isRefundChangeAllowed,
  isRefundOpen,
  isRefundRetryable,
} from '#shared/areas/payments/refunds.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import { getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { DecisionForm, createDecideIntent } from '#client/form/DecisionForm.tsx'
import type { Intent } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { OpenRefundForm, openRefundIntent } from './OpenRefundForm.tsx'
import { getRefundNotice } from './OrderRefundPanel.tsx'
import { refundsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

type RefundPanelData = { refund: AnyRecord; approvers: Approvers | null }

const refundFacts = [
  'orderId',
  'storeId',
  'memberId',
  'amount',
  'gateway',
  'asCredits',
  'state',
  'failure',
  'reference',
  'createdAt',
  'createdBy',
  'endedAt',
  'decidedBy',
  'decidedAt',
  'decisionReason',
  'recordedBy',
  'recordedReason',
]

const RefundFacts = ({ refund }: { refund: AnyRecord }) => (
  <RecordFacts
    resource={paymentRefunds}
    record={refund}
    names={refundFacts}
    getUrl={(name) =>
      name === 'orderId' ? `${orders.path}&order=${String(refund['orderId'])}` : undefined
    }
  />
)

const retryRefundIntent: Intent = async ({ api, form, key }) => {
  const refund = await retryRefund(api, parseRecordVersion(form).id, key)
  return { ...getRefundNotice(refund), to: `${paymentRefunds.path}&refund=${refund.id}` }
}

/**
 * Shows a refund: with the decision about one that waits, another attempt for one that failed, and
 * the ways to the outcome of one that is open.
 */
function RefundPanel({ loaded: { refund, approvers }, ...props }: PanelProps<RefundPanelData>) {
  const canWrite = useCan()(paymentRefunds, 'write')
  const state = refund['state'] as RefundState // Written by the platform.
  if (state === 'waiting') {
    const { noApprovers, limit } = refundsMessages
    return (
      <DecisionForm
        {...getListFormProps(props)}
        of={paymentRefunds}
        record={refund}
        title={refundsMessages.details}
        getDecisions={(isOwnRequest) =>
          decisionNames.filter(
            (name) =>
              canWrite &&
              isRefundChangeAllowed(name, state, {
                asCredits: refund['asCredits'] === true,
                isOwnRequest,
              }),
          )
        }
        approvers={approvers}
        messages={{ noApprovers, limit, decided: '' }}
      >
        <RefundFacts refund={refund} />
      </DecisionForm>
    )
  }
  if (isRefundRetryable(state) && canWrite)
    return (
      <SmallForm
        {...getListFormProps(props)}
        of={paymentRefunds}
        record={refund}
        intent="retryRefund"
        title={refundsMessages.details}
        buttons={<SubmitButton>{refundsMessages.retry}</SubmitButton>}
      >
        {() => <RefundFacts refund={refund} />}
      </SmallForm>
    )
  if (isRefundOpen(state) && canWrite)
    return (
      <OpenRefundForm {...getListFormProps(props)} record={refund}>
        <RefundFacts refund={refund} />
      </OpenRefundForm>
    )
  return (
    <Panel {...getPanelHeading(props, refund, refundsMessages.details)}>
      <div className={panel.body}>
        <RefundFacts refund={refund} />
      </div>
    </Panel>
  )
}

/** The panel of a refund, beside their list. */
export const refundPanel = {
  Panel: RefundPanel,
  intents: {
    decide: createDecideIntent(paymentRefunds),
    retryRefund: retryRefundIntent,
    openRefund: openRefundIntent,
  },
  async load(context) {
    const refund = await loadPanelRecord(context)
    const isWaiting = refund['state'] === 'waiting'
    const approvers = isWaiting
      ? await findApprovers(context.api, paymentRefunds, refund.id, context.signal)
      : null
    return { refund, approvers }
  },
} satisfies PanelDefinition<RefundPanelData>

import { retryableAttempts } from '#shared/areas/payments/retryableAttempts.ts'
import { formatInstant } from '#shared/format/dates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { select } from '#shared/engine/fields/fields.ts'
import {
  assignAttempt,
  loadNextPaymentRetry,
  loadOrderTimeline,
} from '#shared/areas/payments/attemptCalls.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { attemptFields } from '#shared/areas/payments/attempts.ts'
import { FormField, createOwnerPanel, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import {
  dismissAttemptIntent,
  paymentLinkIntent,
  retryPaymentsByReasonIntent,
  reopenAttemptIntent,
  retryAttemptIntent,
  scheduleAttemptIntent,
  recordResultIntent,
} from './attemptIntents.ts'
import { FailedPaymentForm } from './FailedPaymentForm.tsx'
import { PaymentLinkPanel } from './PaymentLinkPanel.tsx'
import { RetryByReasonPanel } from './RetryByReasonPanel.tsx'
import { formatPaymentAmount, paymentAttemptsMessages } from './messages.ts'

/** `next` is the scheduled time of the next automatic charge, or null. */
type SchedulePanelData = { attempt: AnyRecord; next: string | null; setup: string | null }

function SchedulePanel({
  loaded: { attempt, next, setup },
  ...props
}: PanelProps<SchedulePanelData>) {
  const zone = useTimeZone()
  const options: Record<string, string> = {
    ...(next && { [next]: paymentAttemptsMessages.byRule(formatInstant(next, zone), setup) }),
    ...paymentAttemptsMessages.waits,
  }
  const field = select(attemptFields.at.label, options, { initial: next ?? '24' })
  return (
    <FailedPaymentForm
      {...props}
      loaded={attempt}
      intent="schedule"
      title={paymentAttemptsMessages.scheduleTitle}
      button={paymentAttemptsMessages.schedule}
    >
      {(answer) => (
        <FormField id="at" name="at" field={field} answer={answer} initialValue={field.initial} />
      )}
    </FailedPaymentForm>
  )
}

/** Has no default, because either result moves money or leads to another charge. */
const outcomeField = {
  ...attemptFields.outcome,
  options: [
    { value: '', label: paymentAttemptsMessages.chooseOutcome },
    ...(attemptFields.outcome.options ?? []),
  ],
}

type ResultPanelData = { attempt: AnyRecord; lostReason: string | null }

const RecordResultPanel = ({
  loaded: { attempt, lostReason },
  ...props
}: PanelProps<ResultPanelData>) => (
  <FailedPaymentForm
    {...props}
    loaded={attempt}
    intent="settle"
    title={paymentAttemptsMessages.settleTitle}
    explain={lostReason ?? paymentAttemptsMessages.settleExplain}
    button={paymentAttemptsMessages.settle}
  >
    {(answer) => <FormField id="outcome" name="outcome" field={outcomeField} answer={answer} />}
  </FailedPaymentForm>
)

const createAttemptPanel = (
  panel: PanelDefinition<AnyRecord>['Panel'],
  intents: PanelDefinition<AnyRecord>['intents'],
): PanelDefinition<AnyRecord> => ({
  Panel: panel,
  intents,
  load: loadPanelRecord,
})

/** Panels beside the list of failed payments, one per action. */
export const failedPaymentPanels = definePanels({
  retryMany: {
    button: paymentAttemptsMessages.retryMany,
    of: retryableAttempts,
    params: ['begin'],

    Panel: RetryByReasonPanel,
    intents: { retryMany: retryPaymentsByReasonIntent },
    load: null,
  },
  retry: {
    ...createAttemptPanel(
      (props) => (
        <FailedPaymentForm
          {...props}
          intent="retry"
          title={paymentAttemptsMessages.retryTitle}
          explain={paymentAttemptsMessages.retryExplain}
          button={paymentAttemptsMessages.charge(
            formatPaymentAmount(props.loaded['amount'], props.loaded['currency']),
          )}
          sends={{
            amount: Number(props.loaded['amount']),
            currency: String(props.loaded['currency']),
          }}
        />
      ),
      { retry: retryAttemptIntent },
    ),
    of: paymentAttempts,
  },
  schedule: {
    of: paymentAttempts,

    Panel: SchedulePanel,
    intents: { schedule: scheduleAttemptIntent },
    async load(context) {
      const attempt = await loadPanelRecord(context)
      const { at: nextAt, setup } = await loadNextPaymentRetry(
        context.api,
        attempt.id,
        context.signal,
      )
      const isToCome = nextAt !== null && nextAt > new Date().toISOString()
      return { attempt, next: isToCome ? nextAt : null, setup }
    },
  } satisfies PanelDefinition<SchedulePanelData>,
  link: {
    ...createAttemptPanel(PaymentLinkPanel, { link: paymentLinkIntent }),
    of: paymentAttempts,
  },
  dismiss: {
    ...createAttemptPanel(
      (props) => (
        <FailedPaymentForm
          {...props}
          intent="dismiss"
          title={paymentAttemptsMessages.dismissTitle}
          explain={paymentAttemptsMessages.dismissExplain}
          button={paymentAttemptsMessages.dismiss}
          sends={{ was: String(props.loaded['status']) }}
        >
          {(answer) => (
            <FormField id="reason" name="reason" field={attemptFields.reason} answer={answer} />
          )}
        </FailedPaymentForm>
      ),
      { dismiss: dismissAttemptIntent },
    ),
    of: paymentAttempts,
  },
  reopen: {
    ...createAttemptPanel(
      (props) => (
        <FailedPaymentForm
          {...props}
          intent="reopen"
          sends={{ because: String(props.loaded['closedReason'] ?? '') }}
          title={paymentAttemptsMessages.reopenTitle}
          explain={paymentAttemptsMessages.reopenExplain}
          button={paymentAttemptsMessages.reopen}
        />
      ),
      { reopen: reopenAttemptIntent },
    ),
    of: paymentAttempts,
  },
  settle: {
    of: paymentAttempts,

    Panel: RecordResultPanel,
    intents: { settle: recordResultIntent },
    async load(context) {
      const attempt = await loadPanelRecord(context)
      const steps = await loadOrderTimeline(context.api, Number(attempt['orderId']), context.signal)
      return { attempt, lostReason: steps.findLast(({ kind }) => kind === 'unknown')?.note ?? null }
    },
  } satisfies PanelDefinition<ResultPanelData>,
  assign: {
    ...createOwnerPanel({
      resource: paymentAttempts,
      intent: 'assign',
      write: assignAttempt,
      messages: paymentAttemptsMessages,
    }),
    of: paymentAttempts,
  },
})

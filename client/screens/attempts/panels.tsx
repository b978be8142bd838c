import '#client/forms.ts'
import '#client/stores.ts'
import { formatInstant } from '#shared/dates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { select } from '#shared/engine/fields.ts'
import { nextRetry } from '#shared/payments/attempts.ts'
import type { AttemptFacts } from '#shared/payments/attempts.ts'
import { assignAttempt } from '#shared/payments/attemptCalls.ts'
import { paymentAttempts } from '#shared/resources/paymentAttempts.ts'
import { attemptFields } from '#shared/payments/attemptFields.ts'
import { useZone } from '#client/ConsoleContext.tsx'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { ownerPanel } from '#client/list/ownerPanel.tsx'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelCode, PanelProps } from '#client/list/definePanels.ts'
import { dismiss, link, many, reopen, retry, schedule } from './attemptIntents.ts'
import { Ask } from './Ask.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { RetryManyPanel } from './RetryManyPanel.tsx'
import { amountIn, attemptsWords as say } from './words.ts'

/** Hours from now; `rule` is when the rule of its reason says. */
const waits = { rule: '', 1: 'In an hour', 24: 'Tomorrow', 72: 'In 3 days', 168: 'In a week' }

function waitField(attempt: AnyRecord, zone: string) {
  // The platform answers records of this definition.
  const next = nextRetry(attempt as unknown as AttemptFacts, String(attempt['attemptedAt']))
  const isToCome = next !== null && next > new Date().toISOString()
  const { rule: _rule, ...others } = waits
  const options = { ...(isToCome && { [next]: say.byRule(formatInstant(next, zone)) }), ...others }
  return select(attemptFields.at.label, options, { initial: isToCome ? next : '24' })
}

function SchedulePanel(props: PanelProps<AnyRecord>) {
  const zone = useZone()
  const field = waitField(props.loaded, zone)
  return (
    <Ask {...props} intent="schedule" asks={say.asksSchedule} button={say.schedule}>
      {(answer) => (
        <FieldInput
          id="at"
          name="at"
          field={field}
          value={answer?.values['at'] ?? field.initial}
          error={answer?.errors['at']}
        />
      )}
    </Ask>
  )
}

const of = (
  panel: PanelCode<AnyRecord>['Panel'],
  intents: PanelCode<AnyRecord>['intents'],
): PanelCode<AnyRecord> => ({
  Panel: panel,
  intents,
  load: openRecord,
})

/** What opens beside the list of failed payments, one for each thing that is done about them. */
export const panels = {
  retryMany: { Panel: RetryManyPanel, intents: { retryMany: many }, load: null },
  retry: of(
    (props) => (
      <Ask
        {...props}
        intent="retry"
        asks={say.asksRetry}
        explain={say.retryExplain}
        button={say.charge(amountIn(props.loaded['amount'], props.loaded['currency']))}
        sends={{
          amount: Number(props.loaded['amount']),
          currency: String(props.loaded['currency']),
        }}
      />
    ),
    { retry },
  ),
  schedule: of(SchedulePanel, { schedule }),
  link: of(LinkPanel, { link }),
  dismiss: of(
    (props) => (
      <Ask
        {...props}
        intent="dismiss"
        asks={say.asksDismiss}
        explain={say.dismissExplain}
        button={say.dismiss}
      >
        {(answer) => (
          <FieldInput
            id="reason"
            name="reason"
            field={attemptFields.reason}
            value={answer?.values['reason']}
            error={answer?.errors['reason']}
          />
        )}
      </Ask>
    ),
    { dismiss },
  ),
  reopen: of(
    (props) => (
      <Ask
        {...props}
        intent="reopen"
        asks={say.asksReopen}
        explain={say.reopenExplain}
        button={say.reopen}
      />
    ),
    { reopen },
  ),
  assign: ownerPanel({ resource: paymentAttempts, intent: 'assign', write: assignAttempt, say }),
}

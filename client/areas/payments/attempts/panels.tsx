import '#client/frame/forms.ts'
import { formatInstant } from '#shared/format/dates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { select } from '#shared/engine/fields/fields.ts'
import { assignAttempt, readRule, readTimeline } from '#shared/areas/payments/attemptCalls.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { attemptFields } from '#shared/areas/payments/attemptFields.ts'
import { useZone } from '#client/runtime/ConsoleContext.tsx'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { ownerPanel } from '#client/list/panels/ownerPanel.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelProps } from '#client/list/panels/definePanels.ts'
import { dismiss, link, many, reopen, retry, schedule, settle } from './attemptIntents.ts'
import { Ask } from './Ask.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { RetryManyPanel } from './RetryManyPanel.tsx'
import { amountIn, attemptsWords as say } from './words.ts'

/** `next` is when it would be charged by itself, where that is still to come. */
type Ruled = { attempt: AnyRecord; next: string | null; setup: string | null }

function SchedulePanel({ loaded: { attempt, next, setup }, ...props }: PanelProps<Ruled>) {
  const zone = useZone()
  const options: Record<string, string> = {
    ...(next && { [next]: say.byRule(formatInstant(next, zone), setup) }),
    ...say.waits,
  }
  const field = select(attemptFields.at.label, options, { initial: next ?? '24' })
  return (
    <Ask
      {...props}
      loaded={attempt}
      intent="schedule"
      title={say.scheduleTitle}
      button={say.schedule}
    >
      {(answer) => (
        <AskedInput id="at" name="at" field={field} answer={answer} begins={field.initial} />
      )}
    </Ask>
  )
}

/** Neither is proposed: what is said here moves money, or has it charged again. */
const outcome = {
  ...attemptFields.outcome,
  options: [{ value: '', label: say.chooseOutcome }, ...(attemptFields.outcome.options ?? [])],
}

type Unclear = { attempt: AnyRecord; lost: string | null }

const SettlePanel = ({ loaded: { attempt, lost }, ...props }: PanelProps<Unclear>) => (
  <Ask
    {...props}
    loaded={attempt}
    intent="settle"
    title={say.settleTitle}
    explain={lost ?? say.settleExplain}
    button={say.settle}
  >
    {(answer) => <AskedInput id="outcome" name="outcome" field={outcome} answer={answer} />}
  </Ask>
)

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
        title={say.retryTitle}
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
  schedule: {
    Panel: SchedulePanel,
    intents: { schedule },
    async load(work) {
      const attempt = await openRecord(work)
      const { at, setup } = await readRule(work.api, attempt.id, work.signal)
      const isToCome = at !== null && at > new Date().toISOString()
      return { attempt, next: isToCome ? at : null, setup }
    },
  } satisfies PanelCode<Ruled>,
  settle: {
    Panel: SettlePanel,
    intents: { settle },
    async load(work) {
      const attempt = await openRecord(work)
      const steps = await readTimeline(work.api, Number(attempt['orderId']), work.signal)
      return { attempt, lost: steps.findLast(({ kind }) => kind === 'unknown')?.note ?? null }
    },
  } satisfies PanelCode<Unclear>,
  link: of(LinkPanel, { link }),
  dismiss: of(
    (props) => (
      <Ask
        {...props}
        intent="dismiss"
        title={say.dismissTitle}
        explain={say.dismissExplain}
        button={say.dismiss}
        sends={{ was: String(props.loaded['status']) }}
      >
        {(answer) => (
          <AskedInput id="reason" name="reason" field={attemptFields.reason} answer={answer} />
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
        sends={{ because: String(props.loaded['closedReason'] ?? '') }}
        title={say.reopenTitle}
        explain={say.reopenExplain}
        button={say.reopen}
      />
    ),
    { reopen },
  ),
  assign: ownerPanel({ resource: paymentAttempts, intent: 'assign', write: assignAttempt, say }),
}

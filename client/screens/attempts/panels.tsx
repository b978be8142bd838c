import '#client/forms.ts'
import '#client/stores.ts'
import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { formatInstant } from '#shared/dates.ts'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { select } from '#shared/engine/fields.ts'
import { nextRetry } from '#shared/payments/attempts.ts'
import type { AttemptFacts } from '#shared/payments/attempts.ts'
import { attemptFields } from '#shared/payments/attemptCalls.ts'
import type { PayLink } from '#shared/payments/attemptCalls.ts'
import { paymentAttempts } from '#shared/resources/paymentAttempts.ts'
import { useZone } from '#client/ConsoleContext.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel, panelAsks } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { aboutRecord, openRecord } from '#client/list/definePanels.ts'
import type { PanelCode, PanelProps } from '#client/list/definePanels.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { assign, dismiss, link, many, reopen, retry, schedule } from './attemptIntents.ts'
import { RetryManyPanel } from './RetryManyPanel.tsx'
import { amountIn, attemptsWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

const told = [
  'orderNumber',
  'storeId',
  'member',
  'cardBrand',
  'cardLast4',
  'reason',
  'rawCode',
  'attempt',
]

type AskProps = PanelProps<AnyRecord> & {
  intent: string
  asks: string
  explain?: string
  button: string
  sends?: Readonly<Record<string, string | number>>
  children?: (answer: Refused | undefined) => ReactNode
}

/** What is asked of one failed payment, with what is known of it. */
const Ask = ({
  loaded,
  intent,
  asks,
  explain,
  button,
  sends = {},
  children,
  ...props
}: AskProps) => (
  <SmallForm
    {...besideList(props)}
    record={loaded}
    intent={intent}
    asks={asks}
    sends={sends}
    proposes={!children}
    buttons={<SendButton>{button}</SendButton>}
  >
    {(answer) => (
      <>
        <RecordFacts resource={paymentAttempts} record={loaded} names={told} />
        {explain && <p>{explain}</p>}
        {children?.(answer)}
      </>
    )}
  </SmallForm>
)

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

type Shown = { intent: 'link'; link: PayLink }

function LinkPanel(props: PanelProps<AnyRecord>) {
  const zone = useZone()
  const shown = useActionData<Partial<Shown>>()
  const made = shown?.intent === 'link' ? shown.link : undefined
  if (!made)
    return (
      <Ask
        {...props}
        intent="link"
        asks={say.asksLink}
        explain={say.linkExplain}
        button={say.makeLink}
      />
    )
  return (
    <Panel {...aboutRecord(props, props.loaded)}>
      <div className={styles.form}>
        <div className={styles.body}>
          <h3 id={panelAsks} className={styles.asks}>
            {made.url === null ? say.linkTold : say.linkMade}
          </h3>
          {made.url !== null && (
            <textarea
              className={styles.copied}
              rows={3}
              readOnly
              aria-label={say.link}
              defaultValue={made.url}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          )}
          <p>{say.until(formatInstant(made.expiresAt, zone))}</p>
        </div>
        <FormFooter>
          <ButtonLink to={listAddress(paymentAttempts, withPanel(props.view, null))}>
            {say.done}
          </ButtonLink>
        </FormFooter>
      </div>
    </Panel>
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
  assign: of(
    (props) => (
      <Ask {...props} intent="assign" asks={say.asksAssign} button={say.assign}>
        {(answer) => (
          <FieldInput
            id="ownerId"
            name="ownerId"
            field={attemptFields.ownerId}
            value={answer ? answer.values['ownerId'] : props.loaded['ownerId']}
            siblings={props.loaded}
            error={answer?.errors['ownerId']}
            choices={answer?.choices?.['ownerId']}
          />
        )}
      </Ask>
    ),
    { assign },
  ),
}

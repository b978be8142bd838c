import '#client/frame/forms.ts'
import '#client/frame/people.ts'
import '#client/frame/stores.ts'
import { readTimeline } from '#shared/areas/payments/attemptCalls.ts'
import type { Step } from '#shared/areas/payments/attemptCalls.ts'
import { attemptMessages, formatRetryAdvice } from '#shared/areas/payments/attemptMessages.ts'
import { gateways, reasons, retryables } from '#shared/areas/payments/attempts.ts'
import type { Actor, Gateway, Reason, Retryable } from '#shared/areas/payments/attempts.ts'
import { inWords } from '#shared/engine/fields/formValues.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { owner } from '#shared/areas/users/owner.ts'
import { identifierWords } from '#shared/areas/logs/eventWords.ts'
import { isInstant } from '#shared/format/dates.ts'
import { useMay, useZone } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { aboutRecord, openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { Neighbours } from '#client/list/panels/RecordPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { attemptActions } from './attemptActions.ts'
import { isProcessing, Processing } from './Processing.tsx'
import { attemptsWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Timeline.css.ts'

type Told = { record: AnyRecord; steps: Step[] }

/** Of an attempt, or of an order by itself. */
const load = async (work: PanelWork): Promise<Told> => {
  const record = await openRecord(work)
  const orderId = Number(record['orderId'] ?? record.id)
  return { record, steps: await readTimeline(work.api, orderId, work.signal) }
}

/** Whether another attempt can help, and who has to act; nothing about values of a newer platform. */
function formatAdvice({ reason, retryable, actor }: Step): string[] {
  const isKnown = reason && reason in reasons && retryable && retryable in retryables
  // Both are keys of their tables, as just checked.
  const advice = isKnown ? [formatRetryAdvice(reason as Reason, retryable as Retryable)] : []
  const who = actor && actor in attemptMessages.actor
  return [...advice, ...(who ? [`${attemptMessages.actor[actor as Actor]}.`] : [])]
}

function detailsOf(step: Step): string[] {
  const { reason, code, card, gateway, note, by } = step
  const texts = [
    reason && `${reasons[reason as Reason] ?? reason}${code ? ` (${code})` : ''}.`,
    ...formatAdvice(step),
    card,
    gateway && (gateways[gateway as Gateway] ?? gateway),
    note,
    by,
  ]
  return texts.flatMap((text) => (text ? [text] : []))
}

const facts = [
  'orderNumber',
  'storeId',
  'member',
  'placedAt',
  'amount',
  'status',
  'reason',
  'actor',
  'nextRetryAt',
  'ownerId',
  'closedReason',
]

/** What can be done about it, for whoever may, and the way to its store. */
function Actions({ record, view, of }: { record: AnyRecord; view: ListView; of: Resource }) {
  const may = useMay()
  const isOffered = of.name === paymentAttempts.name && may(paymentAttempts, 'write')
  const { storeId, labels } = record
  const store = may(stores, 'read') && labels?.['storeId']
  return (
    <nav className={panel.inline} aria-label={say.actions}>
      {(isOffered ? attemptActions(record, view) : []).map(([words, to]) => (
        <ButtonLink key={to} to={to} size="small" color="white" preventScrollReset>
          {words}
        </ButtonLink>
      ))}
      {store && <Link to={`/stores/${String(storeId)}`}>{say.openStore(store)}</Link>}
    </nav>
  )
}

/** What was done; of the last who it was assigned to that is who it still is. */
function wordsOf(steps: readonly Step[], at: number, record: AnyRecord, zone: string): string {
  const kind = steps[at]?.kind ?? ''
  const isOwner = kind === 'assigned' && at === steps.findLastIndex((one) => one.kind === kind)
  if (isOwner && 'ownerId' in record)
    return say.assignedTo(inWords(owner, record['ownerId'], record, 'ownerId', zone))
  return say.steps[kind] ?? identifierWords(kind)
}

/** All that happened to the payment of an order, oldest first. */
function Timeline({
  of,
  loaded: { record, steps },
  ...props
}: PanelProps<Told> & { of: Resource }) {
  const zone = useZone()
  const isOfList = of.name === props.resource.name
  const resource = isOfList ? props.resource : of
  return (
    <Panel
      {...aboutRecord({ ...props, resource }, record)}
      size="medium"
      tools={isOfList && <Neighbours {...props} record={record} />}
    >
      <div className={panel.body}>
        <RecordFacts resource={resource} record={record} names={facts} />
        {isProcessing(record) && <Processing attempt={record} />}
        {record['unclear'] === true && !isProcessing(record) && (
          <p className={panel.warning}>{say.unclearExplain}</p>
        )}
        <Actions record={record} view={props.view} of={of} />
        <h3 className={panel.asks}>{say.timeline}</h3>
        <ol className={styles.steps}>
          {steps.map((step, place) => (
            <li
              key={`${step.at}-${step.kind}-${place}`}
              className={styles.step}
              data-kind={step.kind}
            >
              <span className={styles.what}>
                {wordsOf(steps, place, record, zone)}
                {step.attempt !== null && (
                  <span className={styles.soft}> {say.attemptNo(step.attempt)}</span>
                )}
              </span>
              <Instant at={step.at} className={styles.soft} />
              <p className={styles.detail}>
                {detailsOf(step).map((detail, at) => (
                  <span key={at}>{isInstant(detail) ? <Instant at={detail} /> : detail} </span>
                ))}
              </p>
            </li>
          ))}
        </ol>
        {steps.every(({ kind }) => kind !== 'failed') && <p>{say.none}</p>}
      </div>
    </Panel>
  )
}

const told = (of: typeof orders | typeof paymentAttempts): PanelCode<Told> => ({
  Panel: (props) => <Timeline {...props} of={of} />,
  intents: {},
  load,
})

/** What became of the payment of an order, beside the list of failed payments and that of orders. */
export const panels = { timeline: told(paymentAttempts), order: told(orders) }

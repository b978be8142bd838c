import '#client/forms.ts'
import '#client/people.ts'
import { readTimeline } from '#shared/payments/attemptCalls.ts'
import type { Step } from '#shared/payments/attemptCalls.ts'
import { gateways, reasons } from '#shared/payments/attempts.ts'
import type { Gateway, Reason } from '#shared/payments/attempts.ts'
import { panelAddresses } from '#shared/engine/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { orders } from '#shared/resources/orders.ts'
import { paymentAttempts } from '#shared/resources/paymentAttempts.ts'
import { identifierWords } from '#shared/eventWords.ts'
import { formatInstant, isInstant } from '#shared/dates.ts'
import { useMay, useZone } from '#client/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { aboutRecord, openRecord } from '#client/list/definePanels.ts'
import type { PanelCode, PanelProps, PanelWork } from '#client/list/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
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

function detailOf(
  { reason, code, retryable, card, gateway, note, by }: Step,
  zone: string,
): string {
  const texts = [
    reason && `${reasons[reason as Reason] ?? reason}${code ? ` (${code})` : ''}`,
    retryable && (say.retryable[retryable] ?? retryable),
    card,
    gateway && (gateways[gateway as Gateway] ?? gateway),
    note && (isInstant(note) ? formatInstant(note, zone) : note),
    by,
  ]
  return texts.filter(Boolean).join(' · ')
}

const facts = [
  'orderNumber',
  'storeId',
  'member',
  'placedAt',
  'amount',
  'status',
  'nextRetryAt',
  'ownerId',
  'closedReason',
]

/** The way out, for whoever may go it. */
function Settle({ record, view }: { record: AnyRecord; view: PanelProps['view'] }) {
  const may = useMay()
  const at = panelAddresses(paymentAttempts, view)
  return (
    <p className={panel.warning}>
      {say.unclearExplain}{' '}
      {may(paymentAttempts, 'write') && <Link to={at('settle', record.id)}>{say.settle}</Link>}
    </p>
  )
}

/** All that happened to the payment of an order, oldest first. */
function Timeline({ loaded: { record, steps }, ...props }: PanelProps<Told>) {
  const zone = useZone()
  return (
    <Panel {...aboutRecord(props, record)} size="medium">
      <div className={panel.body}>
        <RecordFacts resource={props.resource} record={record} names={facts} />
        {record['unclear'] === true && <Settle record={record} view={props.view} />}
        <h3 className={panel.asks}>{say.timeline}</h3>
        <ol className={styles.steps}>
          {steps.map((step, place) => (
            <li
              key={`${step.at}-${step.kind}-${place}`}
              className={styles.step}
              data-kind={step.kind}
            >
              <span className={styles.what}>
                {say.steps[step.kind] ?? identifierWords(step.kind)}
                {step.attempt !== null && (
                  <span className={styles.soft}> {say.attemptNo(step.attempt)}</span>
                )}
              </span>
              <Instant at={step.at} className={styles.soft} />
              <span className={styles.detail}>{detailOf(step, zone)}</span>
            </li>
          ))}
        </ol>
        {steps.every(({ kind }) => kind !== 'failed') && <p>{say.none}</p>}
      </div>
    </Panel>
  )
}

const told = (of: typeof orders | typeof paymentAttempts): PanelCode<Told> => ({
  Panel: (props) => (
    <Timeline {...props} resource={of.name === props.resource.name ? props.resource : of} />
  ),
  intents: {},
  load,
})

/** What became of the payment of an order, beside the list of failed payments and that of orders. */
export const panels = { timeline: told(paymentAttempts), order: told(orders) }

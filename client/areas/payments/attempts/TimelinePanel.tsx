import { loadOrderTimeline } from '#shared/areas/payments/attemptCalls.ts'
import { loadOrderCharges } from '#shared/areas/payments/orderCharges.ts'
import type { OrderCharges } from '#shared/areas/payments/orderCharges.ts'
import type { TimelineEntry } from '#shared/areas/payments/attemptCalls.ts'
import { attemptMessages, formatRetryAdvice } from '#shared/areas/payments/attemptMessages.ts'
import { failureReasons, retryOptions } from '#shared/areas/payments/attempts.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { RequiredActor, FailureReason, RetryOption } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { members } from '#shared/areas/members/members.ts'
import { revealMessages } from '#shared/areas/members/messages.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { messages } from '#shared/messages.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { isInstant } from '#shared/format/dates.ts'
import {
  definePanels,
  formatIdentifierAsWords,
  getPanelHeading,
  loadPanelRecord,
  stepStyles as styles,
} from '#client/frame/index.ts'
import { useCan, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import type {
  PanelDefinition,
  PanelProps,
  PanelLoadContext,
} from '#client/list/panels/definePanels.ts'
import { CommentsLink } from '#client/list/comments/CommentsLink.tsx'
import { NeighborLinks } from '#client/list/panels/RecordPanel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { refundsMessages } from '../refunds/messages.ts'
import { getAttemptActions, isWaitingForSetup } from './attemptActions.ts'
import { OrderChargeList } from './OrderChargeList.tsx'
import { isAttemptProcessing, ProcessingNote } from './ProcessingNote.tsx'
import { paymentAttemptsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

type TimelineData = { record: AnyRecord; steps: TimelineEntry[]; charges: OrderCharges }

/** Loads the timeline and the charges of an attempt's order, or of an order itself. */
const loadTimeline = async (context: PanelLoadContext): Promise<TimelineData> => {
  const record = await loadPanelRecord(context)
  const orderId = Number(record['orderId'] ?? record.id)
  const [steps, charges] = await Promise.all([
    loadOrderTimeline(context.api, orderId, context.signal),
    loadOrderCharges(context.api, orderId, context.signal),
  ])
  return { record, steps, charges }
}

/**
 * Says whether retrying can help and who has to act, unless the advice already names the member.
 * Omits values that only a newer platform knows.
 */
function formatAdvice({ reason, retryable, actor }: TimelineEntry): string[] {
  const isKnown = reason && reason in failureReasons && retryable && retryable in retryOptions
  // Both are keys of their tables, as just checked.
  const advice = isKnown
    ? [formatRetryAdvice(reason as FailureReason, retryable as RetryOption)]
    : []
  const isNamedInAdvice = retryable === 'customer' && actor === 'member'
  const hasKnownActor = !isNamedInAdvice && actor && actor in attemptMessages.actor
  return [
    ...advice,
    ...(hasKnownActor ? [`${attemptMessages.actor[actor as RequiredActor]}.`] : []),
  ]
}

function getStepDetails(step: TimelineEntry): string[] {
  const { reason, code, card, gateway, note, by } = step
  const texts = [
    reason && `${failureReasons[reason as FailureReason] ?? reason}${code ? ` (${code})` : ''}.`,
    ...formatAdvice(step),
    card,
    gateway && (gateways[gateway as Gateway] ?? gateway),
    note,
    by && messages.by(formatActor(by)),
  ]
  return texts.flatMap((text) => (text ? [text] : []))
}

const timelineFacts = [
  'orderNumber',
  'storeId',
  'memberId',
  'placedAt',
  'amount',
  'status',
  'issue',
  'reason',
  'actor',
  'nextRetryAt',
  'ownerId',
  'closedReason',
]

/** Returns the URL of the form that refunds a paid order; null for one that isn't paid. */
function getRefundUrl(record: AnyRecord, view: ListView, of: Resource): string | null {
  const { status, orderId } = record
  if (of.name === orders.name)
    return status === 'paid' || status === 'fulfilled'
      ? createPanelUrls(orders, view)('refundOrder', record.id)
      : null
  return status === 'recovered' ? `${orders.path}&refundOrder=${String(orderId)}` : null
}

/** Offers the actions for a failed payment, if permitted. */
function AttemptActions({ record, view, of }: { record: AnyRecord; view: ListView; of: Resource }) {
  const can = useCan()
  const isOffered = of.name === paymentAttempts.name && can(paymentAttempts, 'write')
  const refundUrl = getRefundUrl(record, view, of)
  const isSetupLinked = isOffered && isWaitingForSetup(record) && can(stores, 'read')
  const isMasked = !can(members, 'read') && typeof record['memberId'] === 'number'
  const revealPanel = of.name === orders.name ? 'revealOrder' : 'reveal'
  return (
    <nav className={panel.inline} aria-label={paymentAttemptsMessages.actions}>
      {isSetupLinked && (
        <ButtonLink
          to={buildStoreUrl(Number(record['storeId']), 'integrations')}
          size="small"
          color="white"
        >
          {paymentAttemptsMessages.showIntegrations}
        </ButtonLink>
      )}
      {(isOffered ? getAttemptActions(record, view) : []).map(([words, to]) => (
        <ButtonLink key={to} to={to} size="small" color="white" preventScrollReset>
          {messages.addEllipsis(words)}
        </ButtonLink>
      ))}
      {isMasked && can(orders, 'reveal') && (
        <ButtonLink
          to={createPanelUrls(of, view)(revealPanel, record.id)}
          size="small"
          color="white"
          preventScrollReset
        >
          {messages.addEllipsis(revealMessages.showMember)}
        </ButtonLink>
      )}
      {refundUrl !== null && can(orders, 'write') && (
        <ButtonLink to={refundUrl} size="small" color="white" preventScrollReset>
          {messages.addEllipsis(refundsMessages.refund)}
        </ButtonLink>
      )}
    </nav>
  )
}

/** Formats a step. The last assignment names the current owner. */
function formatTimelineStep(
  steps: readonly TimelineEntry[],
  index: number,
  record: AnyRecord,
  zone: string,
): string {
  const kind = steps[index]?.kind ?? ''
  const isOwner = kind === 'assigned' && index === steps.findLastIndex((one) => one.kind === kind)
  if (isOwner && 'ownerId' in record)
    return paymentAttemptsMessages.assignedTo(
      formatValue(ownerField, record['ownerId'], record, 'ownerId', zone),
    )
  return paymentAttemptsMessages.steps[kind] ?? formatIdentifierAsWords(kind)
}

/** Shows all events of an order's payment, oldest first. */
function TimelinePanel({
  of,
  loaded: { record, steps, charges },
  ...props
}: PanelProps<TimelineData> & { of: Resource }) {
  const zone = useTimeZone()
  const isOfList = of.name === props.resource.name
  const resource = isOfList ? props.resource : of
  return (
    <Panel
      {...getPanelHeading({ ...props, resource }, record)}
      size="medium"
      tools={
        isOfList && (
          <>
            <NeighborLinks {...props} record={record} />
            <CommentsLink {...props} record={record} />
          </>
        )
      }
    >
      <div className={panel.body}>
        <RecordFacts resource={resource} record={record} names={timelineFacts} />
        {isAttemptProcessing(record) && <ProcessingNote attempt={record} />}
        {record['unclear'] === true && !isAttemptProcessing(record) && (
          <p className={panel.warning}>{paymentAttemptsMessages.unclearExplain}</p>
        )}
        <AttemptActions record={record} view={props.view} of={of} />
        <OrderChargeList charges={charges} />
        <h3 className={panel.subheading}>{paymentAttemptsMessages.timeline}</h3>
        <ol className={styles.steps}>
          {steps.map((step, place) => (
            <li
              key={`${step.at}-${step.kind}-${place}`}
              className={styles.step}
              data-kind={step.kind}
            >
              <span className={styles.heading}>
                {formatTimelineStep(steps, place, record, zone)}
                {step.attempt !== null && (
                  <span className={styles.soft}>
                    {' '}
                    {paymentAttemptsMessages.attemptNo(step.attempt)}
                  </span>
                )}
              </span>
              <Instant at={step.at} className={styles.soft} />
              <p className={styles.detail}>
                {getStepDetails(step).map((detail, index) => (
                  <span key={index}>{isInstant(detail) ? <Instant at={detail} /> : detail} </span>
                ))}
              </p>
            </li>
          ))}
        </ol>
        {steps.every(({ kind }) => kind !== 'failed') && <p>{paymentAttemptsMessages.none}</p>}
      </div>
    </Panel>
  )
}

const createTimelinePanel = (
  resource: typeof orders | typeof paymentAttempts,
): PanelDefinition<TimelineData> => ({
  Panel: (props) => <TimelinePanel {...props} of={resource} />,
  intents: {},
  load: loadTimeline,
})

/** The timeline panels beside failed payments and beside orders. */
export const timelinePanels = definePanels({
  timeline: { ...createTimelinePanel(paymentAttempts), reads: true, of: paymentAttempts },
  order: { ...createTimelinePanel(orders), reads: true, of: orders },
})

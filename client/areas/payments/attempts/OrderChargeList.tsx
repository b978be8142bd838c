import { formatCard } from '#shared/areas/payments/attempts.ts'
import { disputeStates } from '#shared/areas/payments/disputes.ts'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { chargeStates } from '#shared/areas/payments/messages.ts'
import type {
  OrderCharge,
  OrderCharges,
  ChargeEvent,
  OrderDispute,
} from '#shared/areas/payments/orderCharges.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { messages } from '#shared/messages.ts'
import { Status } from '#client/frame/index.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { formatPaymentAmount, paymentAttemptsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './OrderChargeList.css.ts'

type ChargeState = keyof typeof chargeStates

const chargeTones = {
  asked: 'warn',
  waiting: 'warn',
  processing: 'warn',
  paid: 'good',
  failed: 'bad',
  refused: 'bad',
  unknown: 'bad',
} as const satisfies Record<ChargeState, string>

/** A newer platform may have more states. */
const isChargeState = (state: string): state is ChargeState => Object.hasOwn(chargeStates, state)

/** Lists an order's charges, each with the provider's events about it. */
export function OrderChargeList({
  charges: { data, events, disputes },
}: {
  charges: OrderCharges
}) {
  const otherEvents = events.filter(({ chargeId }) => data.every(({ id }) => id !== chargeId))
  return (
    <>
      {data.length > 0 && (
        <h3 className={panel.subheading}>{paymentAttemptsMessages.orderCharges}</h3>
      )}
      {data.length > 0 && (
        <ol className={styles.charges}>
          {data.map((charge) => (
            <li key={charge.id} className={styles.charge}>
              <ChargeFacts charge={charge} />
              <Events events={events.filter(({ chargeId }) => chargeId === charge.id)} />
            </li>
          ))}
        </ol>
      )}
      {disputes.length > 0 && (
        <section>
          <h3 className={panel.subheading}>{paymentAttemptsMessages.disputes}</h3>
          <ol className={styles.charges}>
            {disputes.map((dispute) => (
              <li key={dispute.id} className={styles.charge}>
                <DisputeFacts dispute={dispute} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {otherEvents.length > 0 && (
        <section>
          <h3 className={panel.subheading}>{paymentAttemptsMessages.otherEvents}</h3>
          <Events events={otherEvents} />
        </section>
      )}
    </>
  )
}

function ChargeFacts({ charge }: { charge: OrderCharge }) {
  const { amount, currency, state, at, by, gateway, cardBrand, cardLast4, setup } = charge
  // A newer platform may have more providers.
  const provider = gateways[gateway as Gateway] ?? gateway
  const card = formatCard(cardBrand, cardLast4)
  return (
    <>
      <div className={styles.line}>
        <span className={styles.amount}>{formatPaymentAmount(amount, currency)}</span>
        {isChargeState(state) ? (
          <Status tone={chargeTones[state]}>{chargeStates[state]}</Status>
        ) : (
          state
        )}
        <Instant at={at} className={styles.soft} />
      </div>
      <div className={styles.line}>
        {setup ? <Link to={`/payment-setup/${setup.id}/details`}>{setup.name}</Link> : provider}
        {card && <span>{card}</span>}
        <ChargeReference charge={charge} provider={provider} />
        {by !== gateway && <span className={styles.soft}>{messages.by(formatActor(by))}</span>}
      </div>
    </>
  )
}

const DisputeFacts = ({
  dispute: { id, status, amount, currency, reason, openedAt, dueAt },
}: {
  dispute: OrderDispute
}) => (
  <div className={styles.line}>
    <Link to={`/paymentAttempt?disputes&dispute=${id}`} className={styles.amount}>
      {formatPaymentAmount(amount, currency)}
    </Link>
    <span>{disputeStates[status as DisputeState] ?? status}</span>
    {reason !== null && <span>{reason}</span>}
    <Instant at={openedAt} className={styles.soft} />
    {dueAt !== null && (
      <span className={styles.soft}>
        <Instant at={dueAt} format={paymentAttemptsMessages.respondBy} />
      </span>
    )}
  </div>
)

/** Shows the provider's ID of the payment, linked to the provider's dashboard if that is possible. */
function ChargeReference({
  charge: { reference, url },
  provider,
}: {
  charge: OrderCharge
  provider: string
}) {
  if (reference === null) return null
  if (url === null || !url.startsWith('https://')) return <span>{reference}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {paymentAttemptsMessages.openAtProvider(provider, reference)}
    </a>
  )
}

const Events = ({ events }: { events: readonly ChargeEvent[] }) =>
  events.length > 0 && (
    <details>
      <summary>{paymentAttemptsMessages.events(events.length)}</summary>
      <ol className={styles.events}>
        {events.map(({ id, kind, receivedAt, sentence }) => (
          <li key={id} className={styles.line}>
            <span>{kind}</span>
            <Instant at={receivedAt} className={styles.soft} />
            <span className={styles.soft}>{sentence}</span>
          </li>
        ))}
      </ol>
    </details>
  )

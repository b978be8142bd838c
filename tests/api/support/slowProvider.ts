import type {
  ChargeRequest,
  ChargeResult,
} from '#server/platform/areas/payments/providers/charge.ts'
import type { VerifiedEvent } from '#server/platform/areas/payments/providers/verifiedEvent.ts'

export type PaymentStatus = 'processing' | 'waiting' | 'paid' | 'failed'
type Payment = {
  id: string
  key: string
  orderId: number
  status: PaymentStatus
  request: ChargeRequest
}

const hourMs = 3_600_000
/** Stripe remembers a key for this long. */
const keyLifeMs = 24 * hourMs

/**
 * A provider whose answers are correct, but may come late, twice, or never. A test sets the outcome
 * of the next charge, and if its answer arrives. The provider forgets a key after a day, and then
 * charges again.
 */
export class SlowProvider {
  readonly payments: Payment[] = []
  /** Events that aren't delivered yet. */
  readonly events: VerifiedEvent[] = []
  next: { status: PaymentStatus; isHeard: boolean } = { status: 'paid', isHeard: true }
  readonly #keys = new Map<string, { payment: Payment; at: number }>()
  readonly #now: () => Date
  #count = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  charge = async (request: ChargeRequest): Promise<ChargeResult> => {
    const at = this.#now().getTime()
    const known = this.#keys.get(request.key)
    const isKnown = known !== undefined && at - known.at < keyLifeMs
    const payment = isKnown ? known.payment : this.#make(request)
    if (!isKnown) this.#keys.set(request.key, { payment, at })
    if (!this.next.isHeard) throw new Error('The connection broke before the answer')
    return toResult(payment)
  }

  find = async (_request: ChargeRequest, id: string): Promise<ChargeResult | null> => {
    const payment = this.payments.find((one) => one.id === id)
    return payment ? toResult(payment) : null
  }

  /** Completes a payment and sends an event. */
  decide(payment: Payment, status: 'paid' | 'failed'): void {
    payment.status = status
    this.#send(payment)
  }

  getPayments = (orderId: number): Payment[] =>
    this.payments.filter((payment) => payment.orderId === orderId)

  #make(request: ChargeRequest): Payment {
    const { key, orderId } = request
    const id = `pay-${orderId}-${++this.#count}`
    const payment = { id, key, orderId, status: this.next.status, request }
    this.payments.push(payment)
    this.#send(payment)
    return payment
  }

  #send({ id, key, orderId, status, request: { amount, currency } }: Payment): void {
    if (status === 'waiting') return
    const at = this.#now().toISOString()
    const common = { mode: 'test', body: '', orderId, chargeKey: key, paymentIds: [id] } as const
    const event = {
      ...common,
      id: `${id}-${status}-${this.events.length}-${this.#count}`,
      kind: status,
    }
    const decline = { code: 'insufficient_funds' }
    this.events.push(
      status === 'failed'
        ? {
            ...event,
            update: { status: 'failed', failure: { amount, currency, at, decline, reference: id } },
          }
        : { ...event, update: { status, at, amount, currency } },
    )
  }
}

const toResult = ({ id, status }: Payment): ChargeResult =>
  status === 'failed'
    ? { result: 'failed', decline: { code: 'insufficient_funds' }, reference: id }
    : { result: status, reference: id }

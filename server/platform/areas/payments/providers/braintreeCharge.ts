import { sql } from 'kysely'
import { array, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { plainMinor } from '#shared/format/money.ts'
import type { Charge, ChargeRequest, ChargeResult, FindCharge } from '../charges/charge.ts'
import { Refusal } from '#server/platform/core/platform/refusal.ts'
import { askBraintree } from './braintree.ts'
import { bySetup, findBySetup, notAsked } from '../setups/bySetup.ts'
import type { Charging, ChargingPlatform } from '../setups/bySetup.ts'
import { chargeMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const Event = type({
  declineType: optional(nullable(string())),
  processorResponse: optional(nullable(type({ legacyCode: nullable(string()) }))),
})
const Transaction = type({
  legacyId: string(),
  status: string(),
  paymentMethodSnapshot: optional(nullable(type({ kind: optional(string()) }))),
  statusHistory: optional(nullable(array(Event))),
})
type Transaction = Infer<typeof Transaction>
const Found = type({
  search: type({ transactions: type({ edges: array(type({ node: Transaction })) }) }),
})
const Before = type({
  idFromLegacyId: string(),
})
const Method = type({
  node: nullable(
    type({
      paymentMethod: optional(nullable(type({ id: string() }))),
      merchantAccountId: optional(nullable(string())),
    }),
  ),
})
const Kept = type({ node: nullable(Transaction) })
const Charged = type({ chargePaymentMethod: type({ transaction: Transaction }) })

const told = `legacyId status paymentMethodSnapshot { kind: __typename } statusHistory {
  ... on ProcessorDeclinedEvent { declineType processorResponse { legacyCode } }
}`
const queries = {
  made: `query ($key: String!) {
    search { transactions(input: { orderId: { is: $key } }, first: 1) { edges { node { ${told} } } } }
  }`,
  id: `query ($legacy: ID!) { idFromLegacyId(legacyId: $legacy, type: TRANSACTION) }`,
  transaction: `query ($id: ID!) {
    node(id: $id) { ... on Transaction { ${told} } }
  }`,
  method: `query ($id: ID!) {
    node(id: $id) { ... on Transaction { paymentMethod { id } merchantAccountId } }
  }`,
  charge: `mutation ($input: ChargePaymentMethodInput!) {
    chargePaymentMethod(input: $input) { transaction { ${told} } }
  }`,
}

const words = (text: string) => text.split(' ')
const settled = words('SETTLEMENT_CONFIRMED SETTLED')
/** A bank has authorized a card by now; a debit of an account may still bounce. */
const submitted = words('AUTHORIZED SUBMITTED_FOR_SETTLEMENT SETTLING')
const debits = words('UsBankAccountDetails SEPADirectDebitTransactionDetails LocalPaymentDetails')
const undecided = words('AUTHORIZING SETTLEMENT_PENDING')
const unpaid = words(
  'PROCESSOR_DECLINED GATEWAY_REJECTED FAILED VOIDED SETTLEMENT_DECLINED AUTHORIZATION_EXPIRED',
)

function resultOf({
  legacyId: reference,
  status,
  statusHistory,
  paymentMethodSnapshot: method,
}: Transaction): ChargeResult {
  const isDebit = debits.includes(method?.kind ?? '')
  if (settled.includes(status) || (submitted.includes(status) && !isDebit))
    return { result: 'paid', reference }
  if (submitted.includes(status) || undecided.includes(status))
    return { result: 'processing', reference }
  if (!unpaid.includes(status)) throw new Error(`Braintree has a charge that is ${status}`)
  const event = statusHistory?.find(({ processorResponse }) => processorResponse?.legacyCode)
  const code = event?.processorResponse?.legacyCode ?? status
  return { result: 'failed', decline: { code, declineType: event?.declineType }, reference }
}

/** Whoever asks has so long for it alone: Braintree knows no keys, so two at once would both charge. */
const claimMs = 120_000

/** Takes the charge; fails where somebody who may still be asking has it. */
async function claim({ db, now }: ChargingPlatform, key: string): Promise<void> {
  const at = now()
  const until = new Date(at.getTime() + claimMs).toISOString()
  const { rows } = await sql`update payment_charges set claimed_until = ${until}
    where key = ${key} and coalesce(claimed_until, '-infinity') <= ${at.toISOString()}
    returning id`.execute(db)
  if (rows.length === 0) throw new Error(`Braintree may still be asked to charge ${key}`)
}

const release = ({ db }: ChargingPlatform, key: string) =>
  sql`update payment_charges set claimed_until = null where key = ${key}`.execute(db)

/** What the member paid with, as Braintree keeps it. */
async function methodOf(given: Charging) {
  const id = await askBraintree(given, queries.id, { legacy: given.failed }, Before)
  const { node } = await askBraintree(given, queries.method, { id: id.idFromLegacyId }, Method)
  if (!node?.paymentMethod) throw notAsked(chargeMessages.noSavedMethod(gateways.braintree))
  return { paymentMethodId: node.paymentMethod.id, merchantAccountId: node.merchantAccountId }
}

async function charge(given: Charging, request: ChargeRequest): Promise<ChargeResult> {
  const { key, amount, currency } = request
  await claim(given.platform, key)
  const { search } = await askBraintree(given, queries.made, { key }, Found)
  const made = search.transactions.edges[0]?.node
  if (made) return resultOf(made)
  const { paymentMethodId, merchantAccountId } = await methodOf(given)
  const transaction = { amount: plainMinor(amount, currency), orderId: key, merchantAccountId }
  const input = { paymentMethodId, transaction }
  const charged = await askBraintree(given, queries.charge, { input }, Charged)
  return resultOf(charged.chargePaymentMethod.transaction)
}

/** Charges what the member paid with before. Braintree knows no keys: the key is the order id there, and is looked for first. */
export const braintreeCharge = (platform: ChargingPlatform): Charge =>
  bySetup(platform, async (given, request) => {
    try {
      return await charge(given, request)
    } catch (error) {
      // What is refused was not charged, so that it may be tried again at once.
      if (error instanceof Refusal) await release(platform, request.key)
      throw error
    }
  })

/** Reads a transaction; one that this account doesn't know says nothing. */
export const findBraintreeCharge = (platform: ChargingPlatform): FindCharge =>
  findBySetup(platform, async (given, _request, paymentId) => {
    try {
      const id = await askBraintree(given, queries.id, { legacy: paymentId }, Before)
      const { node } = await askBraintree(
        given,
        queries.transaction,
        { id: id.idFromLegacyId },
        Kept,
      )
      return node && resultOf(node)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  })

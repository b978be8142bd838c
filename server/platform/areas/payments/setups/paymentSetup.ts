import type { AnyRecord } from '#shared/engine/resource.ts'
import { getCredentialFieldName, buildWebhookPath } from '#shared/areas/payments/setupChoices.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { StepContext } from '#server/platform/core/integrations/integration.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

/** The fields of a payment setup that the platform reads. */
export type PaymentSetup = AnyRecord & {
  provider: Gateway
  mode: PaymentMode
  merchantAccount: string | null
  liveUrlPrefix: string | null
  instructions: string | null
  methods: string[]
  currencies: string[]
  storeIds: number[]
}
/** Casts a record of `paymentSetups`, which has these fields. */
export const toPaymentSetup = (record: AnyRecord) => record as PaymentSetup

/** The credentials for requests to a provider in one mode, and the fields that hold them. */
export type PaymentCredentials = {
  mode: PaymentMode
  publishable: string | null
  secret: string | null
  webhook: string | null
  fields: Record<'publishable' | 'secret' | 'webhook', string>
}

export function getCredentials(
  record: AnyRecord,
  secrets: StepContext['secrets'],
  mode = toPaymentSetup(record).mode,
): PaymentCredentials {
  const setup = toPaymentSetup(record)
  const fields = {
    publishable: getCredentialFieldName(mode, 'PublishableKey'),
    secret: getCredentialFieldName(mode, 'SecretKey'),
    webhook: getCredentialFieldName(mode, 'WebhookSecret'),
  }
  const publishable = setup[fields.publishable]
  return {
    mode,
    publishable: typeof publishable === 'string' ? publishable : null,
    secret: secrets[fields.secret] ?? null,
    webhook: secrets[fields.webhook] ?? null,
    fields,
  }
}

/** Builds the webhook URL of a setup; null while the platform has no public URL. */
export const buildPaymentWebhookUrl = ({ origin }: Platform, { provider, id }: PaymentSetup) =>
  origin && new URL(buildWebhookPath(provider, id), origin).href

/**
 * Parses the order ID from a payment's reference, which is the order ID or the key of a charge
 * or refund; null if it's none of them.
 */
export function parseOrderReference(name: string): number | null {
  const id = /^(?:order-)?([1-9]\d{0,8})(?:-attempt-\d{1,6}|-refund-\d{1,9})?$/.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}

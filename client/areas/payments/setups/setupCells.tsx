import { paymentModes } from '#shared/areas/payments/setupChoices.ts'
import type { RetiredCredentials } from '#shared/areas/payments/rotation.ts'
import type { PaymentWebhook } from '#shared/areas/payments/setupCalls.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Badge } from '#client/frame/index.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { paymentSetupsMessages } from './messages.ts'

/** Data of the webhooks and credentials tabs; null on the others. */
export type PaymentSetupData = {
  webhook?: PaymentWebhook | PageFailure
  rotated?: RetiredCredentials[] | PageFailure
} | null

/** Builds the URL of a setup's page. */
export const buildPaymentSetupUrl = ({ id }: Pick<AnyRecord, 'id'>, tab = '') =>
  `${paymentSetups.path}/${id}/details${tab && `?tab=${tab}`}`

/** Shows whether payments move real money. */
export const renderPaymentMode = ({ mode }: AnyRecord) => (
  <Badge tone={mode === 'live' ? 'good' : 'neutral'}>
    {paymentModes[mode as keyof typeof paymentModes] ?? ''}
  </Badge>
)

export const formatSuccessRate = ({ success }: AnyRecord) =>
  typeof success === 'number' ? paymentSetupsMessages.percent(success) : null

import { paymentModes } from '#shared/areas/payments/choices.ts'
import type { Rotated } from '#shared/areas/payments/rotation.ts'
import type { Webhook } from '#shared/areas/payments/setupCalls.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { paymentWords as say } from './words.ts'

/** What the tabs of webhooks and of credentials show; null on the others. */
export type Told = { webhook?: Webhook | PageFailure; rotated?: Rotated[] | PageFailure } | null

/** Where a setup has its page. */
export const detailsAt = ({ id }: Pick<AnyRecord, 'id'>, tab = '') =>
  `${paymentSetups.path}/${id}/details${tab && `?tab=${tab}`}`

/** Whether money moves. */
export const modeOf = ({ mode }: AnyRecord) => (
  <Badge tone={mode === 'live' ? 'good' : 'neutral'}>
    {paymentModes[mode as keyof typeof paymentModes] ?? ''}
  </Badge>
)

export const successOf = ({ success }: AnyRecord) =>
  typeof success === 'number' ? say.percent(success) : null

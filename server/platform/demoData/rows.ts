import type { RequiredActor, FailureReason, RetryOption } from '#shared/areas/payments/attempts.ts'
import type { stores as definition } from '#shared/areas/stores/stores.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { StorePlan } from './storePlan.ts'

export type StoreRow = ValuesOf<typeof definition> & {
  id: number
  status: StorePlan['status']
  statusReason: string | null
  domainToken: string
  domainVerifiedAt: string | null
  createdAt: string
  createdBy: string
  updatedAt: string
  updatedBy: string
}

export type MemberRow = {
  id: number
  name: string
  email: string
  storeId: number
  groupId: number | null
  active: boolean
  invite: boolean
  createdAt: string
  updatedAt: string
}

export type OrderRow = {
  id: number
  storeId: number
  memberId: number
  placedAt: string
  amount: number
  currency: string
  status: 'paid' | 'fulfilled' | 'unpaid' | 'cancelled'
}

export type PlannedGateway = NonNullable<StorePlan['gateway']>

/** A failed payment. `recoveredAt` is set only where the status is `recovered`. */
export type PaymentAttemptRow = {
  id: number
  storeId: number
  orderId: number
  attemptedAt: string
  amount: number
  currency: string
  gateway: PlannedGateway
  cardBrand: string | null
  cardLast4: string | null
  attempt: number
  reason: FailureReason
  rawCode: string
  status: 'open' | 'scheduled' | 'waiting' | 'recovered' | 'abandoned' | 'dismissed'
  recoveredAt: string | null
  retryable: RetryOption
  actor: RequiredActor
  nextRetryAt: string | null
  reference: string
}

/**
 * An entry of the ledger. `balance` is the sum of the member's entries in this unit up to this one.
 */
export type CreditEntryRow = {
  id: number
  storeId: number
  memberId: number
  groupId: number | null
  enteredAt: string
  type: 'issue' | 'redeem' | 'expire' | 'reverse' | 'adjust'
  amount: number
  unit: string
  balance: number
  reason: string
  expiresAt: string | null
  issuedBy: string
}

export type GiftCardRow = {
  id: number
  storeId: number
  sentAt: string
  amount: number
  currency: string
  status: 'sent' | 'failed'
  recipient: string
}

export type EmailRow = {
  storeId: number
  time: string
  kind: 'giftCard' | 'payLink'
  recipient: string
  subject: string
  status: 'sent' | 'failed'
  attempts: number
  endedAt: string
  problem: string | null
  giftCardId: number | null
}

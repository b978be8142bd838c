import {
  array,
  boolean,
  enums,
  nullable,
  number,
  optional,
  record,
  string,
  type,
  unknown,
} from 'superstruct'
import type { Infer } from 'superstruct'
import { Compared, Daily, Range } from '../dashboard/dashboardCalls.ts'
import { Page } from '../platformCalls.ts'
import { readinessKeys } from './readiness.ts'
import { Id } from '../user.ts'

/*
 * What the calls of stores answer (storeCalls.ts).
 */

export const Availability = type({ available: boolean(), message: nullable(string()) })
/** `message` says which rule the value breaks, or that it is taken; null when it is available. */
export type Availability = Infer<typeof Availability>

export const ReadinessAnswer = type({
  percent: number(),
  checks: array(type({ key: enums(readinessKeys), ok: boolean(), detail: nullable(string()) })),
})

export const DnsRecord = type({ type: enums(['CNAME', 'TXT']), name: string(), value: string() })
/** A record that the owner of a domain puts into its DNS. */
export type DnsRecord = Infer<typeof DnsRecord>

export const StoreDomain = type({
  domain: nullable(string()),
  verifiedAt: nullable(string()),
  records: array(DnsRecord),
})
/** The store's own domain and the records to copy; without one there are none. */
export type StoreDomain = Infer<typeof StoreDomain>

export const VerifiedRecord = type({
  type: enums(['CNAME', 'TXT']),
  name: string(),
  value: string(),
  found: boolean(),
  seen: array(string()),
  problem: nullable(string()),
})
/** A record as DNS has it: the values seen there, and what is wrong, as a sentence. */
export type VerifiedRecord = Infer<typeof VerifiedRecord>

export const DomainVerification = type({
  verifiedAt: nullable(string()),
  records: array(VerifiedRecord),
})
/** `verifiedAt` is null unless all records are there. */
export type DomainVerification = Infer<typeof DomainVerification>

export const StoreFigures = type({
  /** The last 30 days, and the 30 before. */
  range: Range,
  before: Range,
  /** The currency of `revenue`, which is in minor units. */
  currency: string(),
  /** What credits are counted in: points, or minor units of the currency. */
  unit: string(),
  orders: Compared,
  revenue: Compared,
  paymentsFailed: Compared,
  paymentsRecovered: Compared,
  creditsIssued: Compared,
  creditsRedeemed: Compared,
  giftCardsSent: Compared,
  giftCardsFailed: Compared,
  mailSent: Compared,
  mailFailed: Compared,
  /** All members, and how many of them came in the two ranges. */
  members: type({ all: number(), joined: Compared }),
  ordersByDay: Daily,
})
/** The numbers of one store. */
export type StoreFigures = Infer<typeof StoreFigures>

export const StoreCredits = type({
  /** The last 30 days. */
  range: Range,
  /** By what they are counted in: points, or minor units of a currency; a unit that no entry has is left out. */
  units: array(
    type({
      unit: string(),
      /** What members hold: the sum of the store's ledger. */
      outstanding: number(),
      issued: number(),
      redeemed: number(),
      expired: number(),
      /** What they would lose in the next 30 days if they spent nothing. */
      expiring: number(),
    }),
  ),
})
/** The credits of one store. */
export type StoreCredits = Infer<typeof StoreCredits>

export const CreditEntry = type({
  id: Id,
  /** UTC ISO 8601, as `expiresAt`. */
  enteredAt: string(),
  memberId: nullable(number()),
  /** `creditTypes` of storeCredits.ts; a newer platform may have more. */
  type: string(),
  /** Signed: points, or minor units of `unit`. */
  amount: number(),
  unit: string(),
  /** What the member held of this unit then. */
  balance: number(),
  reason: string(),
  expiresAt: nullable(string()),
  issuedBy: string(),
  /** What the member is called, as `memberId`. */
  labels: optional(record(string(), string())),
})
/** An entry of the ledger. */
export type CreditEntry = Infer<typeof CreditEntry>

export const CreditEntryPage = type({ data: array(CreditEntry), page: Page })

export const StoreIntegration = type({
  /** One of `integrations` of storeStates.ts. */
  kind: string(),
  /** One of `integrationStates` there. */
  state: string(),
  /** What is wrong, as a sentence. */
  message: nullable(string()),
  /** When it was tested last: UTC ISO 8601. */
  checkedAt: nullable(string()),
})
/** What a store is joined to, and how that does. */
export type StoreIntegration = Infer<typeof StoreIntegration>

export const StoreIntegrations = type({ data: array(StoreIntegration) })

export const StoreLogEntry = type({
  id: Id,
  /** UTC ISO 8601. */
  time: string(),
  /** `logStreams`, `logSeverities` and `logResults` of storeLogs.ts; a newer platform may have more. */
  stream: string(),
  severity: string(),
  /** What happened: `stores.suspended`. */
  event: string(),
  actor: string(),
  targetType: nullable(string()),
  targetId: nullable(number()),
  label: nullable(string()),
  result: string(),
  ip: string(),
  requestId: string(),
  /** The fields that changed, each with `before` and `after`. */
  changes: record(string(), unknown()),
})
export type StoreLogEntry = Infer<typeof StoreLogEntry>

export const StoreLogPage = type({ data: array(StoreLogEntry), page: Page })

import { array, enums, nullable, number, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Permission } from '#shared/permissions/permissions.ts'
import { memberPageMessages } from './messages.ts'

const { kinds } = memberPageMessages

/** Kinds of timeline entries, each with the permission that shows them. */
export const timelineKinds = {
  orders: { label: kinds.orders, permission: 'payments:read' },
  payments: { label: kinds.payments, permission: 'payments:read' },
  credits: { label: kinds.credits, permission: 'dashboardRead:read' },
  giftCards: { label: kinds.giftCards, permission: 'giftCards:read' },
  emails: { label: kinds.emails, permission: 'smtpSettings:read' },
  signIns: { label: kinds.signIns, permission: 'dashboardRead:read' },
  groups: { label: kinds.groups, permission: 'dashboardRead:read' },
  changes: { label: kinds.changes, permission: 'dashboardRead:read' },
  comments: { label: kinds.comments, permission: 'dashboardRead:read' },
} as const satisfies Record<string, { label: string; permission: Permission }>
export type TimelineKind = keyof typeof timelineKinds

export const isTimelineKind = (text: string): text is TimelineKind =>
  Object.hasOwn(timelineKinds, text)

/** Sources of entries. A kind can have several: attempts, charges, links, refunds, and disputes are payments. */
export const timelineSources = [
  'order',
  'attempt',
  'charge',
  'paymentLink',
  'refund',
  'dispute',
  'credit',
  'giftCard',
  'email',
  'signIn',
  'groupChange',
  'change',
  'comment',
] as const
export type TimelineSource = (typeof timelineSources)[number]

const TimelineEntrySchema = type({
  source: enums(timelineSources),
  id: number(),
  at: string(),
  /** The record that the entry leads to: for attempts, charges, and links, their order. */
  recordId: nullable(number()),
  title: nullable(string()),
  status: nullable(string()),
  amount: nullable(number()),
  unit: nullable(string()),
  /** The member's credits after an entry of the ledger. */
  balance: nullable(number()),
  reason: nullable(string()),
  actor: nullable(string()),
  /** What only some sources have: changed fields, groups, a card. */
  details: record(string(), unknown()),
})
export type MemberTimelineEntry = Infer<typeof TimelineEntrySchema>

const TimelinePageSchema = type({
  data: array(TimelineEntrySchema),
  /** The cursor of the next page; null on the last one. */
  next: nullable(string()),
  /** The kinds that the caller can see. */
  kinds: array(string()),
})
export type MemberTimelinePage = Infer<typeof TimelinePageSchema>

/** Entries of one page. */
export const timelinePageSize = 50

/** GET /members/ID/timeline: a member's entries of a kind, or of all kinds, newest first. */
export async function loadMemberTimeline(
  api: Api,
  { id, kind, after }: { id: number; kind: TimelineKind | null; after: string | null },
  signal: AbortSignal,
): Promise<MemberTimelinePage> {
  const search = new URLSearchParams({
    limit: String(timelinePageSize),
    ...(kind && { kind }),
    ...(after && { after }),
  })
  const path = `/members/${id}/timeline`
  return parseResponse(
    TimelinePageSchema,
    (await api.send({ method: 'GET', path, search, signal })).body,
  )
}

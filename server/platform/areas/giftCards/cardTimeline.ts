import { sql } from 'kysely'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import type { CardStep, CardTimeline } from '#shared/areas/giftCards/cardTimeline.ts'
import type { CardLinkState } from '#shared/areas/giftCards/messages.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Call, CallResult } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { canSeePersonalData, maskText } from '#server/platform/core/records/personalData.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { cardStepMessages } from './messages.ts'

type CardFacts = {
  endedAt: string | null
  linkState: CardLinkState | null
  linkChangedAt: string | null
  linkCheckedAt: string | null
}
type LoggedStep = {
  time: string
  event: string
  actor: string
  cause: string | null
  changes: Record<string, { before?: unknown; after?: unknown }>
}
type CardEmail = {
  id: number
  time: string
  endedAt: string | null
  recipient: string
  status: 'waiting' | 'sent' | 'failed'
  problem: string | null
}

const emptyStep = { by: null, note: null, emailId: null }

/** The steps found in the log, by event. The table has the time when a card was sent. */
const loggedKinds: Readonly<Record<string, string>> = {
  'giftCards.asked': 'ordered',
  'giftCards.retried': 'orderedAgain',
  'giftCards.failed': 'failed',
  'giftCards.canceled': 'canceled',
  'giftCards.emailed': 'emailedAgain',
  'giftCards.shown': 'codeShown',
}
/** Before log entries named the card, only its row said that it was ordered or failed. */
const orderKinds = ['ordered', 'orderedAgain']

/** Converts an entry of the log. The new recipient of an email is in its changes. */
function toLoggedStep(
  { time, event, actor, cause, changes }: LoggedStep,
  formatRecipient: (recipient: string) => string,
): CardStep {
  const kind = loggedKinds[event] ?? event
  const recipient = changes['recipient']?.after
  const isCorrected = kind === 'emailedAgain' && typeof recipient === 'string'
  return {
    at: time,
    kind,
    source: kind === 'failed' ? 'runa' : 'console',
    by: kind === 'failed' ? null : actor,
    note: cause ?? (isCorrected ? cardStepMessages.correctedTo(formatRecipient(recipient)) : null),
    emailId: null,
  }
}

const emailKinds = { waiting: 'emailWaiting', sent: 'emailSent', failed: 'emailFailed' } as const

const toEmailStep = (
  { id, time, endedAt, recipient, status, problem }: CardEmail,
  formatRecipient: (recipient: string) => string,
): CardStep => ({
  at: endedAt ?? time,
  kind: emailKinds[status],
  source: status === 'waiting' ? 'platform' : 'mailServer',
  by: null,
  note: [cardStepMessages.to(formatRecipient(recipient)), problem].filter(Boolean).join('. '),
  emailId: id,
})

/** Returns the steps found in the row: when the card was ordered, sent, or failed. */
function getRowSteps(
  card: AnyRecord,
  { endedAt }: CardFacts,
  loggedSteps: readonly CardStep[],
): { ordered: CardStep[]; ended: CardStep[] } {
  const sentAt = String(card['sentAt'])
  const isLogged = (kinds: readonly string[]) =>
    loggedSteps.some(({ kind }) => kinds.includes(kind))
  const at = endedAt ?? sentAt
  const { status, reference, problem } = card
  const ended: CardStep = { ...emptyStep, at, kind: String(status), source: 'runa' }
  return {
    ordered: isLogged(orderKinds)
      ? []
      : [{ ...emptyStep, at: sentAt, kind: 'ordered', source: 'platform' }],
    ended:
      status === 'sent'
        ? [{ ...ended, note: reference ? cardStepMessages.order(String(reference)) : null }]
        : status === 'failed' && !isLogged(['failed'])
          ? [{ ...ended, note: problem ? String(problem) : null }]
          : [],
  }
}

/** Builds the timeline of a card from its row, its log entries, and its emails. */
async function loadCardTimeline(
  db: Connection,
  card: AnyRecord,
  formatRecipient: (recipient: string) => string,
): Promise<CardTimeline> {
  const { rows: facts } = await sql<CardFacts>`
    select ended_at, link_state, link_changed_at, link_checked_at from gift_cards
    where id = ${card.id}`.execute(db)
  const { rows: loggedRows } = await sql<LoggedStep>`
    select time, event, actor, cause, changes from audit
    where target_type = 'giftCards' and target_id = ${card.id}
      and event in (${sql.join(Object.keys(loggedKinds))})
    order by time, id`.execute(db)
  const { rows: emails } = await sql<CardEmail>`
    select id, time, ended_at, recipient, status, problem from mails
    where gift_card_id = ${card.id} order by time, id`.execute(db)
  const [row] = facts
  if (!row) throw new Error(`Gift card ${card.id} is gone`)
  const logged = loggedRows.map((entry) => toLoggedStep(entry, formatRecipient))
  const { ordered, ended } = getRowSteps(card, row, logged)
  const { linkState, linkChangedAt, linkCheckedAt } = row
  const steps: CardStep[] = [
    ...ordered,
    ...logged,
    ...ended,
    ...emails.map((email) => toEmailStep(email, formatRecipient)),
    ...(linkState && linkState !== 'active' && linkChangedAt
      ? [{ ...emptyStep, at: linkChangedAt, kind: `link.${linkState}`, source: 'runa' as const }]
      : []),
  ]
  return {
    data: steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    link: linkCheckedAt === null ? null : { state: linkState, checkedAt: linkCheckedAt },
  }
}

async function handleLoadCardTimeline(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const card = await loadRecord(
    db,
    limitToCaller(caller, giftCards),
    parseRecordId(giftCards, request),
  )
  const isMasked = !canSeePersonalData(caller.permissions)
  const body = await loadCardTimeline(db, card, (recipient) =>
    isMasked ? maskText(recipient) : recipient,
  )
  return { status: 200, body }
}

export const cardTimelineCall: Call = {
  kind: 'read',
  permission: `${giftCards.permission}:read`,
  method: 'get',
  path: '/giftCards/:id/timeline',
  summary: "Get a gift card's steps, and what Runa last said about its link",
  success: {
    status: 200,
    schema: objectSchema({
      data: arraySchema(
        objectSchema({
          at: instantSchema,
          kind: stringSchema,
          source: stringSchema,
          by: nullableSchema(stringSchema),
          note: nullableSchema(stringSchema),
          emailId: nullableSchema(integerSchema),
        }),
      ),
      link: nullableSchema(
        objectSchema({ state: nullableSchema(stringSchema), checkedAt: instantSchema }),
      ),
    }),
  },
  handler: handleLoadCardTimeline,
}

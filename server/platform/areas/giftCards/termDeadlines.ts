import { sql } from 'kysely'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildExpirationAlert } from '../alerts/index.ts'
import { loadNoticeDays } from '../calendar/index.ts'
import { giftCardTermMessages } from './messages.ts'

/** Later expirations of sent gift cards aren't in the calendar, so that it reads few of them. */
const maxCardDays = 90

/** Something whose term ends. `formatTitle` says in how many days, or null for the calendar. */
type Term = Pick<Deadline, 'subject' | 'permission' | 'at' | 'link'> & {
  storeIds: number[]
  formatTitle: (daysLeft: number | null) => string
}

/** Finds templates that can send gift cards until a certain time. */
async function findTemplateTerms(trx: Connection, now: string): Promise<Term[]> {
  const { rows } = await sql<{ id: number; name: string; endsAt: string; storeIds: number[] }>`
    select id, name, ends_at, store_ids from gift_card_templates
    where active and environment = 'live' and ends_at > ${now} order by id`.execute(trx)
  return rows.map((template) => ({
    subject: `giftCardTemplate/${template.id}`,
    permission: giftCardTemplates.permission,
    at: template.endsAt,
    storeIds: template.storeIds,
    link: buildFixUrl(giftCardTemplates, template, 'endsAt'),
    formatTitle: giftCardTermMessages.template(template.name),
  }))
}

/**
 * Finds for each store the next day (UTC) on which gift cards expire that no one has opened, by the
 * date that their emails show.
 */
async function findCardTerms(trx: Connection, now: string): Promise<Term[]> {
  const { rows } = await sql<{ storeId: number; store: string; at: string; count: number }>`
    with sent as (
      select card.store_id, card.ended_at + make_interval(months => term.months) as expires_at
      from (
        select template.id, coalesce(template.expiry_months, setup.expiry_months) as months
        from gift_card_templates as template
        join gift_card_setup as setup on setup.environment = template.environment
        where template.environment = 'live') as term
      join gift_cards as card on card.template_id = term.id
        and card.sent_at > ${now}::timestamptz - make_interval(months => term.months, days => 1)
        and card.sent_at < ${now}::timestamptz - make_interval(months => term.months) + make_interval(days => ${maxCardDays}::int)
      where card.status = 'sent' and card.environment = 'live' and coalesce(card.link_state, 'active') = 'active'),
    days as (
      select store_id, (expires_at at time zone 'UTC')::date as day, min(expires_at) as at, count(*)::int as count
      from sent where expires_at > ${now} group by store_id, day)
    select distinct on (days.store_id) days.store_id, stores.name as store, days.at, days.count
    from days join stores on stores.id = days.store_id order by days.store_id, days.day`.execute(
    trx,
  )
  return rows.map(({ storeId, store, at, count }) => ({
    subject: `giftCards/${storeId}`,
    permission: giftCards.permission,
    at,
    storeIds: [storeId],
    link: `${giftCards.path}&filter[storeId][eq]=${storeId}&filter[status][eq]=sent&sort=sentAt`,
    formatTitle: giftCardTermMessages.cards(count, store),
  }))
}

const findTerms = async (trx: Connection, now: string): Promise<Term[]> => [
  ...(await findTemplateTerms(trx, now)),
  ...(await findCardTerms(trx, now)),
]

/** Finds when templates of gift cards end, and when sent gift cards expire. */
export async function findGiftCardDeadlines(trx: Connection, now: string): Promise<Deadline[]> {
  const terms = await findTerms(trx, now)
  return terms.map(({ formatTitle, ...term }) => ({
    ...term,
    kind: 'giftCards',
    title: formatTitle(null),
  }))
}

/** Finds terms of gift cards that end soon, by the days that the calendar's settings name. */
export async function findGiftCardTermAlerts(trx: Connection, now: string): Promise<Alert[]> {
  const noticeDays = await loadNoticeDays(trx)
  const latest = new Date(Date.parse(now) + Math.max(0, ...noticeDays) * 86_400_000).toISOString()
  const terms = await findTerms(trx, now)
  return terms
    .filter(({ at }) => at <= latest)
    .map(({ link: fix, ...term }) => buildExpirationAlert({ ...term, fix }, now, noticeDays))
}

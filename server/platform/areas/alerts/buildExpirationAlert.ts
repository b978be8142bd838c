import { countDays, formatDay, toDay } from '#shared/format/dates.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { getNoticeDays } from '../calendar/index.ts'
import { alertMessages } from './messages.ts'

/** What expires at an instant (ISO 8601). */
type Expiration = Pick<Alert, 'subject' | 'permission' | 'storeIds' | 'fix'> & {
  at: string
  /** The days left are 0 on the day itself, and negative afterwards. */
  formatTitle: (daysLeft: number) => string
}

/**
 * Builds the alert about something that expires soon or has expired. It opens again on each of the
 * days ahead that the calendar's settings name.
 */
export function buildExpirationAlert(
  { at, formatTitle, ...alert }: Expiration,
  now: string,
  noticeDays: readonly number[],
): Alert {
  // The alert shows the UTC day, so the days are counted in UTC too.
  const daysLeft = at <= now ? -1 : countDays(toDay(now), toDay(at))
  return {
    ...alert,
    kind: 'expiry',
    title: formatTitle(daysLeft),
    detail: alertMessages.expirationDate(formatDay(toDay(at))),
    rank: daysLeft < 7 ? 650 : 500 - daysLeft,
    noticeDays: getNoticeDays(noticeDays, daysLeft),
  }
}

/** Returns the title about `what` of a record, such as a token, by the days left. */
export const formatExpiration =
  (what: string, record: string) =>
  (daysLeft: number): string => {
    if (daysLeft < 0) return alertMessages.expired(what, record)
    if (daysLeft === 0) return alertMessages.expiresToday(what, record)
    return alertMessages.expires(what, record, daysLeft)
  }

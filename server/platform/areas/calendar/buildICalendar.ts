import ical, { ICalEventTransparency } from 'ical-generator'
import { deadlineKinds } from '#shared/areas/calendar/messages.ts'
import type { DeadlineKind } from '#shared/engine/deadlineKinds.ts'
import { calendarCallMessages } from './messages.ts'
import type { FeedDeadline } from './loadFeedDeadlines.ts'

/**
 * Builds an iCalendar file (RFC 5545) with an event for each deadline. Its ID stays the same while
 * the deadline changes, so that a calendar app updates it.
 */
export function buildICalendar(deadlines: readonly FeedDeadline[], consoleOrigin: string): string {
  const { host } = new URL(consoleOrigin)
  const calendar = ical({
    name: calendarCallMessages.feedName,
    prodId: { company: host, product: 'calendar' },
  })
  for (const { id, version, title, kind, at, link, updatedAt } of deadlines) {
    const start = new Date(at)
    calendar.createEvent({
      id: `deadline-${id}@${host}`,
      sequence: version - 1,
      stamp: new Date(updatedAt),
      start,
      end: start,
      summary: title,
      description: deadlineKinds[kind as DeadlineKind],
      url: consoleOrigin + link,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

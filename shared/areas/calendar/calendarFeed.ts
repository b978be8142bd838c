import { nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const CalendarFeed = type({
  /** When the operator's link was created; null without a link. */
  createdAt: nullable(string()),
  /** When a calendar app last read it. */
  lastReadAt: nullable(string()),
})
export type CalendarFeed = Infer<typeof CalendarFeed>

/** Its URL is null if the same request was already answered: it's sent only once. */
const NewCalendarFeed = type({ url: nullable(string()) })
export type NewCalendarFeed = Infer<typeof NewCalendarFeed>

const path = '/calendarFeed'

/** GET /calendarFeed: loads the state of the operator's own link. */
export async function loadCalendarFeed(api: Api, signal: AbortSignal): Promise<CalendarFeed> {
  const { body } = await api.send({ method: 'GET', path, signal })
  return parseResponse(CalendarFeed, body)
}

/** POST /calendarFeed: creates a link, which replaces an earlier one. Only this response has its URL. */
export async function createCalendarFeed(
  api: Api,
  idempotencyKey: string,
): Promise<NewCalendarFeed> {
  const { body } = await api.send({ method: 'POST', path, idempotencyKey })
  return parseResponse(NewCalendarFeed, body)
}

/** DELETE /calendarFeed: turns the link off. */
export const deleteCalendarFeed = async (api: Api, idempotencyKey: string): Promise<void> => {
  await api.send({ method: 'DELETE', path, idempotencyKey })
}

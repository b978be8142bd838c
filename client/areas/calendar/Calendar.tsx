import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { createListScreen } from '#client/frame/index.ts'

/** The calendar: what ends or is due, soonest first. A row leads to the place where to act on it. */
export const { loader, action, Component, panels } = createListScreen(deadlines, {
  openAt: ({ link }) => String(link),
})

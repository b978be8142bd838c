import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { createListScreen } from '#client/frame/index.ts'

/** The calendar: what ends or is due, soonest first. A row opens the page where an operator acts on it. */
export const { loader, action, Component, panels } = createListScreen(deadlines, {
  openAt: ({ link }) => String(link),
})

import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { createListScreen, switchScreens } from '#client/frame/index.ts'
import { Link } from '#client/ui/Link.tsx'
import * as toolbar from '#client/list/ListToolbar.css.ts'
import { calendarMessages } from './messages.ts'
import { calendarPanels } from './panels.tsx'
import { monthScreen } from './monthScreen.tsx'
import { buildMonthUrl, monthParam } from './monthUrl.ts'

/** What ends or is due, soonest first. A row opens the page where an operator acts on it. */
const listScreen = createListScreen(
  deadlines,
  {
    openAt: ({ link }) => String(link),
    tools: {
      buttons: ({ view }) => (
        <Link to={buildMonthUrl(view)} className={toolbar.quiet}>
          {calendarMessages.monthView}
        </Link>
      ),
    },
  },
  calendarPanels,
)

/** The calendar as a list, or as a month. */
export const { loader, action, Component, panels } = switchScreens(listScreen, {
  [monthParam]: monthScreen,
})

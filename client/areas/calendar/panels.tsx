import { deadlineAlerts } from '#shared/areas/calendar/deadlineAlerts.ts'
import { loadCalendarFeed } from '#shared/areas/calendar/calendarFeed.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { SettingsPanel, definePanels } from '#client/frame/index.ts'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { calendarMessages } from './messages.ts'
import { SubscribePanel, createLinkIntent, deleteLinkIntent } from './SubscribePanel.tsx'

const AlertSettingsPanel = (props: PanelProps<AnyRecord>) => (
  <SettingsPanel {...props} settings={deadlineAlerts} title={calendarMessages.alerts}>
    <p>{calendarMessages.alertsExplain}</p>
  </SettingsPanel>
)

export const calendarPanels = definePanels({
  subscribe: {
    button: calendarMessages.feed.title,
    reads: true,
    Panel: SubscribePanel,
    intents: { createLink: createLinkIntent, deleteLink: deleteLinkIntent },
    load: ({ api, signal }: PanelLoadContext) => loadCalendarFeed(api, signal),
  },
  alerts: {
    button: calendarMessages.alerts,
    of: deadlineAlerts,
    Panel: AlertSettingsPanel,
    intents: { edit: recordIntents.edit },
    load: ({ api, signal }: PanelLoadContext) => loadRecord(api, deadlineAlerts, 1, signal),
  },
})

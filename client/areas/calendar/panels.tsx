import { deadlineAlerts } from '#shared/areas/calendar/deadlineAlerts.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { SettingsPanel, definePanels } from '#client/frame/index.ts'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { calendarMessages } from './messages.ts'

const AlertSettingsPanel = (props: PanelProps<AnyRecord>) => (
  <SettingsPanel {...props} settings={deadlineAlerts} title={calendarMessages.alerts}>
    <p>{calendarMessages.alertsExplain}</p>
  </SettingsPanel>
)

export const calendarPanels = definePanels({
  alerts: {
    button: calendarMessages.alerts,
    of: deadlineAlerts,
    Panel: AlertSettingsPanel,
    intents: { edit: recordIntents.edit },
    load: ({ api, signal }: PanelLoadContext) => loadRecord(api, deadlineAlerts, 1, signal),
  },
})

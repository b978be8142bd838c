import { scheduleSettings } from '#shared/areas/scheduledChanges/scheduleSettings.ts'
import {
  scheduledChangePanel,
  schedulePlanPanel,
} from '#shared/areas/scheduledChanges/scheduleUrls.ts'
import { planRowParams } from '#shared/engine/bulk/planParams.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { SettingsPanel, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { DetailsPanel } from './DetailsPanel.tsx'
import { loadScheduleDetails } from './loadScheduleDetails.ts'
import { PlanPanel, loadSchedulePlan } from './PlanPanel.tsx'
import { scheduleIntents } from './scheduleIntents.ts'
import { TimesPanel } from './TimesPanel.tsx'
import { scheduledChangesMessages } from './messages.ts'

const ScheduleSettingsPanel = (props: PanelProps<AnyRecord>) => (
  <SettingsPanel {...props} settings={scheduleSettings} title={scheduledChangesMessages.settings}>
    <p>{scheduledChangesMessages.settingsExplain}</p>
  </SettingsPanel>
)

export const schedulePanels = definePanels({
  [scheduledChangePanel]: {
    reads: true,
    Panel: DetailsPanel,
    intents: { decide: scheduleIntents.decide, act: scheduleIntents.act },
    load: loadScheduleDetails,
    params: planRowParams,
  },
  [schedulePlanPanel]: {
    reads: true,
    Panel: PlanPanel,
    intents: { schedule: scheduleIntents.schedule },
    load: loadSchedulePlan,
    params: planRowParams,
  },
  times: {
    reads: true,
    Panel: TimesPanel,
    intents: { move: scheduleIntents.move },
    load: loadPanelRecord,
  },
  settings: {
    button: scheduledChangesMessages.settings,
    of: scheduleSettings,
    Panel: ScheduleSettingsPanel,
    intents: { edit: recordIntents.edit },
    load: ({ api, signal }: PanelLoadContext) => loadRecord(api, scheduleSettings, 1, signal),
  },
})

import { readRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { logRetention } from '#shared/areas/logs/logRetention.ts'
import { SettingsPanel } from '#client/list/panels/SettingsPanel.tsx'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { logsMessages as say } from './words.ts'

/** How long logs are kept: what a save drops is asked first. */
function KeepPanel(props: PanelProps<AnyRecord>) {
  return (
    <SettingsPanel {...props} settings={logRetention} title={say.keep}>
      <p>{say.keepExplain}</p>
    </SettingsPanel>
  )
}

export const keepPanel = {
  Panel: KeepPanel,
  intents: { edit: recordIntents.edit },
  load: ({ api, signal }: PanelWork) => readRecord(api, logRetention, 1, signal),
}

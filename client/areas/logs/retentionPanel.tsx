import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { logRetention } from '#shared/areas/logs/logRetention.ts'
import { SettingsPanel } from '#client/frame/index.ts'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { logsMessages } from './messages.ts'

/** Edits how long logs are kept. Confirms first which entries a save deletes. */
function RetentionPanel(props: PanelProps<AnyRecord>) {
  return (
    <SettingsPanel {...props} settings={logRetention} title={logsMessages.keep}>
      <p>{logsMessages.keepExplain}</p>
    </SettingsPanel>
  )
}

export const retentionPanel = {
  Panel: RetentionPanel,
  intents: { edit: recordIntents.edit },
  load: ({ api, signal }: PanelLoadContext) => loadRecord(api, logRetention, 1, signal),
}

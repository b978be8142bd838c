import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { logRetention } from '#shared/resources/logRetention.ts'
import { Panel } from '../form/Panel.tsx'
import { RecordForm } from '../form/RecordForm.tsx'
import type { PanelProps, PanelWork } from '../list/definePanels.ts'
import { recordIntents } from '../list/recordIntents.ts'
import { logsMessages as say } from './words.ts'

/** How long logs are kept: what a save drops is asked first. */
function KeepPanel({ resource, view, data, refused, loaded }: PanelProps<AnyRecord>) {
  const close = listAddress(resource, withPanel(view, null))
  return (
    <Panel title={say.keep} close={close}>
      <RecordForm
        fields={logRetention.fields}
        record={loaded}
        refused={refused}
        writeKey={data.writeKey}
        draftName="logRetention"
        leave={close}
      >
        <p>{say.keepExplain}</p>
      </RecordForm>
    </Panel>
  )
}

export const keepPanel = {
  Panel: KeepPanel,
  intents: { edit: recordIntents.edit },
  load: ({ api, signal }: PanelWork) => readRecord(api, logRetention, 1, signal),
}

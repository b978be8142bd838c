import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import { storesPanelsMessages } from './words.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { stores } from '#shared/resources/stores.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { Panel } from '#client/form/Panel.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { Contrast } from '#client/stores/Contrast.tsx'

const coloursOf = (defaults: AnyRecord, refused?: ListProps['refused']) => {
  const typed = refused?.values ?? defaults
  return { primary: String(typed['primaryColour']), text: String(typed['textColour']) }
}

/** What every store inherits until it overrides it. */
export function DefaultsPanel({ view, data, refused, loaded: defaults }: PanelProps<AnyRecord>) {
  const close = listAddress(stores, withPanel(view, null))
  return (
    <Panel title={storesMessages.defaults} close={close}>
      <RecordForm
        fields={storeDefaults.fields}
        record={defaults}
        refused={refused}
        writeKey={data.writeKey}
        draftName="storeDefaults"
        leave={close}
      >
        <p>{storesPanelsMessages.defaultsExplain}</p>
        <Contrast {...coloursOf(defaults, refused)} inherited={coloursOf(defaults)} />
      </RecordForm>
    </Panel>
  )
}

import type { ReactNode } from 'react'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { Panel } from '#client/form/Panel.tsx'
import { RecordForm } from '#client/form/RecordForm.tsx'
import type { PanelProps } from './definePanels.ts'

/**
 * Renders a resource of one record in a panel of the list that it governs. The impact of a save is
 * confirmed first.
 */
export function SettingsPanel({
  settings,
  title,
  children,
  resource,
  view,
  data,
  refused,
  loaded,
}: PanelProps<AnyRecord> & { settings: Resource; title: string; children: ReactNode }) {
  const close = buildListUrl(resource, withPanel(view, null))
  return (
    <Panel title={title} close={close}>
      <RecordForm
        fields={settings.fields}
        sections={settings.form?.sections}
        record={loaded}
        refused={refused}
        writeKey={data.writeKey}
        draftName={settings.name}
        leave={close}
      >
        {children}
      </RecordForm>
    </Panel>
  )
}

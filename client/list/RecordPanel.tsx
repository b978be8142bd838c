import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { panelMessages } from '#shared/panelMessages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { placeValues } from '#shared/engine/scope.ts'
import { Link } from '../ui/Link.tsx'
import type { PanelProps } from './definePanels.ts'
import { Panel } from '../form/Panel.tsx'
import { RecordForm } from '../form/RecordForm.tsx'

/** Create or edit one record beside its list (screens.md, "Every form"). */
export function RecordPanel({
  resource,
  view,
  data,
  refused,
  loaded: record,
}: PanelProps<AnyRecord | null>) {
  const close = listAddress(resource, withPanel(view, null))
  const { one } = resource.title
  // What is typed for one store is not offered in another.
  const newWithin = record ? [] : Object.entries(placeValues(resource)).flat()
  return (
    <Panel title={record ? messages.form.edit(one) : messages.form.create(one)} close={close}>
      <RecordForm
        fields={resource.fields}
        record={record}
        refused={refused}
        writeKey={data.writeKey}
        draftName={[resource.name, record?.id ?? 'new', ...newWithin].join('.')}
        leave={
          <Link to={close} preventScrollReset>
            {panelMessages.remove.cancel}
          </Link>
        }
      >
        {record && <p>{labelOf(resource, record)}</p>}
      </RecordForm>
    </Panel>
  )
}

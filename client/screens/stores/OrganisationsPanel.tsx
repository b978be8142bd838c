import { Form } from 'react-router'
import { listAddress, withPanel, withQuery } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import { storesPanelsMessages } from '#shared/stores/storesPanelsMessages.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { organisations } from '#shared/resources/organisations.ts'
import { stores } from '#shared/resources/stores.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { Panel } from '#client/form/Panel.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { TextInput } from '#client/ui/TextInput.tsx'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './OrganisationsPanel.css.ts'

const say = storesPanelsMessages

/** The parameter that searches the organisations. */
export const findParam = 'find'

/** The organisations that stores belong to: find one, see its stores, make a new one. */
export function OrganisationsPanel({ view, loaded }: PanelProps<RecordPage>) {
  return (
    <Panel title={storesMessages.organisations} close={listAddress(stores, withPanel(view, null))}>
      <div className={panel.body}>
        <Form method="get" action={stores.path} className={styles.find}>
          <input type="hidden" name="organisations" value="" />
          <TextInput
            id="find-organisation"
            name={findParam}
            label={say.findOrganisation}
            type="search"
          />
          <Button type="submit" color="white">
            {say.find}
          </Button>
        </Form>
        <Found {...loaded} view={view} />
        <p>
          <ButtonLink to={listAddress(stores, withPanel(view, 'organisation'))} color="white">
            {say.newOrganisation}
          </ButtonLink>
        </p>
      </div>
    </Panel>
  )
}

function Found({
  records,
  page,
  view,
}: {
  records: AnyRecord[]
  page: { total: number; totalIsCapped: boolean }
  view: ListProps['view']
}) {
  if (records.length === 0) return <p>{say.noOrganisations}</p>
  const total = messages.list.total(page.total, page.totalIsCapped)
  return (
    <>
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={record.id} className={styles.row}>
            <Link
              to={listAddress(stores, withPanel(view, 'organisation', record.id))}
              preventScrollReset
            >
              {labelOf(organisations, record)}
            </Link>
            <StoresLink record={record} view={view} />
          </li>
        ))}
      </ul>
      {page.total > records.length && (
        <p className={styles.soft}>{say.firstOf(records.length, total)}</p>
      )}
    </>
  )
}

/** How many stores it has, as the way to see them. */
function StoresLink({ record, view }: { record: AnyRecord; view: ListProps['view'] }) {
  const count = Number(record['stores'] ?? 0)
  const only = withQuery(withPanel(view, null), {
    search: '',
    filters: [{ field: 'organisationId', op: 'eq', value: String(record.id) }],
  })
  return (
    <Link
      to={listAddress(stores, only)}
      aria-label={say.storesOf(count, labelOf(organisations, record))}
      className={styles.count}
    >
      {count}
    </Link>
  )
}

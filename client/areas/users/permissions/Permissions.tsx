import { Form, useLoaderData } from 'react-router'
import { getAreaLabel } from '#shared/permissions/permissions.ts'
import { matchRoute } from '#shared/areas/users/permissionCatalog.ts'
import type { PermissionEntry } from '#shared/areas/users/permissionCatalog.ts'
import { Button, Table } from '#client/frame/index.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { PageAction } from '#client/ui/pageActions.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import type { Column } from '#client/ui/Table.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { PermissionPanels } from './PermissionPanels.tsx'
import { RequiredPermissionCard } from './RequiredPermissionCard.tsx'
import { buildPermissionsUrl } from './loader.ts'
import type { PermissionsData } from './loader.ts'
import { permissionsMessages } from './messages.ts'
import * as styles from './Permissions.css.ts'

export { loadPermissions as loader } from './loader.ts'

const hasOpenPanel = ({ area, question }: PermissionsData) => area !== null || question !== null

/**
 * Permissions: the catalog, what each guards, who has it, and why a user may lack it (screens.md,
 * Permissions).
 */
export function Component() {
  const data = useLoaderData<PermissionsData>()
  const { entries, shown, required, search, canSeeUsers } = data
  const list = entries.filter(({ key }) => shown.includes(key))
  const free = matchRoute(search.trim())
  return (
    <>
      <PageHeader
        count={String(entries.length)}
        actions={canSeeUsers ? [createExplainAction(search)] : []}
      />
      <div className={styles.page}>
        <Form method="get" action="/permissions" role="search" className={styles.form}>
          <div>
            <TextInput
              key={search}
              id="search"
              name="search"
              label={permissionsMessages.search}
              placeholder={permissionsMessages.searchHint}
              defaultValue={search}
            />
          </div>
          <Button type="submit" color="white">
            {permissionsMessages.searchButton}
          </Button>
          {search !== '' && (
            <ButtonLink color="white" to="/permissions">
              {permissionsMessages.clear}
            </ButtonLink>
          )}
        </Form>
        {required.map((one) => (
          <RequiredPermissionCard key={one.right} needed={one} entries={entries} search={search} />
        ))}
        {list.length === 0 && required.length === 0 && (
          <StateMessage
            title={
              free && !free.permission
                ? permissionsMessages.needsNone(free.title)
                : permissionsMessages.none
            }
          />
        )}
        {list.length > 0 && (
          <div className={styles.catalogue}>
            <Table
              caption={permissionsMessages.title}
              columns={getPermissionColumns(list, search)}
              rows={list}
              keyOf={({ key }) => key}
            />
          </div>
        )}
      </div>
      {hasOpenPanel(data) && <PermissionPanels {...data} />}
    </>
  )
}

const createExplainAction = (search: string): PageAction => ({
  label: permissionsMessages.checkAccess,
  short: permissionsMessages.checkAccessShort,
  to: buildPermissionsUrl(search, { why: '' }),
  color: 'white',
  preventScrollReset: true,
})

/** Returns the table's columns. Leaves out groups and users if the operator may not see them. */
function getPermissionColumns(
  list: readonly PermissionEntry[],
  search: string,
): Column<PermissionEntry>[] {
  const holders: Column<PermissionEntry>[] = [
    {
      label: permissionsMessages.groups,
      render: ({ groups }) => groups?.map(({ name }) => name).join(', '),
    },
    { label: permissionsMessages.users, align: 'end', render: ({ users }) => users?.total },
  ]
  return [
    {
      label: permissionsMessages.area,
      render: ({ key }) => (
        <>
          <Link to={buildPermissionsUrl(search, { area: key })} preventScrollReset>
            {getAreaLabel(key)}
          </Link>{' '}
          <span className={styles.key}>{permissionsMessages.keyOf(key)}</span>
        </>
      ),
    },
    { label: permissionsMessages.allows, render: ({ allows }) => allows },
    ...holders.filter(({ label }) =>
      list.some(({ groups, users }) => (label === permissionsMessages.groups ? groups : users)),
    ),
  ]
}

import '#client/frame/people.ts'
import { Suspense, useState } from 'react'
import { Form, useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { areaLabel } from '#shared/permissions/permissions.ts'
import { routeOf } from '#shared/areas/users/permissionCatalogue.ts'
import type { PermissionEntry } from '#shared/areas/users/permissionCatalogue.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { narrow, wide } from '#client/ui/PageHeader.css.ts'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Table } from '#client/ui/Table.tsx'
import type { Column } from '#client/ui/Table.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { panels } from './lazyPanels.ts'
import { NeededRight } from './NeededRight.tsx'
import { loadPermissions, permissionsAt } from './loader.ts'
import type { PermissionsData } from './loader.ts'
import { permissionWords as say } from './words.ts'
import * as styles from './Permissions.css.ts'

const isOver = ({ area, asked }: PermissionsData) => area !== null || asked !== null

export async function loader(args: LoaderFunctionArgs): Promise<PermissionsData> {
  const data = await loadPermissions(args)
  if (isOver(data)) await panels.load()
  return data
}

/** Permissions: the catalogue, what each guards, who holds it, and why somebody may not (screens.md, Permissions). */
export function Component() {
  const data = useLoaderData<PermissionsData>()
  const { entries, shown, needed, search, seesUsers } = data
  const list = entries.filter(({ key }) => shown.includes(key))
  const [Panels] = useState(() => panels.component())
  const free = routeOf(search.trim())
  return (
    <>
      <PageHeader
        count={String(entries.length)}
        actions={
          seesUsers && (
            <ButtonLink color="white" to={permissionsAt(search, { why: '' })} preventScrollReset>
              <span className={wide}>{say.why}</span>
              <span className={narrow}>{say.whyShort}</span>
            </ButtonLink>
          )
        }
      />
      <div className={styles.page}>
        <Form method="get" action="/permissions" role="search" className={styles.form}>
          <div>
            <TextInput
              key={search}
              id="search"
              name="search"
              label={say.search}
              placeholder={say.searchHint}
              defaultValue={search}
            />
          </div>
          <Button type="submit" color="white">
            {say.searchButton}
          </Button>
          {search !== '' && (
            <ButtonLink color="white" to="/permissions">
              {say.clear}
            </ButtonLink>
          )}
        </Form>
        {needed.map((one) => (
          <NeededRight key={one.right} needed={one} entries={entries} search={search} />
        ))}
        {list.length === 0 && needed.length === 0 && (
          <StateMessage title={free && !free.permission ? say.free(free.title) : say.none} />
        )}
        {list.length > 0 && (
          <div className={styles.catalogue}>
            <Table
              caption={say.title}
              columns={columnsOf(list, search)}
              rows={list}
              keyOf={({ key }) => key}
            />
          </div>
        )}
      </div>
      {isOver(data) && (
        <Suspense>
          <Panels {...data} />
        </Suspense>
      )}
    </>
  )
}

/** Groups and users are left out where the reader may not see them. */
function columnsOf(list: readonly PermissionEntry[], search: string): Column<PermissionEntry>[] {
  const holders: Column<PermissionEntry>[] = [
    { label: say.groups, render: ({ groups }) => groups?.map(({ name }) => name).join(', ') },
    { label: say.users, align: 'end', render: ({ users }) => users?.total },
  ]
  return [
    {
      label: say.area,
      render: ({ key }) => (
        <>
          <Link to={permissionsAt(search, { area: key })} preventScrollReset>
            {areaLabel(key)}
          </Link>{' '}
          <span className={styles.key}>{key}</span>
        </>
      ),
    },
    { label: say.allows, render: ({ allows }) => allows },
    ...holders.filter(({ label }) =>
      list.some(({ groups, users }) => (label === say.groups ? groups : users)),
    ),
  ]
}

import { actionNames, permissionActions, getAreaLabel } from '#shared/permissions/permissions.ts'
import { getGuardedRoutes } from '#shared/areas/users/permissionCatalog.ts'
import type { PermissionEntry } from '#shared/areas/users/permissionCatalog.ts'
import { Table } from '#client/frame/index.ts'
import { Panel } from '#client/form/Panel.tsx'
import { Link } from '#client/ui/Link.tsx'
import { PermissionHolders } from './RequiredPermissionCard.tsx'
import { permissionsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Permissions.css.ts'

type Props = { area: string; entries: readonly PermissionEntry[]; close: string }

/** Returns a permission's action in words: `Write`. */
function getActionName(permission: string): string {
  const action = permissionActions.find((one) => permission.endsWith(`:${one}`))
  return action ? actionNames[action] : permission
}

/** Shows an area: who has its permissions, and which pages and calls each permission guards. */
export function PermissionAreaPanel({ area, entries, close }: Props) {
  const entry = entries.find(({ key }) => key === area)
  if (!entry)
    return (
      <Panel title={permissionsMessages.noArea} close={close}>
        <div className={panel.body}>
          <p>{permissionsMessages.unknownArea(area)}</p>
        </div>
      </Panel>
    )
  const { key, allows, calls, groups, users } = entry
  const routes = getGuardedRoutes(key)
  return (
    <Panel title={getAreaLabel(key)} close={close} size="large">
      <div className={panel.body}>
        <p>{allows}</p>
        <dl className={styles.facts}>
          <dt>{permissionsMessages.key}</dt>
          <dd className={styles.code}>{key}</dd>
          <PermissionHolders groups={groups} users={users} />
        </dl>
        <h3 className={panel.subheading}>{permissionsMessages.pages}</h3>
        <div className={styles.guarded}>
          <Table
            caption={permissionsMessages.pages}
            rows={routes}
            keyOf={({ path }) => path}
            empty={<p>{permissionsMessages.noRoutes}</p>}
            columns={[
              {
                label: permissionsMessages.page,
                render: ({ path, title }) => (
                  <>
                    {path.includes(':') ? title : <Link to={path}>{title}</Link>}{' '}
                    <span className={styles.code}>{path}</span>
                  </>
                ),
              },
              {
                label: permissionsMessages.permission,
                render: ({ right: permission }) => getActionName(permission),
              },
            ]}
          />
        </div>
        <h3 className={panel.subheading}>{permissionsMessages.calls(calls.length)}</h3>
        <div className={styles.guarded}>
          <Table
            caption={permissionsMessages.calls(calls.length)}
            rows={calls}
            keyOf={({ method, path }) => `${method} ${path}`}
            empty={<p>{permissionsMessages.noCalls}</p>}
            columns={[
              {
                label: permissionsMessages.call,
                render: ({ method, path, summary }) => (
                  <>
                    {summary}{' '}
                    <span className={styles.code}>
                      {method} {path}
                    </span>
                  </>
                ),
              },
              {
                label: permissionsMessages.permission,
                render: ({ right: permission }) => getActionName(permission),
              },
            ]}
          />
        </div>
      </div>
    </Panel>
  )
}

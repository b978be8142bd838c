import { getAreaLabel, formatPermission } from '#shared/permissions/permissions.ts'
import { includesPermission } from '#shared/areas/users/permissionCatalog.ts'
import type { RequiredPermission, PermissionEntry } from '#shared/areas/users/permissionCatalog.ts'
import { Link } from '#client/ui/Link.tsx'
import { buildPermissionsUrl } from './loader.ts'
import { permissionsMessages } from './messages.ts'
import * as styles from './Permissions.css.ts'

type PermissionHoldersProps = {
  groups: PermissionEntry['groups']
  users: PermissionEntry['users'] | undefined
}

/** Lists the groups and users that have a permission, as far as the operator may see them. */
export function PermissionHolders({ groups, users }: PermissionHoldersProps) {
  return (
    <>
      {groups && (
        <>
          <dt>{permissionsMessages.groups}</dt>
          <dd>
            {groups.length === 0
              ? permissionsMessages.noGroups
              : groups.map(({ id, name }, index) => (
                  <span key={id}>
                    {index > 0 && ', '}
                    <Link to={`/userGroups?edit=${id}`}>{name}</Link>
                  </span>
                ))}
          </dd>
        </>
      )}
      {users && (
        <>
          <dt>{permissionsMessages.users}</dt>
          <dd>
            {users.names.join(', ') || permissionsMessages.noUsers}
            {users.total > users.names.length &&
              ` ${permissionsMessages.more(users.total - users.names.length)}`}
          </dd>
        </>
      )}
    </>
  )
}

type Props = { needed: RequiredPermission; entries: readonly PermissionEntry[]; search: string }

/**
 * Shows the exact permission that a route or call requires, and who has it. Other permissions of
 * its area don't open it.
 */
export function RequiredPermissionCard({
  needed: { right: permission, guards },
  entries,
  search,
}: Props) {
  const entry = entries.find(({ key }) => permission.startsWith(`${key}:`))
  if (!entry) return null
  const { key, groups, holders, grants } = entry
  const granting = grants?.find((one) => one.right === permission)
  return (
    <section className={styles.card} aria-labelledby={`right-${permission}`}>
      <h2 id={`right-${permission}`} className={styles.heading}>
        {formatPermission(permission)}{' '}
        <span className={styles.soft}>{permissionsMessages.neededFor(search)}</span>
      </h2>
      <dl className={styles.facts}>
        <dt>{permissionsMessages.key}</dt>
        <dd className={styles.code}>{permission}</dd>
        <dt>{permissionsMessages.guards}</dt>
        <dd>
          {guards.map(({ name, does }) => (
            <div key={name}>
              {name} ({does})
            </div>
          ))}
        </dd>
        <PermissionHolders
          groups={
            groups &&
            groups.filter(({ rights: permissions }) => includesPermission(permissions, permission))
          }
          users={holders?.find((one) => one.right === permission)}
        />
        {granting && (
          <>
            <dt>{permissionsMessages.granting}</dt>
            <dd>{granting.names.join(', ') || permissionsMessages.noUsers}</dd>
          </>
        )}
        <dt>{permissionsMessages.area}</dt>
        <dd>
          <Link to={buildPermissionsUrl(search, { area: key })} preventScrollReset>
            {permissionsMessages.wholeArea(getAreaLabel(key))}
          </Link>
        </dd>
      </dl>
    </section>
  )
}

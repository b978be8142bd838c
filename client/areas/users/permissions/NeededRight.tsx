import { areaLabel, rightInWords } from '#shared/permissions/permissions.ts'
import { holds } from '#shared/areas/users/permissionCatalogue.ts'
import type { Needed, PermissionEntry } from '#shared/areas/users/permissionCatalogue.ts'
import { Link } from '#client/ui/Link.tsx'
import { permissionsAt } from './loader.ts'
import { permissionWords as say } from './words.ts'
import * as styles from './Permissions.css.ts'

type Holders = {
  groups: PermissionEntry['groups']
  users: PermissionEntry['users'] | undefined
}

/** Groups and users that hold something, as far as the reader may see them. */
export function Held({ groups, users }: Holders) {
  return (
    <>
      {groups && (
        <>
          <dt>{say.groups}</dt>
          <dd>
            {groups.length === 0
              ? say.nobody
              : groups.map(({ id, name }, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <Link to={`/userGroups?edit=${id}`}>{name}</Link>
                  </span>
                ))}
          </dd>
        </>
      )}
      {users && (
        <>
          <dt>{say.users}</dt>
          <dd>
            {users.names.join(', ') || say.nobody}
            {users.total > users.names.length && ` ${say.more(users.total - users.names.length)}`}
          </dd>
        </>
      )}
    </>
  )
}

type Props = { needed: Needed; entries: readonly PermissionEntry[]; search: string }

/** The very right that a route or a call needs, and who holds that one: others of its area do not open it. */
export function NeededRight({ needed: { right, guards }, entries, search }: Props) {
  const entry = entries.find(({ key }) => right.startsWith(`${key}:`))
  if (!entry) return null
  const { key, groups, holders, grants } = entry
  const granting = grants?.find((one) => one.right === right)
  return (
    <section className={styles.card} aria-labelledby={`right-${right}`}>
      <h2 id={`right-${right}`} className={styles.heading}>
        {rightInWords(right)} <span className={styles.soft}>{say.neededFor(search)}</span>{' '}
        <span className={styles.key}>{right}</span>
      </h2>
      <dl className={styles.facts}>
        <dt>{say.guards}</dt>
        <dd>
          {guards.map(({ name, does }) => (
            <div key={name}>
              {name} ({does})
            </div>
          ))}
        </dd>
        <Held
          groups={groups && groups.filter(({ rights }) => holds(rights, right))}
          users={holders?.find((one) => one.right === right)}
        />
        {granting && (
          <>
            <dt>{say.granting}</dt>
            <dd>{granting.names.join(', ') || say.nobody}</dd>
          </>
        )}
        <dt>{say.area}</dt>
        <dd>
          <Link to={permissionsAt(search, { area: key })} preventScrollReset>
            {say.wholeArea(areaLabel(key))}
          </Link>
        </dd>
      </dl>
    </section>
  )
}

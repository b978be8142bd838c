import { actionNames, actions, areaLabel } from '#shared/permissions/permissions.ts'
import { routesOf } from '#shared/areas/users/permissionCatalogue.ts'
import type { PermissionEntry } from '#shared/areas/users/permissionCatalogue.ts'
import { Panel } from '#client/form/Panel.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Table } from '#client/ui/Table.tsx'
import { Held } from './NeededRight.tsx'
import { permissionWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Permissions.css.ts'

type Props = { area: string; entries: readonly PermissionEntry[]; close: string }

/** The action of a right of an area that is known, in words: `Write`. */
function actionOf(right: string): string {
  const action = actions.find((one) => right.endsWith(`:${one}`))
  return action ? actionNames[action] : right
}

/** An area: who holds it, and each page and call that it guards with the right that it takes. */
export function AreaPanel({ area, entries, close }: Props) {
  const entry = entries.find(({ key }) => key === area)
  if (!entry)
    return (
      <Panel title={say.noArea} close={close}>
        <div className={panel.body}>
          <p>{say.unknownArea(area)}</p>
        </div>
      </Panel>
    )
  const { key, allows, calls, groups, users } = entry
  const routes = routesOf(key)
  return (
    <Panel title={areaLabel(key)} kind={key} close={close} size="large">
      <div className={panel.body}>
        <p>{allows}</p>
        {(groups || users) && (
          <dl className={styles.facts}>
            <Held groups={groups} users={users} />
          </dl>
        )}
        <h3 className={panel.asks}>{say.pages}</h3>
        <div className={styles.guarded}>
          <Table
            caption={say.pages}
            rows={routes}
            keyOf={({ path }) => path}
            empty={<p>{say.noRoutes}</p>}
            columns={[
              {
                label: say.page,
                render: ({ path, title }) => (
                  <>
                    {path.includes(':') ? title : <Link to={path}>{title}</Link>}{' '}
                    <span className={styles.code}>{path}</span>
                  </>
                ),
              },
              { label: say.right, render: ({ right }) => actionOf(right) },
            ]}
          />
        </div>
        <h3 className={panel.asks}>{say.calls(calls.length)}</h3>
        <div className={styles.guarded}>
          <Table
            caption={say.calls(calls.length)}
            rows={calls}
            keyOf={({ method, path }) => `${method} ${path}`}
            empty={<p>{say.noCalls}</p>}
            columns={[
              {
                label: say.call,
                render: ({ method, path, summary }) => (
                  <>
                    {summary}{' '}
                    <span className={styles.code}>
                      {method} {path}
                    </span>
                  </>
                ),
              },
              { label: say.right, render: ({ right }) => actionOf(right) },
            ]}
          />
        </div>
      </div>
    </Panel>
  )
}

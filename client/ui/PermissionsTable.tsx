import type { ReactNode, Ref } from 'react'
import { actionNames, permissionActions, getAreaLabel } from '#shared/permissions/permissions.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import * as styles from './PermissionsTable.css.ts'

type Props = {
  /** The table's name, if no legend has it. */
  label?: string
  /** Heading of the first column. */
  area: string
  /** Permission keys, each with the text below its area. */
  rows: readonly { key: string; about: ReactNode }[]
  /** Content before an area's name, and above an action. */
  renderLead?: (key: string) => ReactNode
  renderHead?: (action: Action) => ReactNode
  /** Content of a cell, if any. The action's name is shown only where no column heads the cell. */
  renderCell: (key: string, action: Action, name: ReactNode) => ReactNode
  /** The columns; all actions by default. */
  actions?: readonly Action[]
  ref?: Ref<HTMLTableElement>
}

/** Renders areas by permitted actions. At 360 px the actions are below their area, with their names. */
export function PermissionsTable({
  label,
  area,
  rows,
  renderLead,
  renderHead,
  renderCell,
  actions = permissionActions,
  ref,
}: Props) {
  return (
    <div className={styles.frame}>
      <table ref={ref} className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{area}</th>
            {actions.map((action) => (
              <th key={action} scope="col">
                <span className={styles.head}>
                  {renderHead?.(action)}
                  <span>{actionNames[action]}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, about }) => (
            <tr key={key}>
              <th scope="row">
                <span className={styles.row}>
                  {renderLead?.(key)}
                  <span>
                    <span className={styles.name}>{getAreaLabel(key)}</span>{' '}
                    <span className={styles.about}>{about}</span>
                  </span>
                </span>
              </th>
              {actions.map((action) => (
                <td key={action}>
                  {renderCell(
                    key,
                    action,
                    <span className={styles.cellName}>{actionNames[action]}</span>,
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

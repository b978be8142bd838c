import type { ReactNode, Ref } from 'react'
import { actionNames, permissionActions, getAreaLabel } from '#shared/permissions/permissions.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import * as styles from './PermissionsTable.css.ts'

type Props = {
  /** What the table is called where no legend says it. */
  label?: string
  /** The head of the first column. */
  area: string
  /** Keys, each with what is said beneath its area. */
  rows: readonly { key: string; about: ReactNode }[]
  /** What stands before the name of an area, and over an action. */
  renderLead?: (key: string) => ReactNode
  renderHead?: (action: Action) => ReactNode
  renderCell: (key: string, action: Action) => ReactNode
  ref?: Ref<HTMLTableElement>
}

/** Areas by what may be done in them: all five columns are in sight at 360 px, by their first letters. */
export function PermissionsTable({
  label,
  area,
  rows,
  renderLead,
  renderHead,
  renderCell,
  ref,
}: Props) {
  return (
    <div className={styles.frame}>
      <table ref={ref} className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{area}</th>
            {permissionActions.map((action) => (
              <th key={action} scope="col" title={actionNames[action]}>
                <span className={styles.head}>
                  {renderHead?.(action)}
                  <span className={styles.word}>{actionNames[action]}</span>
                  <span className={styles.letter} aria-hidden="true">
                    {actionNames[action].charAt(0)}
                  </span>
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
                    <span className={styles.key}>{key}</span>
                    <span className={styles.about}>{about}</span>
                  </span>
                </span>
              </th>
              {permissionActions.map((action) => (
                <td key={action}>{renderCell(key, action)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

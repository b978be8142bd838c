import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChangeEvent } from 'react'
import {
  actionNames,
  getAreaActions,
  getAreaLabel,
  permissionActions,
  permissionKeys,
  permissions,
} from '#shared/permissions/permissions.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { FieldNote } from '#client/ui/inputs/Field.tsx'
import { PermissionsTable } from '#client/ui/PermissionsTable.tsx'
import { useIsHydrated } from '#client/ui/focus/useIsHydrated.ts'
import { permissionMatrixMessages } from './messages.ts'
import * as field from '#client/ui/inputs/Field.css.ts'
import * as styles from './PermissionMatrix.css.ts'

type Props = {
  id: string
  name: string
  value: unknown
  error?: string | undefined
  /** Returns the actions to choose from in an area; an area without any has no row. */
  getActions?: (key: string) => readonly Action[]
  hint?: string
}

/**
 * Returns a list's permissions as the matrix's checkboxes send them: in its order, without keys
 * that have no action.
 */
export const toMatrixPermissions = (held: unknown): string[] =>
  permissionKeys.flatMap((key) =>
    getAreaActions(key)
      .map((action) => `${key}:${action}`)
      .filter((permission) => Array.isArray(held) && held.includes(permission)),
  )

/**
 * Selects permissions by area and action. With JavaScript, whole rows and columns can be selected
 * at once.
 */
export function PermissionMatrix({
  id,
  name,
  value,
  error,
  getActions = getAreaActions,
  hint = permissionMatrixMessages.hint,
}: Props) {
  const areas = permissionKeys.filter((key) => getActions(key).length > 0)
  const table = useRef<HTMLTableElement>(null)
  const selected = new Set(toMatrixPermissions(value))
  // Checkboxes for rows and columns need JavaScript.
  const isScripted = useIsHydrated()
  const findBoxes = (selector: string) => [
    ...(table.current?.querySelectorAll<HTMLInputElement>(`input${selector}`) ?? []),
  ]
  /**
   * Runs before the form handles the change: any permission in an area includes read, and without
   * read there is none.
   */
  const onToggle = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { area, action } = target.dataset
    if (target.checked && action !== 'read')
      for (const box of findBoxes(`[data-area="${area}"][data-action="read"]`)) box.checked = true
    if (!target.checked && action === 'read')
      for (const box of findBoxes(`[data-area="${area}"][data-action]`)) box.checked = false
    updateWholeBoxes()
  }
  const toggleAll = (selector: string, checked: boolean, isRead: boolean) => {
    for (const box of findBoxes(selector)) {
      box.checked = checked
      const { area } = box.dataset
      const others = isRead && !checked ? '[data-action]' : '[data-action="read"]'
      if (checked || isRead)
        for (const other of findBoxes(`[data-area="${area}"]${others}`)) other.checked = checked
    }
    updateWholeBoxes()
  }
  const updateWholeBoxes = () => {
    for (const checkbox of findBoxes('[data-whole]')) {
      const among = findBoxes(checkbox.dataset['whole'] ?? '')
      const count = among.filter(({ checked }) => checked).length
      checkbox.checked = count === among.length
      checkbox.indeterminate = count > 0 && count < among.length
    }
  }
  // Runs once the checkboxes are rendered.
  const showFirst = useEffectEvent(updateWholeBoxes)
  useEffect(() => {
    if (isScripted) showFirst()
  }, [isScripted])
  const renderWholeBox = (selector: string, label: string, isRead = false) =>
    isScripted && (
      <input
        type="checkbox"
        data-whole={selector}
        aria-label={label}
        onChange={({ target }) => toggleAll(selector, target.checked, isRead)}
      />
    )
  return (
    <fieldset className={styles.matrix} data-invalid={error ? true : undefined}>
      <legend className={field.label}>{permissionMatrixMessages.matrix}</legend>
      <input type="hidden" name={name} value="" />
      <PermissionsTable
        ref={table}
        area={permissionMatrixMessages.area}
        rows={areas.map((key) => ({ key, about: permissions[key].allows }))}
        actions={permissionActions.filter((action) =>
          areas.some((key) => getActions(key).includes(action)),
        )}
        renderLead={(key) =>
          renderWholeBox(
            `[data-area="${key}"][data-action]`,
            permissionMatrixMessages.whole(getAreaLabel(key)),
          )
        }
        renderHead={(action) =>
          renderWholeBox(
            `[data-action="${action}"]`,
            permissionMatrixMessages.column(actionNames[action]),
            action === 'read',
          )
        }
        renderCell={(key, action, actionName) =>
          getActions(key).includes(action) && (
            <label className={styles.box}>
              <input
                type="checkbox"
                name={name}
                value={`${key}:${action}`}
                data-area={key}
                data-action={action}
                defaultChecked={selected.has(`${key}:${action}`)}
                aria-label={permissionMatrixMessages.cell(getAreaLabel(key), actionNames[action])}
                aria-invalid={error ? true : undefined}
                onChange={onToggle}
              />
              {actionName}
            </label>
          )
        }
      />
      <FieldNote {...{ id, error }} hint={hint} />
    </fieldset>
  )
}

/** The matrix replaces the field's default input. */
export const matrixInput = { permissions: (input: Props) => <PermissionMatrix {...input} /> }

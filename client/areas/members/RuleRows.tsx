import { useRef } from 'react'
import type { ReactNode } from 'react'
import { entriesOf } from '#shared/engine/fields/kind.ts'
import { partName } from '#shared/engine/list/picked.ts'
import { faultsIn, isNoRule } from '#shared/areas/members/ruleParts.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { OwnInput } from '#client/form/RecordForm.tsx'
import { Button } from '#client/ui/Button.tsx'
import { describedBy, FieldNote } from '#client/ui/inputs/Field.tsx'
import { RuleRow } from './RuleRow.tsx'
import { rowId, useRuleRows } from './useRuleRows.ts'
import { groupsMessages } from './words.ts'
import * as field from '#client/ui/inputs/Field.css.ts'
import * as styles from './RuleRows.css.ts'

const { label } = memberGroups.fields.rules
const say = groupsMessages.rule

type Props = OwnInput & {
  /** What is done with them besides adding one. */
  children: ReactNode
}

/** The rules of a group, a row each: added and taken away by a script; without one some empty rows stand there. */
export function RuleRows({ id, name, value, error, children }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { rows, isScripted, ...does } = useRuleRows({
    id,
    name,
    rules: entriesOf(value).map(String),
    group,
  })
  // The inputs that a script puts there show how a value is written.
  const hint = (
    <>
      {say.hint}
      {!isScripted && <span className={styles.unscripted}> {say.written}</span>}
    </>
  )
  const faults = faultsIn(rows, error)
  const ofAll = faults.some(Boolean) ? undefined : error
  const shown = Math.max(1, rows.filter((row) => !isNoRule(row)).length)
  return (
    <fieldset
      ref={group}
      id={id}
      className={styles.rows}
      aria-describedby={describedBy(id, hint, ofAll)}
    >
      <legend className={field.label}>{label}</legend>
      {rows.map((row, at) => (
        <RuleRow
          key={row.key}
          id={rowId(id, at)}
          name={partName(name)}
          number={at + 1}
          rule={row}
          narrows={isScripted}
          spare={!isScripted && at >= shown}
          fault={row.isNew && !isNoRule(row) ? null : (faults[at] ?? null)}
          change={(part, said) => does.change(at, part, said)}
          leave={() => does.leave(at)}
          takeAway={() => does.takeAway(at)}
        />
      ))}
      <FieldNote {...{ id, hint, error: ofAll }} />
      <div className={styles.actions}>
        <span className={styles.scripted}>
          <Button size="small" color="white" onClick={does.add}>
            {say.add}
          </Button>
        </span>
        {children}
      </div>
    </fieldset>
  )
}

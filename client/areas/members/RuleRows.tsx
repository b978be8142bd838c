import { useRef } from 'react'
import type { ReactNode } from 'react'
import { toArrayOrEmpty } from '#shared/engine/fields/kind.ts'
import { getEntryPartInputName } from '#shared/engine/list/referenceValues.ts'
import { locateRuleErrors, isEmptyRule } from '#shared/areas/members/ruleParts.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { Button } from '#client/frame/index.ts'
import type { CustomInput } from '#client/form/RecordForm.tsx'
import { getDescriptionId, FieldNote } from '#client/ui/inputs/Field.tsx'
import { RuleRow } from './RuleRow.tsx'
import { getRowId, useRuleRows } from './useRuleRows.ts'
import { memberGroupsMessages } from './messages.ts'
import * as field from '#client/ui/inputs/Field.css.ts'
import * as styles from './RuleRows.css.ts'

const { label } = memberGroups.fields.rules

type Props = CustomInput & {
  /** Buttons beside the one that adds a rule. */
  children: ReactNode
}

/**
 * Edits a group's rules, one per row. JavaScript adds and removes rows; without it there are some
 * empty rows.
 */
export function RuleRows({ id, name, value, error, children }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { rows, isScripted, ...handlers } = useRuleRows({
    id,
    name,
    rules: toArrayOrEmpty(value).map(String),
    group,
  })
  // With JavaScript, the inputs themselves show how to enter a value.
  const hint = (
    <>
      {memberGroupsMessages.rule.hint}
      {!isScripted && (
        <span className={styles.unscripted}> {memberGroupsMessages.rule.written}</span>
      )}
    </>
  )
  const errors = locateRuleErrors(rows, error)
  const formError = errors.some(Boolean) ? undefined : error
  const shown = Math.max(1, rows.filter((row) => !isEmptyRule(row)).length)
  return (
    <fieldset
      ref={group}
      id={id}
      className={styles.rows}
      aria-describedby={getDescriptionId(id, hint, formError)}
    >
      <legend className={field.label}>{label}</legend>
      {rows.map((row, index) => (
        <RuleRow
          key={row.key}
          id={getRowId(id, index)}
          name={getEntryPartInputName(name)}
          number={index + 1}
          rule={row}
          limitsOptions={isScripted}
          spare={!isScripted && index >= shown}
          error={row.isNew && !isEmptyRule(row) ? null : (errors[index] ?? null)}
          change={(part, said) => handlers.change(index, part, said)}
          onLeave={() => handlers.leave(index)}
          remove={() => handlers.takeAway(index)}
        />
      ))}
      <FieldNote {...{ id, hint, error: formError }} />
      <div className={styles.actions}>
        <span className={styles.scripted}>
          <Button size="small" color="white" onClick={handlers.add}>
            {memberGroupsMessages.rule.add}
          </Button>
        </span>
        {children}
      </div>
    </fieldset>
  )
}

import { useState } from 'react'
import type { FocusEvent, SyntheticEvent } from 'react'
import { getRuleOperators, ruleFields, getValueKind } from '#shared/areas/members/ruleParts.ts'
import type { RuleError } from '#shared/areas/members/ruleParts.ts'
import type { RuleParts } from '#shared/areas/members/groupRules.ts'
import { getDescriptionId, FieldNote } from '#client/ui/inputs/Field.tsx'
import { memberGroupsMessages } from './messages.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import { control } from '#client/ui/inputs/Field.css.ts'
import { remove } from '#client/form/inputs/inputs.css.ts'
import * as styles from './RuleRows.css.ts'

type RuleRowProps = {
  id: string
  name: string
  number: number
  rule: RuleParts
  /** Whether operators and values are limited to those of the field, which needs JavaScript. */
  limitsOptions: boolean
  spare: boolean
  error: RuleError | null
  change: (part: keyof RuleParts, value: string) => void
  onLeave: () => void
  remove: () => void
}

/**
 * State of a date input. An incomplete or invalid date reads as an empty value, so it is tracked
 * separately.
 */
type DateInputState = 'told' | 'typed' | 'left'

const isReadableDate = ({ validity }: HTMLInputElement) => !validity.badInput
const dateKeys = /^(\d|Backspace|Delete|ArrowUp|ArrowDown)$/

/** Renders one rule as field, operator, and value, with its error below. */
export function RuleRow({
  id,
  name,
  number,
  rule,
  limitsOptions,
  spare,
  error,
  ...handlers
}: RuleRowProps) {
  const kind = limitsOptions ? getValueKind(rule.field) : 'text'
  const [day, setDay] = useState<DateInputState>('told')
  const isDateError = error?.part === 'value' && kind === 'day' && day !== 'told'
  // No error while the date is being typed.
  const shownError = isDateError && day === 'typed' ? null : error
  const errorText =
    shownError && isDateError ? memberGroupsMessages.rule.unfinished : shownError?.message
  const getPartProps = (one: keyof RuleParts) => {
    const onValue = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLSelectElement>) =>
      handlers.change(one, currentTarget.value)
    return {
      name,
      className: control,
      value: rule[one],
      // The form handles `input` and re-renders its fields, so a choice saved on `change` would be
      // reverted first.
      onInput: onValue,
      onChange: onValue,
      'aria-label': memberGroupsMessages.rule[one](number),
      ...(shownError?.part === one && {
        'aria-invalid': true,
        'aria-describedby': getDescriptionId(id, undefined, errorText),
      }),
    }
  }
  return (
    <div
      className={styles.row}
      data-invalid={shownError ? true : undefined}
      data-spare={spare || undefined}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) handlers.onLeave()
      }}
    >
      <select {...getPartProps('field')} id={id}>
        <option value="">{memberGroupsMessages.rule.choose}</option>
        {Object.entries(ruleFields).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select {...getPartProps('op')}>
        {getRuleOperators(limitsOptions ? rule.field : '').map((op) => (
          <option key={op}>{op}</option>
        ))}
      </select>
      {kind === 'yesNo' ? (
        <select {...getPartProps('value')}>
          <option>{memberGroupsMessages.rule.yes}</option>
          <option>{memberGroupsMessages.rule.no}</option>
        </select>
      ) : (
        <input
          {...getPartProps('value')}
          type={kind === 'day' ? 'date' : 'text'}
          autoComplete="off"
          onKeyUp={({ key, currentTarget }) => {
            if (dateKeys.test(key)) setDay(isReadableDate(currentTarget) ? 'told' : 'typed')
          }}
          onBlur={({ currentTarget }) => setDay(isReadableDate(currentTarget) ? 'told' : 'left')}
        />
      )}
      <button
        type="button"
        className={`${remove} ${glyph.cross}`}
        aria-label={memberGroupsMessages.rule.remove(number)}
        onClick={handlers.remove}
      />
      <FieldNote id={id} error={errorText} />
    </div>
  )
}

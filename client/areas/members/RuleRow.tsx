import { useState } from 'react'
import type { FocusEvent, SyntheticEvent } from 'react'
import { getOperators, ruleFields, getValueKind } from '#shared/areas/members/ruleParts.ts'
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
  limitsOptions: narrows,
  spare,
  error: given,
  ...does
}: RuleRowProps) {
  const kind = narrows ? getValueKind(rule.field) : 'text'
  const [day, setDay] = useState<DateInputState>('told')
  const isOfDay = given?.part === 'value' && kind === 'day' && day !== 'told'
  // No error while the date is being typed.
  const fault = isOfDay && day === 'typed' ? null : given
  const says = fault && isOfDay ? memberGroupsMessages.rule.unfinished : fault?.message
  const part = (one: keyof RuleParts) => {
    const hear = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLSelectElement>) =>
      does.change(one, currentTarget.value)
    return {
      name,
      className: control,
      value: rule[one],
      // The form handles `input` and re-renders its fields, so a choice saved on `change` would be
      // reverted first.
      onInput: hear,
      onChange: hear,
      'aria-label': memberGroupsMessages.rule[one](number),
      ...(fault?.part === one && {
        'aria-invalid': true,
        'aria-describedby': getDescriptionId(id, undefined, says),
      }),
    }
  }
  return (
    <div
      className={styles.row}
      data-invalid={fault ? true : undefined}
      data-spare={spare || undefined}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) does.onLeave()
      }}
    >
      <select {...part('field')} id={id}>
        <option value="">{memberGroupsMessages.rule.choose}</option>
        {Object.entries(ruleFields).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select {...part('op')}>
        {getOperators(narrows ? rule.field : '').map((op) => (
          <option key={op}>{op}</option>
        ))}
      </select>
      {kind === 'yesNo' ? (
        <select {...part('value')}>
          <option>{memberGroupsMessages.rule.yes}</option>
          <option>{memberGroupsMessages.rule.no}</option>
        </select>
      ) : (
        <input
          {...part('value')}
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
        onClick={does.remove}
      />
      <FieldNote id={id} error={says} />
    </div>
  )
}

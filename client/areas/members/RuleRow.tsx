import { useState } from 'react'
import type { FocusEvent, SyntheticEvent } from 'react'
import { opsOf, ruleFields, valueOf } from '#shared/areas/members/ruleParts.ts'
import type { Fault } from '#shared/areas/members/ruleParts.ts'
import type { RuleParts } from '#shared/areas/members/groupRules.ts'
import { describedBy, FieldNote } from '#client/ui/inputs/Field.tsx'
import { groupsMessages } from './words.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import { control } from '#client/ui/inputs/Field.css.ts'
import { remove } from '#client/form/inputs/inputs.css.ts'
import * as styles from './RuleRows.css.ts'

const say = groupsMessages.rule

type Props = {
  id: string
  name: string
  number: number
  rule: RuleParts
  /** Whether a script narrows what is offered to what the field has; without one any may be sent. */
  narrows: boolean
  spare: boolean
  fault: Fault | null
  change: (part: keyof RuleParts, value: string) => void
  leave: () => void
  takeAway: () => void
}

/** A box for a day tells nothing of a part of one, nor of one that there is not, as if it were empty. */
type Day = 'told' | 'typed' | 'left'

const isTold = ({ validity }: HTMLInputElement) => !validity.badInput
const typesDay = /^(\d|Backspace|Delete|ArrowUp|ArrowDown)$/

/** One rule as field, operator and value, with what is wrong beneath. */
export function RuleRow({ id, name, number, rule, narrows, spare, fault: given, ...does }: Props) {
  const kind = narrows ? valueOf(rule.field) : 'text'
  const [day, setDay] = useState<Day>('told')
  const isOfDay = given?.part === 'value' && kind === 'day' && day !== 'told'
  // While it is typed it is not found fault with.
  const fault = isOfDay && day === 'typed' ? null : given
  const says = fault && isOfDay ? say.unfinished : fault?.says
  const part = (one: keyof RuleParts) => {
    const hear = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLSelectElement>) =>
      does.change(one, currentTarget.value)
    return {
      name,
      className: control,
      value: rule[one],
      // The form hears of `input` and shows its fields again: a choice that waited for `change` would be undone by then.
      onInput: hear,
      onChange: hear,
      'aria-label': say[one](number),
      ...(fault?.part === one && {
        'aria-invalid': true,
        'aria-describedby': describedBy(id, undefined, says),
      }),
    }
  }
  return (
    <div
      className={styles.row}
      data-invalid={fault ? true : undefined}
      data-spare={spare || undefined}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) does.leave()
      }}
    >
      <select {...part('field')} id={id}>
        <option value="">{say.choose}</option>
        {Object.entries(ruleFields).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select {...part('op')}>
        {opsOf(narrows ? rule.field : '').map((op) => (
          <option key={op}>{op}</option>
        ))}
      </select>
      {kind === 'yesNo' ? (
        <select {...part('value')}>
          <option>{say.yes}</option>
          <option>{say.no}</option>
        </select>
      ) : (
        <input
          {...part('value')}
          type={kind === 'day' ? 'date' : 'text'}
          autoComplete="off"
          onKeyUp={({ key, currentTarget }) => {
            if (typesDay.test(key)) setDay(isTold(currentTarget) ? 'told' : 'typed')
          }}
          onBlur={({ currentTarget }) => setDay(isTold(currentTarget) ? 'told' : 'left')}
        />
      )}
      <button
        type="button"
        className={`${remove} ${glyph.cross}`}
        aria-label={say.remove(number)}
        onClick={does.takeAway}
      />
      <FieldNote id={id} error={says} />
    </div>
  )
}

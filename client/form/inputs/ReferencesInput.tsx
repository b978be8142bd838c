import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { KeyboardEvent } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import {
  isReferenceValue,
  getLabelInputName,
  getAddedReferenceInputName,
  getTextInputName,
} from '#shared/engine/list/referenceValues.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { toReferenceValue } from '#shared/engine/fields/references.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { messages } from '#shared/messages.ts'
import { AmbiguousMatches } from '#client/ui/inputs/AmbiguousMatches.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { Chips } from './Chips.tsx'
import { toRequiredProp } from './inputProps.ts'
import type { InputProps } from './inputProps.ts'
import { ReferenceInput } from './ReferenceInput.tsx'

/**
 * Renders several records: as chips with script; as lines of text without, or while a name has
 * several matches.
 */
export function ReferencesInput(props: InputProps) {
  const { id, name, field, value } = props
  const [selection, setSelection] = useState<ReferenceValue[]>()
  const box = useRef<HTMLDivElement>(null)
  const adoptText = useEffectEvent(() => {
    const form = box.current?.closest('form')
    // Includes what was typed before script ran. Lines that don't name one record yet stay lines.
    const currentValue = form ? parseFormData({ [name]: field }, new FormData(form))[name] : value
    const entries: unknown[] = Array.isArray(currentValue) ? currentValue : []
    if (entries.every(isReferenceValue)) setSelection(entries)
  })
  // Runs before paint: lines that turn into chips would move everything below.
  useLayoutEffect(() => adoptText(), [])
  return (
    <div ref={box} id={`${id}-all`}>
      {selection ? (
        <SelectedReferences {...props} chosen={selection} choose={setSelection} />
      ) : (
        <ReferenceLines {...props} />
      )}
    </div>
  )
}

function ReferenceLines({ id, name, field, value, error, choices, siblings }: InputProps) {
  const entries: unknown[] = Array.isArray(value) ? value : []
  const several = choices ?? []
  const hint = [
    formMessages.linePerName(getReferenceTarget(field)?.title.many ?? field.label.toLowerCase()),
    field.hint,
  ]
  return (
    <>
      <HiddenReferences name={name} picked={entries.filter(isReferenceValue)} />
      <Textarea
        {...{ id, error }}
        name={getTextInputName(name)}
        label={field.label}
        hint={hint.filter(Boolean).join(' ')}
        required={toRequiredProp(field)}
        defaultValue={entries.map((entry) => formatInput(entry, undefined, siblings)).join('\n')}
      />
      {several[0] && (
        <>
          <input
            type="hidden"
            name={getLabelInputName(getAddedReferenceInputName(name))}
            value={several[0].label}
          />
          <AmbiguousMatches
            name={getAddedReferenceInputName(name)}
            label={messages.combobox.which(field.label, several[0].label)}
            several={several}
            chosen={undefined}
          />
        </>
      )}
    </>
  )
}

type SelectedReferencesProps = InputProps & {
  chosen: ReferenceValue[]
  choose: (chosen: ReferenceValue[]) => void
}

function SelectedReferences({ id, name, field, error, chosen, choose }: SelectedReferencesProps) {
  // The input that finds the next record remounts after each selected one.
  const [round, setRound] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const previous = useRef(chosen)
  useEffect(() => {
    if (previous.current === chosen) return
    previous.current = chosen
    // The form listens to inputs, and adding or removing one fires no event.
    box.current
      ?.querySelector(`#${CSS.escape(id)}`)
      ?.dispatchEvent(new Event('change', { bubbles: true }))
  }, [chosen, id])

  function add(option: Option | null) {
    if (!option) return
    const one = toReferenceValue(option)
    if (!chosen.some((other) => other.id === one.id)) choose([...chosen, one])
    setRound(round + 1)
  }
  function remove(removedId: number) {
    choose(chosen.filter((other) => other.id !== removedId))
    document.getElementById(id)?.focus()
  }
  function moveUp(movedId: number) {
    const index = chosen.findIndex((one) => one.id === movedId)
    const moved = chosen[index]
    const before = chosen[index - 1]
    if (!moved || !before) return
    choose(chosen.with(index - 1, moved).with(index, before))
    // The first one can't move further, so its button is gone.
    if (index === 1) document.getElementById(id)?.focus()
  }
  function onKeyDown({ key, target }: KeyboardEvent) {
    const last = chosen.at(-1)
    const isEmpty = target instanceof HTMLInputElement && target.value === ''
    if (key === 'Backspace' && isEmpty && last) remove(last.id)
  }
  return (
    <div ref={box} onKeyDown={onKeyDown}>
      <HiddenReferences name={name} picked={chosen} />
      <ReferenceInput
        key={round}
        {...{ id, error }}
        name={getAddedReferenceInputName(name)}
        field={{ ...field, kind: 'reference' }}
        value={null}
        chips={
          <Chips
            entries={chosen.map((one) => ({ key: one.id, label: one.label }))}
            remove={remove}
            moveUp={field.isOrdered && moveUp}
          />
        }
        without={chosen.map((one) => one.id)}
        begins={round > 0}
        onChoose={add}
      />
    </div>
  )
}

const HiddenReferences = ({ name, picked }: { name: string; picked: readonly ReferenceValue[] }) =>
  picked.map((one) => (
    <span key={one.id} hidden>
      <input type="hidden" name={name} value={one.id} />
      <input type="hidden" name={getLabelInputName(name)} value={one.label} />
    </span>
  ))

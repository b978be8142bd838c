import type { FieldKind } from '#shared/engine/fields/fields.ts'
import { messages } from '#shared/messages.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { ChoiceList } from './ChoiceList.tsx'
import type { FilterChoices } from './loadChoices.ts'
import { filterMessages } from './messages.ts'
import type { InputShape } from './parseFilterForm.ts'
import * as styles from './FiltersPanel.css.ts'

type Props = {
  shape: InputShape
  kind: FieldKind
  loaded: FilterChoices
  getInputProps: (
    name: string,
    label: string,
  ) => { id: string; name: string; label: string; defaultValue: string; error: string | undefined }
}

const numberKinds: readonly FieldKind[] = ['integer', 'decimal', 'money']

/** Renders the inputs of one kind of value. */
export function ValueInputs({ shape, kind, loaded, getInputProps }: Props) {
  const isNumber = numberKinds.includes(kind)
  switch (shape) {
    case 'none':
      return null
    case 'choices': {
      const { defaultValue: search, error } = getInputProps('find', '')
      return loaded && <ChoiceList {...loaded} search={search} error={error} />
    }
    case 'choice':
      return (
        <Select
          {...getInputProps('one', filterMessages.value)}
          options={[
            { value: '1', label: messages.list.yes },
            { value: '0', label: messages.list.no },
          ]}
        />
      )
    case 'values':
      return (
        <Textarea
          {...getInputProps('values', filterMessages.values)}
          hint={filterMessages.valuesHint}
          spellCheck={false}
        />
      )
    case 'value':
      return (
        <TextInput
          {...getInputProps('value', filterMessages.value)}
          {...(isNumber && { inputMode: 'decimal' })}
        />
      )
    case 'day':
      return <TextInput {...getInputProps('day', filterMessages.day)} type="date" />
    case 'range':
      return (
        <div className={styles.row}>
          <TextInput {...getInputProps('from', filterMessages.from)} inputMode="decimal" />
          <TextInput {...getInputProps('to', filterMessages.to)} inputMode="decimal" />
        </div>
      )
    case 'days':
      return (
        <div className={styles.row}>
          <TextInput {...getInputProps('fromDay', filterMessages.from)} type="date" />
          <TextInput {...getInputProps('toDay', filterMessages.to)} type="date" />
        </div>
      )
    case 'period':
      return (
        <>
          <div className={styles.row}>
            <Select
              {...getInputProps('direction', filterMessages.direction)}
              options={listLabels(filterMessages.directions)}
            />
            <TextInput {...getInputProps('count', filterMessages.count)} inputMode="numeric" />
            <Select
              {...getInputProps('unit', filterMessages.unit)}
              options={listLabels(filterMessages.units).filter(
                ({ value }) => value !== 'hours' || kind === 'instant',
              )}
            />
          </div>
          <p>{filterMessages.periodHint}</p>
        </>
      )
  }
}

const listLabels = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

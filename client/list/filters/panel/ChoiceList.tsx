import { Button } from '#client/ui/Button.tsx'
import { FieldNote } from '#client/ui/inputs/Field.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { getCompareParam } from '../filterTarget.ts'
import type { FilterChoices } from './loadChoices.ts'
import { filterMessages } from './messages.ts'
import * as styles from './FiltersPanel.css.ts'

type Props = NonNullable<FilterChoices> & { search: string; error: string | undefined }

/** With at least this many choices, they can be searched. */
const searchedFrom = 9

/** Renders choices as checkboxes. A search keeps the selected ones. */
export function ChoiceList({ choices, selected, isMore, search, error }: Props) {
  return (
    <>
      {(search !== '' || isMore || choices.length >= searchedFrom) && (
        <div className={styles.find}>
          <TextInput
            id="compare-find"
            name={getCompareParam('find')}
            label={filterMessages.find}
            defaultValue={search}
          />
          <Button type="submit" name={getCompareParam('step')} value="find" color="white">
            {filterMessages.findButton}
          </Button>
        </div>
      )}
      <fieldset className={styles.choices} aria-label={filterMessages.choices}>
        {choices.length === 0 && <p>{filterMessages.noChoices}</p>}
        {choices.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type="checkbox"
              name={getCompareParam('choice')}
              value={value}
              defaultChecked={selected.includes(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <FieldNote
        id="compare-choice"
        hint={isMore ? filterMessages.moreChoices : undefined}
        error={error}
      />
    </>
  )
}

import { useState } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import * as styles from './Combobox.css.ts'

/** Renders the options that a text with several matches may mean. Works without JavaScript. */
export const AmbiguousMatches = ({
  name,
  label,
  several,
  chosen,
  choose,
}: {
  name: string
  label: string
  several: readonly Option[]
  chosen: string | undefined
  /** Omitted if the radio button itself holds the choice. */
  choose?: ((option: Option) => void) | undefined
}) => (
  <fieldset className={styles.several}>
    <legend className={visuallyHidden}>{label}</legend>
    {several.map((option) => (
      <label key={option.value} className={styles.match}>
        <input
          type="radio"
          name={name}
          value={option.value}
          {...(choose
            ? { checked: chosen === option.value, onChange: () => choose(option) }
            : { defaultChecked: chosen === option.value })}
        />
        <span>
          <OptionLabel option={option} />
        </span>
      </label>
    ))}
  </fieldset>
)

/** Renders an option's label, and the detail that distinguishes it from others with that label. */
export const OptionLabel = ({ option: { label, detail } }: { option: Option }) => (
  <>
    {label}
    {detail && (
      <>
        {' '}
        <span className={styles.detail}>{detail}</span>
      </>
    )}
  </>
)

/** Returns the options that the text may mean: the server's, until the field finds others. */
export function useAmbiguousMatches(choices: readonly Option[]) {
  const [previousChoices, setPreviousChoices] = useState(choices)
  const [several, setSeveral] = useState(choices)
  if (previousChoices !== choices) {
    setPreviousChoices(choices)
    setSeveral(choices)
  }
  return [several, setSeveral] as const
}

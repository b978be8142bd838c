import { useState } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import * as styles from './Combobox.css.ts'

/** What a text may mean that several are called, to choose from; works without JavaScript. */
export const MatchingOptions = ({
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
  /** Absent where the input itself keeps what is chosen. */
  choose?: ((option: Option) => void) | undefined
}) => (
  <fieldset className={styles.several}>
    <legend className={visuallyHidden}>{label}</legend>
    {several.map((option) => (
      <label key={option.value} className={styles.one}>
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

/** A choice in words, with what tells it from others of its label. */
export const OptionLabel = ({ option: { label, detail: tells } }: { option: Option }) => (
  <>
    {label}
    {tells && (
      <>
        {' '}
        <span className={styles.tells}>{tells}</span>
      </>
    )}
  </>
)

/** What the text may mean: by the server's say until the field learns of others. */
export function useMatchingOptions(choices: readonly Option[]) {
  const [said, setSaid] = useState(choices)
  const [several, setSeveral] = useState(choices)
  if (said !== choices) {
    setSaid(choices)
    setSeveral(choices)
  }
  return [several, setSeveral] as const
}

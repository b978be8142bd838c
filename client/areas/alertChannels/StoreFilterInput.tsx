import { Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { normalizeFieldText } from '#shared/engine/fields/kind.ts'
import type { Labels } from '#shared/engine/resource.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import type { CustomInput } from '#client/form/RecordForm.tsx'
import { Link } from '#client/ui/Link.tsx'
import { alertChannelMessages } from './messages.ts'
import { useStoreFilterWords } from './storeFilterWords.ts'
import * as styles from './StoreFilterInput.css.ts'

const { storeFilter: field } = alertRules.fields

type Props = Omit<CustomInput, 'errors'> & { labels: Labels }

/** Renders the filter of a rule's stores: its text, the same in words, and a link to the stores. */
export function StoreFilterInput({ labels, ...input }: Props) {
  const [typed, setTyped] = useState(String(input.value ?? ''))
  const readTyped = ({ target }: FormEvent<HTMLElement>) => {
    if (target instanceof HTMLInputElement) setTyped(target.value)
  }
  return (
    <div onInput={readTyped}>
      <FieldInput {...input} field={field} />
      <Suspense>
        <StoreFilterWords filter={normalizeFieldText(field, typed)} labels={labels} />
      </Suspense>
    </div>
  )
}

type WordsProps = { filter: string; labels: Labels }

function StoreFilterWords({ filter, labels }: WordsProps) {
  const words = useStoreFilterWords(filter, labels)
  return (
    words.length > 0 && (
      <div className={styles.words}>
        <ul aria-label={alertChannelMessages.filterWords} className={styles.filters}>
          {words.map((one) => (
            <li key={one} className={styles.filter}>
              {one}
            </li>
          ))}
        </ul>
        <Link to={`${stores.path}?${filter}`}>{alertChannelMessages.showStores}</Link>
      </div>
    )
  )
}

import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { availabilityMachine } from '#machines/availability.ts'
import { createStoreMessages } from './words.ts'
import * as styles from './Wizard.css.ts'

/** What is known of a value that must be unique, as it is typed. That it is taken stands at the field as its error. */
export function Availability({ check }: { check: ActorRefFrom<typeof availabilityMachine> }) {
  const sentence = useSelector(check, sentenceOf)
  return (
    <p role="status" className={styles.availability}>
      {sentence}
    </p>
  )
}

function sentenceOf(snapshot: SnapshotFrom<typeof availabilityMachine>): string {
  if (snapshot.hasTag('asking')) return createStoreMessages.checking
  if (snapshot.matches('available')) return createStoreMessages.available(snapshot.context.value)
  return snapshot.matches('unknown') ? createStoreMessages.unknown : ''
}

import type { ReactNode } from 'react'
import { messages } from '#shared/messages.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { Button } from '../ui/Button.tsx'
import * as styles from './Panel.css.ts'

/** Says what would be saved ("Unsaved: Name, Position"), with Save and Discard (screens.md, "Every form"). */
export function SaveBar({
  fields,
  changed,
  saving,
  save,
  question,
  leave,
  onDiscard,
}: {
  fields: Fields
  /** The names of the fields that differ from what is saved. */
  changed: readonly string[]
  saving: boolean
  /** What the button says. */
  save: string
  /** What is asked before it is done. */
  question?: ReactNode
  /** The way out while nothing is changed. */
  leave?: ReactNode
  onDiscard: () => void
}) {
  const labels = changed.map((name) => fields[name]?.label ?? name)
  return (
    <div className={styles.saveBar}>
      {question}
      <p className={styles.unsaved} role="status">
        {labels.length > 0 && messages.form.unsaved(labels.join(', '))}
      </p>
      {labels.length === 0 && leave}
      {labels.length > 0 && (
        <Button color="white" onClick={onDiscard}>
          {messages.form.discard}
        </Button>
      )}
      <Button type="submit" loading={saving}>
        {save}
      </Button>
    </div>
  )
}

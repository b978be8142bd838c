import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { record, string, unknown } from 'superstruct'
import { is } from '#shared/is.ts'
import { dirtyFields, isSaving } from '#machines/recordForm.ts'
import { isAuthenticated } from '#machines/session.ts'
import type { recordFormMachine } from '#machines/recordForm.ts'
import { messages } from '#shared/messages.ts'
import { useActors } from '../ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import * as styles from './Panel.css.ts'

export type Draft = { offered: Record<string, unknown> | null; forget: () => void }

const Kept = record(string(), unknown())

/**
 * Keeps unsaved work in the tab's session storage, for this user alone, and offers it back (screens.md, "Every form").
 * Fields of a form are never secrets here: secret fields stay out of the machine's values.
 */
export function useDraft(
  form: ActorRefFrom<typeof recordFormMachine>,
  name: string,
  answered: boolean,
): Draft {
  const { session } = useActors()
  const [offered, setOffered] = useState<Record<string, unknown> | null>(null)
  const [key] = useState(() => `draft.${session.getSnapshot().context.user?.id ?? ''}.${name}`)

  useEffect(() => {
    // The server has no session storage, so the first render must not know of it.
    // oxlint-disable-next-line react/set-state-in-effect
    if (!answered) setOffered(read(key))
    let written = false
    const { unsubscribe } = form.subscribe((snapshot) => {
      const changed = dirtyFields(snapshot)
      const { values } = snapshot.context
      // What an earlier visit left is not this one's to remove.
      if (changed.length === 0) return written && sessionStorage.removeItem(key)
      written = true
      sessionStorage.setItem(
        key,
        JSON.stringify(Object.fromEntries(changed.map((field) => [field, values[field]]))),
      )
    })
    return () => {
      unsubscribe()
      // A form that goes away while it is being saved was saved, unless the session ended: a refusal keeps it open.
      if (isSaving(form.getSnapshot()) && isAuthenticated(session.getSnapshot()))
        sessionStorage.removeItem(key)
    }
  }, [form, key, answered, session])

  return {
    offered,
    forget() {
      sessionStorage.removeItem(key)
      setOffered(null)
    },
  }
}

function read(key: string): Record<string, unknown> | null {
  const kept = sessionStorage.getItem(key)
  if (!kept) return null
  const values: unknown = JSON.parse(kept)
  return is(values, Kept) ? values : null
}

/** Offers what was kept from before. */
export function DraftOffer({
  draft,
  restore,
}: {
  draft: Draft
  restore: (values: Record<string, unknown>) => void
}) {
  const { offered, forget } = draft
  if (!offered) return null
  return (
    <div className={styles.warning} role="status">
      <p>{messages.form.draft}</p>
      <div className={styles.inline}>
        <Button
          size="small"
          color="white"
          onClick={() => {
            restore(offered)
            forget()
          }}
        >
          {messages.form.restore}
        </Button>
        <Button size="small" color="white" onClick={forget}>
          {messages.form.forget}
        </Button>
      </div>
    </div>
  )
}

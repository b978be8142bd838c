import { useEffect, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { record, string, unknown } from 'superstruct'
import { kindOf } from '#shared/engine/kinds.ts'
import { isNotUploaded } from '#shared/engine/picked.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { is } from '#shared/is.ts'
import { dirtyFields, isSaving } from '#machines/recordForm.ts'
import { isAuthenticated } from '#machines/session.ts'
import type { recordFormMachine } from '#machines/recordForm.ts'
import { messages } from '#shared/messages.ts'
import { only } from '#machines/recordFormValues.ts'
import { useActors } from '../ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import * as styles from './Panel.css.ts'

type Values = Record<string, unknown>

export type Draft = {
  offered: Values | null
  taken: () => void
  forget: () => void
}

const Kept = record(string(), unknown())

/** Keeps unsaved work but secrets in the tab's session storage, for this user alone, and offers it back (screens.md). */
export function useDraft(
  form: ActorRefFrom<typeof recordFormMachine>,
  name: string,
  fields: Fields,
  answered: boolean,
): Draft {
  const { session } = useActors()
  const [offered, setOffered] = useState<Values | null>(null)
  // What an earlier visit left and is still on offer: kept beside what is typed meanwhile.
  const earlier = useRef<Values | null>(null)
  const [key] = useState(() => `draft.${session.getSnapshot().context.user?.id ?? ''}.${name}`)

  useEffect(() => {
    if (!answered) {
      earlier.current = read(key)
      // oxlint-disable-next-line react/set-state-in-effect -- the server has no session storage, so the first render must not know of it
      setOffered(earlier.current)
    }
    const { unsubscribe } = form.subscribe((snapshot) => {
      const { values } = snapshot.context
      const isKept = (one: string) =>
        (!fields[one] || kindOf(fields[one]).kept) && !isNotUploaded(values[one])
      const changed = dirtyFields(snapshot).filter(isKept)
      const kept = { ...earlier.current, ...only(values, changed) }
      if (Object.keys(kept).length > 0) sessionStorage.setItem(key, JSON.stringify(kept))
      else sessionStorage.removeItem(key)
    })
    return () => {
      unsubscribe()
      // A form that goes away while it is being saved was saved, unless the session ended: a refusal keeps it open.
      if (isSaving(form.getSnapshot()) && isAuthenticated(session.getSnapshot()))
        sessionStorage.removeItem(key)
    }
  }, [form, key, fields, answered, session])

  function taken() {
    earlier.current = null
    setOffered(null)
  }
  return {
    offered,
    taken,
    forget() {
      taken()
      sessionStorage.removeItem(key)
    },
  }
}

function read(key: string): Values | null {
  const kept = sessionStorage.getItem(key)
  if (!kept) return null
  const values: unknown = JSON.parse(kept)
  return is(values, Kept) ? values : null
}

export function DraftOffer({
  draft,
  restore,
}: {
  draft: Draft
  restore: (values: Values) => void
}) {
  const { offered, taken, forget } = draft
  if (!offered) return null
  return (
    <div className={styles.warning} role="status">
      <p>{messages.form.draft}</p>
      <div className={styles.inline}>
        <Button
          size="small"
          color="white"
          onClick={() => {
            taken()
            restore(offered)
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

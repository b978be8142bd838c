import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { record, string, unknown } from 'superstruct'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { isNotUploaded } from '#shared/engine/list/picked.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { dirtyFields, isSaving } from '#machines/recordForm.ts'
import { isAuthenticated } from '#machines/session.ts'
import type { recordFormMachine } from '#machines/recordForm.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { only } from '#machines/recordFormValues.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import * as styles from '../Panel.css.ts'

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
  const { key, draft, forgetSaved } = useKept(name, answered)
  const last = useRef(form.getSnapshot())
  const keep = useEffectEvent((snapshot: Snapshot) => {
    const { values } = snapshot.context
    const isSaved = hasSaved(last.current, snapshot)
    last.current = snapshot
    // What was on offer is older than what was saved.
    if (isSaved) draft.taken()
    const isKept = (one: string) =>
      (!fields[one] || kindOf(fields[one]).kept) && !isNotUploaded(values[one])
    const changed = dirtyFields(snapshot).filter(isKept)
    // What is still on offer is kept beside what is typed meanwhile.
    const kept = { ...(isSaved ? null : draft.offered), ...only(values, changed) }
    if (Object.keys(kept).length > 0) sessionStorage.setItem(key, JSON.stringify(kept))
    else sessionStorage.removeItem(key)
  })
  const end = useEffectEvent(() => {
    const snapshot = form.getSnapshot()
    // What is on offer outlives a save that changed nothing.
    forgetSaved(isSaving(snapshot) && (!draft.offered || dirtyFields(snapshot).length > 0))
  })
  useEffect(() => {
    const { unsubscribe } = form.subscribe((snapshot) => keep(snapshot))
    return () => {
      unsubscribe()
      end()
    }
  }, [form])
  return draft
}

type Snapshot = SnapshotFrom<typeof recordFormMachine>

/** Of the ends of a save, one that was refused or failed leaves what is saved as it was. */
const hasSaved = (before: Snapshot, after: Snapshot) =>
  isSaving(before) && after.matches('editing') && before.context.initial !== after.context.initial

/** What an earlier visit of this user left under a name: on offer until it is taken or forgotten, and not beside an answer. */
export function useKept(name: string, answered: boolean) {
  const { session } = useActors()
  const [key] = useState(() => `draft.${session.getSnapshot().context.user?.id ?? ''}.${name}`)
  const [offered, setOffered] = useState<Values | null>(null)
  const look = useEffectEvent(() => setOffered(answered ? null : readDraft(key)))
  // oxlint-disable-next-line react/set-state-in-effect -- not before it stands: the server has no session storage, and the form before it, which was saved, forgets its own as it goes
  useEffect(() => look(), [])
  const draft: Draft = {
    offered,
    taken: () => setOffered(null),
    forget() {
      setOffered(null)
      sessionStorage.removeItem(key)
    },
  }
  return {
    key,
    draft,
    /** A form that goes away while it is being saved was saved, unless the session ended: a refusal keeps it open. */
    forgetSaved(isSaving: boolean) {
      if (isSaving && isAuthenticated(session.getSnapshot())) sessionStorage.removeItem(key)
    },
  }
}

function readDraft(key: string): Values | null {
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
      <p>{formMessages.draft}</p>
      <div className={styles.inline}>
        <Button
          size="small"
          color="white"
          onClick={() => {
            taken()
            restore(offered)
          }}
        >
          {formMessages.restore}
        </Button>
        <Button size="small" color="white" onClick={forget}>
          {formMessages.forget}
        </Button>
      </div>
    </div>
  )
}

import { useEffectEvent, useLayoutEffect } from 'react'
import { isAuthenticated } from '#machines/session.ts'
import { useActors, useUnsavedForms } from '#client/runtime/ConsoleContext.tsx'

/**
 * Guards a form's unsaved changes on leaving (`LeaveConfirmation`), on signing out, and on closing
 * the tab; not when a session ended, because drafts are saved. `onLeave` deletes the draft.
 */
export function UnsavedGuard({ dirty, onLeave }: { dirty: boolean; onLeave?: () => void }) {
  const { session } = useActors()
  const unsaved = useUnsavedForms()
  const discard = useEffectEvent(() => onLeave?.())
  // Runs before the browser shows the unsaved change, because a key may follow at once.
  useLayoutEffect(() => {
    if (!dirty) return
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isAuthenticated(session.getSnapshot())) event.preventDefault()
    }
    const remove = unsaved.add(() => discard())
    window.addEventListener('beforeunload', onUnload)
    return () => {
      remove()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty, session, unsaved])
  return null
}

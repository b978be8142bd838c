import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { messages } from '#shared/messages.ts'
import { useActors, useUnsaved } from '../ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useClosing } from '../ui/useClosing.ts'
import * as styles from './TopBar.css.ts'

/** Change Password and Log Out (spec.md section 2). Logging out is a form, so that it works without JavaScript. */
export function UserMenu({ initials, name }: { initials: string; name: string }) {
  const { session, resetPassword } = useActors()
  const details = useRef<HTMLDetailsElement>(null)
  const unsaved = useUnsaved()
  const [asking, setAsking] = useState(false)
  useClosing(details)

  function askToLogOut(event: FormEvent) {
    event.preventDefault()
    if (unsaved.get()) setAsking(true)
    else logOut()
  }

  function logOut() {
    session.send({ type: 'logout.request' })
  }

  function changePassword() {
    details.current?.removeAttribute('open')
    resetPassword.send({ type: 'modal.open' })
  }

  return (
    <details ref={details} className={styles.menu}>
      <summary className={styles.avatar} aria-label={`${initials} ${messages.shell.userMenu}`}>
        {initials}
      </summary>
      <div className={styles.items}>
        {name && <p className={styles.name}>{name}</p>}
        <button
          type="button"
          className={`${styles.entry} ${styles.needsScript}`}
          onClick={changePassword}
        >
          {messages.shell.changePassword}
        </button>
        <form method="post" action="/logout" onSubmit={askToLogOut}>
          <button type="submit" className={styles.entry}>
            {messages.shell.logOut}
          </button>
        </form>
      </div>
      {asking && (
        <Modal title={messages.form.leave} onClose={() => setAsking(false)}>
          <div className={styles.choices}>
            <Button onClick={() => setAsking(false)}>{messages.form.stay}</Button>
            <Button color="error" variant="outline" onClick={logOut}>
              {messages.shell.logOut}
            </Button>
          </div>
        </Modal>
      )}
    </details>
  )
}

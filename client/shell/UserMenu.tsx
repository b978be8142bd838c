import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { messages } from '#shared/messages.ts'
import { useActors, useApi, useUnsaved } from '../ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuButton, MenuList } from '../ui/Menu.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ResetPasswordModal } from './ResetPasswordModal.tsx'
import { startResetPassword } from './startResetPassword.ts'
import type { ResetPasswordActor } from './startResetPassword.ts'
import * as styles from './TopBar.css.ts'

/** Change Password and Log Out (spec.md section 2). Logging out is a form, so that it works without JavaScript. */
export function UserMenu({ initials, name }: { initials: string; name: string }) {
  const actors = useActors()
  const { session } = actors
  const api = useApi()
  const unsaved = useUnsaved()
  const [asking, setAsking] = useState(false)
  const [resetPassword, setResetPassword] = useState<ResetPasswordActor | null>(null)
  useEffect(() => () => void resetPassword?.stop(), [resetPassword])

  function changePassword() {
    const actor = resetPassword ?? startResetPassword(actors, api)
    setResetPassword(actor)
    actor.send({ type: 'modal.open' })
  }

  function askToLogOut(event: FormEvent) {
    event.preventDefault()
    if (unsaved.get()) setAsking(true)
    else logOut()
  }

  function logOut() {
    session.send({ type: 'logout.request' })
  }

  return (
    <>
      <Menu
        label={`${initials} ${messages.shell.userMenu}`}
        face={initials}
        look="avatar"
        align="end"
      >
        {name && <p className={styles.name}>{name}</p>}
        <MenuList>
          <MenuButton className={styles.needsScript} onClick={changePassword}>
            {messages.shell.changePassword}
          </MenuButton>
          <MenuButton type="submit" form="log-out">
            {messages.shell.logOut}
          </MenuButton>
        </MenuList>
      </Menu>
      {resetPassword && <ResetPasswordModal actor={resetPassword} />}
      <form id="log-out" method="post" action="/logout" onSubmit={askToLogOut} />
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
    </>
  )
}

import { useState } from 'react'
import type { FormEvent } from 'react'
import { useSelector } from '@xstate/react'
import { useLocation } from 'react-router'
import type { SignedInUser } from '#shared/engine/user.ts'
import { accountPath } from '#shared/areas/account/accountUrl.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { messages } from '#shared/messages.ts'
import { removeParam } from '#shared/engine/urlParams.ts'
import { withResetPasswordParam } from '#shared/navigation/passwordUrl.ts'
import { zoneParam } from '#shared/engine/timeZone.ts'
import { useActors, useUnsavedForms, useTimeZone } from '../runtime/ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuEntryButton, MenuLink, MenuList } from '../ui/dialogs/Menu.tsx'
import { Modal } from '../ui/dialogs/Modal.tsx'
import * as styles from './TopBar.css.ts'

const notificationsPath = '/notifications'

/**
 * Offers Change Password and Log Out (spec.md section 2). Logging out is a form, so it works
 * without JavaScript.
 */
export function UserMenu({ initials, name }: { initials: string; name: string }) {
  const { session } = useActors()
  const { pathname, search, hash } = useLocation()
  const password = pathname + withResetPasswordParam(search)
  const user = useSelector(session, ({ context }) => context.user)
  const timeZone = user?.timeZone
  const isView = user?.view !== undefined
  const zone = useTimeZone()
  const rest = removeParam(search, zoneParam)
  const unsaved = useUnsavedForms()
  const [isConfirming, setIsConfirming] = useState(false)
  function askToLogOut(event: FormEvent) {
    event.preventDefault()
    if (unsaved.hasAny()) setIsConfirming(true)
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
        {user && <AccountFacts user={user} />}
        <MenuList>
          {!isView && (
            <>
              <MenuLink to={accountPath}>{messages.shell.myAccount}</MenuLink>
              {/* The server doesn't know the fragment, so it is added on click. */}
              <MenuLink
                to={password}
                preventScrollReset
                onClick={({ currentTarget }) => currentTarget.setAttribute('href', password + hash)}
              >
                {resetPasswordMessages.submit}
              </MenuLink>
              <MenuLink to={notificationsPath}>{messages.shell.notifications}</MenuLink>
            </>
          )}
          {timeZone !== undefined && !isView && (
            <MenuLink
              to={`${pathname}${rest === '' ? '?' : `${rest}&`}${zoneParam}`}
              preventScrollReset
            >
              {messages.shell.timeZone(zone)}
            </MenuLink>
          )}
          <MenuEntryButton type="submit" form="log-out">
            {messages.shell.logOut}
          </MenuEntryButton>
        </MenuList>
      </Menu>
      <form id="log-out" method="post" action="/logout" onSubmit={askToLogOut} />
      {isConfirming && (
        <Modal title={messages.form.leave} onClose={() => setIsConfirming(false)}>
          <div className={styles.choices}>
            <Button onClick={() => setIsConfirming(false)}>{messages.form.stay}</Button>
            <Button color="error" variant="outline" onClick={logOut}>
              {messages.shell.logOut}
            </Button>
          </div>
        </Modal>
      )}
    </>
  )
}

/** Shows the account's groups and stores, as far as the platform returns them. */
function AccountFacts({ user }: { user: SignedInUser }) {
  const { groups, allStores, storeNames, storeCount = 0 } = user
  const stores = allStores
    ? messages.shell.allStores
    : storeNames && formatStoreNames(storeNames, storeCount)
  if (!groups && stores === undefined) return null
  return (
    <dl className={styles.account}>
      {groups && (
        <>
          <dt>{messages.shell.groups}</dt>
          <dd>{groups.join(', ') || messages.shell.noGroups}</dd>
        </>
      )}
      {stores !== undefined && (
        <>
          <dt>{messages.shell.stores}</dt>
          <dd>{stores}</dd>
        </>
      )}
    </dl>
  )
}

function formatStoreNames(names: readonly string[], count: number): string {
  if (count === 0) return messages.shell.noStores
  const listed = names.join(', ')
  return count > names.length ? messages.shell.moreStores(listed, count - names.length) : listed
}

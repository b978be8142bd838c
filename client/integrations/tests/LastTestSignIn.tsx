import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { formatActor } from '#shared/engine/actors.ts'
import type { TestSignInResult } from '#shared/areas/sso/adminSsoCalls.ts'
import { messages } from '#shared/messages.ts'
import { useUnsavedForms } from '#client/runtime/ConsoleContext.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { setupPageMessages } from '../setupPageMessages.ts'
import * as header from '#client/ui/PageHeader.css.ts'
import * as styles from '../integrations.css.ts'

/** Starts a test sign-in in a new tab and reloads the result when the operator comes back. */
export function TestSignInLink({ to, className }: { to: string; className: string }) {
  const [isStarted, setIsStarted] = useState(false)
  const { revalidate } = useRevalidator()
  const unsaved = useUnsavedForms()
  const onReturn = useEffectEvent(() => {
    if (!document.hidden && !unsaved.hasAny()) void revalidate()
  })
  useEffect(() => {
    if (!isStarted) return undefined
    const listen = () => onReturn()
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [isStarted])
  return (
    <span className={className}>
      <ButtonLink
        color="white"
        to={to}
        target="_blank"
        rel="noreferrer"
        onClick={() => setIsStarted(true)}
      >
        {setupPageMessages.testSignIn}
      </ButtonLink>
    </span>
  )
}

/**
 * Shows the last test sign-in and where it would lead with the current mapping. If the header has
 * no room, the next test starts here.
 */
export function LastTestSignIn({ last, to }: { last: TestSignInResult; to: string | null }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <h3 className={styles.heading}>{setupPageMessages.lastTest}</h3>
      {!last && <p className={styles.soft}>{setupPageMessages.noTest}</p>}
      {last && (
        <>
          <p className={last.outcome === 'refused' ? styles.bad : undefined}>{last.sentence}</p>
          <p className={styles.soft}>
            <Instant
              at={last.at}
              format={(when) => messages.whenBy(when, formatActor(last.actor))}
            />
          </p>
          <details>
            <summary>{setupPageMessages.claims(Object.keys(last.claims).length)}</summary>
            <dl>
              {Object.entries(last.claims).map(([name, values]) => (
                <div key={name} className={styles.wrappingText}>
                  <dt className={styles.soft}>{name}</dt>
                  <dd>{values.join(', ')}</dd>
                </div>
              ))}
            </dl>
          </details>
        </>
      )}
      {to !== null && <TestSignInLink className={header.narrow} to={to} />}
      <Link to={pathname + search} preventScrollReset>
        {setupPageMessages.refresh}
      </Link>
    </>
  )
}

import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useUnsaved } from '#client/ConsoleContext.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { More } from './more.ts'
import { adminSignOnWords as say } from './words.ts'
import * as styles from '#client/integrations/integrations.css.ts'

/** Begins a test sign-in in a page of its own; whoever comes back sees what came of it. */
export function TestSignInLink({ more: { sides } }: SetupProps<More>) {
  const [begun, setBegun] = useState(false)
  const { revalidate } = useRevalidator()
  const unsaved = useUnsaved()
  const comeBack = useEffectEvent(() => {
    if (!document.hidden && !unsaved.get()) void revalidate()
  })
  useEffect(() => {
    if (!begun) return undefined
    const listen = () => comeBack()
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [begun])
  if (!sides?.testUrl) return null
  return (
    <ButtonLink
      color="white"
      to={sides.testUrl}
      target="_blank"
      rel="noreferrer"
      onClick={() => setBegun(true)}
    >
      {say.testSignIn}
    </ButtonLink>
  )
}

/** What the last test sign-in told, and what it would lead to with the mapping of now. */
export function TestSignIn({ more: { sides } }: SetupProps<More>) {
  const { pathname, search } = useLocation()
  const last = sides?.lastTest
  return (
    <>
      <h3 className={styles.heading}>{say.lastTest}</h3>
      {!last && <p className={styles.soft}>{say.noTest}</p>}
      {last && (
        <>
          <p className={last.outcome === 'refused' ? styles.bad : undefined}>{last.sentence}</p>
          <p className={styles.soft}>
            <Instant at={last.at} say={(when) => say.testedBy(when, last.actor)} />
          </p>
          <details>
            <summary>{say.claims(Object.keys(last.claims).length)}</summary>
            <dl>
              {Object.entries(last.claims).map(([name, values]) => (
                <div key={name} className={styles.told}>
                  <dt className={styles.soft}>{name}</dt>
                  <dd>{values.join(', ')}</dd>
                </div>
              ))}
            </dl>
          </details>
        </>
      )}
      <Link to={pathname + search} preventScrollReset>
        {say.refresh}
      </Link>
    </>
  )
}
